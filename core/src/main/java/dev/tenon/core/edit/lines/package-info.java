/// The dialect of `propose_edits`: ranges of lines, each with the hash of what it was.
///
/// Entry class: [dev.tenon.core.edit.lines.LineEdits]. May use `json`, `text`, `edit` and its rooms
/// `diff` and `match`.
@NullMarked
package dev.tenon.core.edit.lines;

import org.jspecify.annotations.NullMarked;
