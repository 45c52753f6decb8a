package dev.tenon.providers.wire;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// OpenRouter's `reasoning_details`: they arrive in pieces, are put together by their index, and go
/// back as they would have come in one piece.
final class ReasoningDetails {
  /// Fields that grow with each piece; all others are replaced.
  private static final List<String> GROWING = List.of("text", "summary", "data");

  private final List<Json.Obj> details = new ArrayList<>();
  private boolean unsealed;

  void add(List<Json.Obj> pieces) {
    unsealed |= !pieces.isEmpty();
    for (Json.Obj piece : pieces) {
      int at = indexOf(piece);
      if (at < 0) {
        details.add(piece);
      } else {
        details.set(at, merged(details.get(at), piece));
      }
    }
  }

  private int indexOf(Json.Obj piece) {
    for (int i = details.size() - 1; i >= 0; i--) {
      Json.Obj detail = details.get(i);
      if (detail.string("type", "").equals(piece.string("type", ""))
          && detail.number("index", -1) == piece.number("index", -1)) {
        return i;
      }
    }
    return -1;
  }

  private static Json.Obj merged(Json.Obj before, Json.Obj piece) {
    var members = new LinkedHashMap<>(before.members());
    piece
        .members()
        .forEach(
            (name, value) -> {
              if (GROWING.contains(name) && value instanceof Json.Str more) {
                members.put(name, Json.of(before.string(name, "") + more.value()));
              } else if (!(value instanceof Json.Null)) {
                members.put(name, value);
              }
            });
    return new Json.Obj(members);
  }

  /// Whether something came that no seal holds yet.
  boolean unsealed() {
    return unsealed;
  }

  /// What stands for them in a signature, or null if there were none.
  @Nullable String seal() {
    unsealed = false;
    return details.isEmpty() ? null : new Json.Arr(details).compact();
  }

  static @Nullable Json parse(String seal) {
    try {
      return Json.parse(seal) instanceof Json.Arr array ? array : null;
    } catch (JsonException notOurs) {
      return null;
    }
  }
}
