package dev.tenon.core.change.weave;

import dev.tenon.core.change.journal.Content;
import dev.tenon.core.edit.diff.TextLines;
import dev.tenon.core.text.Encoding;
import dev.tenon.core.text.FileMode;
import dev.tenon.core.text.TextFile;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A text file as its lines, each with its own end as on the disk. Any choice of lines can be
/// written back without guessing line ends.
public record RawText(Encoding encoding, @Nullable FileMode mode, List<String> lines) {
  public RawText {
    lines = List.copyOf(lines);
  }

  public static Optional<RawText> of(Content content) {
    return content.text().map(RawText::of);
  }

  static RawText of(TextFile file) {
    byte[] bytes = file.bytes();
    int mark = file.encoding().markLength();
    var text = new String(bytes, mark, bytes.length - mark, file.encoding().charset());
    return new RawText(file.encoding(), file.mode().orElse(null), TextLines.terminated(text));
  }

  public RawText withLines(List<String> others) {
    return new RawText(encoding, mode, others);
  }

  public String text() {
    return String.join("", lines);
  }

  public String lf() {
    return text().replace("\r\n", "\n");
  }

  public Content content() {
    String text = text();
    String marked = encoding.markLength() > 0 ? "\uFEFF" + text : text;
    return new Content(marked.getBytes(encoding.charset()), mode);
  }
}
