package dev.tenon.core.change;

import dev.tenon.core.workspace.Encoding;
import dev.tenon.core.workspace.FileMode;
import dev.tenon.core.workspace.TextFile;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A text file as its lines, each with its own end as on the disk. Any choice of lines can be
/// written back without guessing line ends.
record RawText(Encoding encoding, @Nullable FileMode mode, List<String> lines) {
  RawText {
    lines = List.copyOf(lines);
  }

  static Optional<RawText> of(Content content) {
    return content.text().map(RawText::of);
  }

  static RawText of(TextFile file) {
    byte[] bytes = file.bytes();
    int mark = file.encoding().markLength();
    var text = new String(bytes, mark, bytes.length - mark, file.encoding().charset());
    return new RawText(file.encoding(), file.mode().orElse(null), LinePatch.lines(text));
  }

  RawText withLines(List<String> others) {
    return new RawText(encoding, mode, others);
  }

  String text() {
    return String.join("", lines);
  }

  String lf() {
    return text().replace("\r\n", "\n");
  }

  Content content() {
    String text = text();
    String marked = encoding.markLength() > 0 ? "\uFEFF" + text : text;
    return new Content(marked.getBytes(encoding.charset()), mode);
  }
}
