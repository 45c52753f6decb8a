package dev.tenon.core.change.review;

import dev.tenon.core.edit.diff.Merge3;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonFields;
import java.util.ArrayList;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A file three times: as it is now, as it was before a prompt, and as the agent proposed it. Texts
/// have LF line ends; null stands for no file.
public record Compare3(
    String path, @Nullable String current, @Nullable String base, @Nullable String proposed) {

  /// How the three go together: what the agent proposed and what happened otherwise.
  public Merge3 merge() {
    return Merge3.of(text(base), text(current), text(proposed), Merge3.Touching.MERGE);
  }

  private static String text(@Nullable String text) {
    return Optional.ofNullable(text).orElse("");
  }

  public Json.Obj toJson() {
    var pieces = new ArrayList<Json>();
    for (Merge3.Piece piece : merge().pieces()) {
      pieces.add(
          switch (piece) {
            case Merge3.Clean clean ->
                Json.object()
                    .put("origin", JsonFields.word(clean.origin()))
                    .put("text", clean.text())
                    .build();
            case Merge3.Conflict conflict ->
                Json.object()
                    .put("origin", "conflict")
                    .put("current", conflict.current())
                    .put("base", conflict.base())
                    .put("proposed", conflict.proposed())
                    .build();
          });
    }
    return Json.object()
        .put("file_path", path)
        .put("current_file", orNull(current))
        .put("checkpoint_base", orNull(base))
        .put("agent_proposed", orNull(proposed))
        .array("pieces", pieces)
        .build();
  }

  private static Json orNull(@Nullable String text) {
    return text == null ? Json.Null.VALUE : Json.of(text);
  }
}
