package dev.tenon.core.edit.lines;

import dev.tenon.core.edit.EditPlacement;
import dev.tenon.core.edit.diff.TextLines;
import dev.tenon.core.json.Json;
import dev.tenon.core.text.Sha256;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// One edit of a range of lines.
///
/// @param editId by which answers and hunks refer to it
/// @param startLine the first line, from 1; for an insert the line it goes before, one past the
///   last line to append
/// @param endLine the last line, included; without it the range is one line, and an insert has none
/// @param newText the lines that come in; a newline at its end changes nothing, and no text means
///   no line
/// @param expectedHash `sha256:` and the hash of the lines of the range as they should be, joined
///   with LF and without one at the end; for an insert of the line it goes before, and of nothing
///   at the end of the file. Null when nobody knows what should be there: such an edit is refused
/// @param rationale why, for whoever reviews it
public record ProposedEdit(
    String editId,
    String filePath,
    Operation operation,
    int startLine,
    @Nullable Integer endLine,
    String newText,
    @Nullable String expectedHash,
    String rationale) {

  public ProposedEdit {
    newText = TextLines.lf(newText);
  }

  /// What happens to the lines.
  public enum Operation {
    REPLACE,
    INSERT,
    DELETE
  }

  /// The last line of the range; for an insert the line it goes before.
  public int lastLine() {
    return endLine == null || operation == Operation.INSERT ? startLine : endLine;
  }

  public static String hash(String lines) {
    return "sha256:" + Sha256.of(lines);
  }

  /// What has become of an edit, as one that would do the same to the text before.
  ///
  /// @param before the lines of the file that the placement is about, without their ends
  public static ProposedEdit of(
      EditPlacement placed, List<String> before, List<String> after, String rationale) {
    int start = placed.oldStart();
    int count = placed.oldCount();
    List<String> target =
        before.subList(
            Math.min(start - 1, before.size()),
            Math.min(before.size(), count == 0 ? start : start - 1 + count));
    List<String> fresh =
        after.subList(placed.newStart() - 1, placed.newStart() - 1 + placed.newCount());
    return new ProposedEdit(
        placed.editId(),
        placed.path(),
        count == 0 ? Operation.INSERT : fresh.isEmpty() ? Operation.DELETE : Operation.REPLACE,
        start,
        count == 0 ? null : (Integer) (start + count - 1),
        String.join("\n", fresh),
        hash(String.join("\n", target)),
        rationale);
  }

  /// The edit by the schema of `propose_edits`.
  public Json.Obj toJson() {
    var json =
        Json.object()
            .put("edit_id", editId)
            .put("file_path", filePath)
            .put("operation", operation.name().toLowerCase(Locale.ROOT))
            .put("start_line", startLine);
    if (endLine != null) {
      json.put("end_line", (long) endLine);
    }
    json.put("new_text", newText).put("expected_hash", expectedHash);
    return (rationale.isEmpty() ? json : json.put("rationale", rationale)).build();
  }
}
