package dev.tenon.core.edit;

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
///   at the end of the file
/// @param rationale why, for whoever reviews it
public record ProposedEdit(
    String editId,
    String filePath,
    Operation operation,
    int startLine,
    @Nullable Integer endLine,
    String newText,
    String expectedHash,
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

  int lastLine() {
    return endLine == null ? startLine : endLine;
  }
}
