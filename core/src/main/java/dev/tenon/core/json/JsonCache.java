package dev.tenon.core.json;

import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Remembers the JSON of things, and its text, from one writing to the next: a conversation is sent
/// whole in every turn, and only its end is new. Things are told apart by identity and must not
/// change. What was not asked for since the last writing is forgotten. Not safe for several
/// threads.
public final class JsonCache {
  private IdentityHashMap<Object, List<Json.Obj>> known = new IdentityHashMap<>();
  private IdentityHashMap<Object, List<Json.Obj>> wanted = new IdentityHashMap<>();

  /// The texts of the objects that are wanted; empty for one that was not written yet.
  private IdentityHashMap<Json.Obj, String> texts = new IdentityHashMap<>();

  private IdentityHashMap<Json.Obj, String> formerTexts = new IdentityHashMap<>();
  private int length = 256;

  /// The objects that stand for a thing, or null when [#put] has to tell.
  public @Nullable List<Json.Obj> get(Object thing) {
    List<Json.Obj> objects = known.get(thing);
    if (objects != null && wanted.put(thing, objects) == null) {
      for (Json.Obj object : objects) {
        String text = formerTexts.get(object);
        texts.put(object, text == null ? "" : text);
      }
    }
    return objects;
  }

  public void put(Object thing, List<Json.Obj> objects) {
    List<Json.Obj> copy = List.copyOf(objects);
    known.put(thing, copy);
    wanted.put(thing, copy);
    for (Json.Obj object : copy) {
      texts.put(object, "");
    }
  }

  /// The same text as [Json#compact] gives; what was asked for before is part of the value.
  public String compact(Json value) {
    String text = JsonWriter.compact(value, texts, length);
    length = text.length() + text.length() / 8;
    known = wanted;
    wanted = new IdentityHashMap<>(known.size() + 2);
    formerTexts = texts;
    texts = new IdentityHashMap<>(formerTexts.size() + 2);
    return text;
  }
}
