package dev.tenon.core.session;

import dev.tenon.core.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Keeps lines of a session small: pictures become references to blobs, huge strings are cut with a
/// notice, and members that only matter while a message arrives are left out.
final class EntryShrinker {
  static final int MOST_CHARACTERS = 500_000;
  static final String NOTICE = "\n\n[Session persistence truncated large content]";
  static final int PICTURE_CHARACTERS = 1024;

  /// Null when pictures stay where they are.
  private final @Nullable ImageBlobs blobs;

  EntryShrinker(@Nullable ImageBlobs blobs) {
    this.blobs = blobs;
  }

  Json.Obj slim(Json.Obj entry) throws IOException {
    Json.Obj slimmer = object(entry);
    return slimmer == null ? entry : slimmer;
  }

  // Each of these answers null for what can stay as it is.

  private @Nullable Json value(String name, Json value) throws IOException {
    if (value instanceof Json.Str text) {
      return text.value().length() > MOST_CHARACTERS && !isSeal(name)
          ? Json.of(cut(text.value()))
          : null;
    }
    if (value instanceof Json.Obj object) {
      return object(object);
    }
    return value instanceof Json.Arr array ? array(name, array) : null;
  }

  /// A seal of a provider is good only whole.
  private static boolean isSeal(String name) {
    return name.endsWith("ignature");
  }

  private static String cut(String text) {
    int end = MOST_CHARACTERS - NOTICE.length();
    if (Character.isHighSurrogate(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(0, end) + NOTICE;
  }

  private Json.@Nullable Obj object(Json.Obj object) throws IOException {
    Map<String, Json> changed = null;
    for (Map.Entry<String, Json> member : object.members().entrySet()) {
      String name = member.getKey();
      boolean passing = name.equals("partialJson") || name.equals("jsonlEvents");
      Json now = passing ? null : value(name, member.getValue());
      if (passing || now != null) {
        if (changed == null) {
          changed = new LinkedHashMap<>(object.members());
        }
        if (now == null) {
          changed.remove(name);
        } else {
          changed.put(name, now);
        }
      }
    }
    if (changed == null) {
      return null;
    }
    if (changed.get("content") instanceof Json.Str content
        && changed.get("lineCount") instanceof Json.Num) {
      changed.put("lineCount", Json.of(lines(content.value())));
    }
    return new Json.Obj(changed);
  }

  private static long lines(String text) {
    long lines = 1;
    for (int i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) {
      lines++;
    }
    return lines;
  }

  private @Nullable Json array(String name, Json.Arr array) throws IOException {
    List<Json> changed = null;
    for (int i = 0; i < array.values().size(); i++) {
      Json item = array.values().get(i);
      Json now = name.equals("content") ? picture(item) : null;
      if (now == null) {
        now = value(name, item);
      }
      if (now != null) {
        if (changed == null) {
          changed = new ArrayList<>(array.values());
        }
        changed.set(i, now);
      }
    }
    return changed == null ? null : Json.array(changed);
  }

  private @Nullable Json picture(Json item) throws IOException {
    if (blobs == null
        || !(item instanceof Json.Obj block)
        || !block.string("type", "").equals("image")) {
      return null;
    }
    String data = block.string("data", "");
    if (data.length() < PICTURE_CHARACTERS || data.startsWith(ImageBlobs.REFERENCE)) {
      return null;
    }
    try {
      return block.with("data", Json.of(blobs.put(data)));
    } catch (IllegalArgumentException notBase64) {
      return null;
    }
  }
}
