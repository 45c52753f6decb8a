package dev.tenon.core.session;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonOutline;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Brings the entries of an older version to the current one.
///
/// - Version 1 has no ids: entries get them and follow each other in file order, and a compaction
///   names the first kept entry by its place in the file, the header being number 0.
/// - Version 2 calls the role `custom` of messages `hookMessage`.
final class Migration {
  private final long from;
  private final List<Json.Obj> lines = new ArrayList<>();

  Migration(long from) {
    this.from = from;
  }

  void add(byte[] bytes, int start, int length) {
    try {
      lines.add(JsonOutline.whole(bytes, start, length));
    } catch (JsonException impossible) {
      throw new IllegalStateException("a line that was checked", impossible);
    }
  }

  void finish(Consumer<Json.Obj> entries) {
    List<Json.Obj> now = from < 2 ? withIds() : lines;
    for (Json.Obj entry : now) {
      entries.accept(renamedRole(entry));
    }
  }

  private List<Json.Obj> withIds() {
    Set<String> taken = new HashSet<>();
    List<String> ids = new ArrayList<>();
    for (Json.Obj line : lines) {
      String own = line.string("id");
      String id = own != null && taken.add(own) ? own : SessionIds.entry(taken::add);
      ids.add(id);
    }
    var linked = new ArrayList<Json.Obj>();
    for (int i = 0; i < lines.size(); i++) {
      linked.add(linked(lines.get(i), ids.get(i), i == 0 ? null : ids.get(i - 1), ids));
    }
    return linked;
  }

  private static Json.Obj linked(
      Json.Obj line, String id, @Nullable String parentId, List<String> ids) {
    var members = new LinkedHashMap<String, Json>();
    members.put("type", Json.of(line.string("type", "")));
    members.put("id", Json.of(id));
    members.put("parentId", parentId == null ? Json.Null.VALUE : Json.of(parentId));
    members.putAll(line.members());
    members.put("id", Json.of(id));
    members.put("parentId", parentId == null ? Json.Null.VALUE : Json.of(parentId));
    if (members.remove("firstKeptEntryIndex") instanceof Json.Num index) {
      long place = index.longValue() - 1;
      if (place >= 0 && place < ids.size()) {
        members.put("firstKeptEntryId", Json.of(ids.get((int) place)));
      }
    }
    return new Json.Obj(members);
  }

  private static Json.Obj renamedRole(Json.Obj entry) {
    Json.Obj message = entry.object("message");
    return message != null && message.string("role", "").equals("hookMessage")
        ? entry.with("message", message.with("role", Json.of("custom")))
        : entry;
  }
}
