package dev.tenon.core.change.weave;

import dev.tenon.core.change.journal.Blobs;
import dev.tenon.core.change.journal.Content;
import dev.tenon.core.change.journal.FileImage;
import dev.tenon.core.edit.diff.TextLines;
import dev.tenon.core.text.Encoding;
import dev.tenon.core.text.FileMode;
import dev.tenon.core.text.Sha256;
import dev.tenon.core.text.TextFile;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A text file as its lines, each with its own end as on the disk. Any choice of lines can be
/// written back without guessing line ends. A [WholeFile] is one line that stands for all.
public record RawText(Encoding encoding, @Nullable FileMode mode, List<String> lines) {
  public RawText {
    lines = List.copyOf(lines);
    WholeFile.requireAlone(lines);
  }

  /// A file that is not taken apart.
  public static RawText of(Encoding encoding, @Nullable FileMode mode, WholeFile file) {
    return new RawText(encoding, mode, List.of(file.line()));
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

  /// The text with LF line ends; of a whole file its description, in brackets.
  public String lf() {
    WholeFile whole = whole();
    return whole == null ? text().replace("\r\n", "\n") : "[" + whole.described() + "]\n";
  }

  /// The file, if it is not taken apart.
  public @Nullable WholeFile whole() {
    return WholeFile.of(lines);
  }

  /// The hash of its bytes.
  public String sha256() {
    WholeFile whole = whole();
    return whole == null ? Sha256.of(encoded()) : whole.sha256();
  }

  private byte[] encoded() {
    String text = text();
    String marked = encoding.markLength() > 0 ? "\uFEFF" + text : text;
    return marked.getBytes(encoding.charset());
  }

  /// @param blobs have the bytes of whole files
  public Content content(Blobs blobs) {
    WholeFile whole = whole();
    return whole == null
        ? new Content(encoded(), mode)
        : blobs.stored(whole.size(), new FileImage(whole.sha256(), mode));
  }
}
