package dev.tenon.core.text;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The text of a file together with the way back to its bytes: encoding, byte order mark, line
/// endings, final newline and mode. Immutable.
///
/// All editing works on [#lf]: no byte order mark, every CRLF is one LF. [#withText] maps an edited
/// text back: lines that did not change keep their own ending, new ones take that of the line they
/// replace or follow. So `file.withText(file.lf()).bytes()` are the bytes the file was read from.
public final class TextFile implements FileContent {
  private final Encoding encoding;
  private final String text;
  private final String lf;
  private final LineEnding lineEnding;
  private final @Nullable FileMode mode;

  /// @param text the decoded characters without byte order mark, line endings as on disk
  TextFile(Encoding encoding, String text, @Nullable FileMode mode) {
    this.encoding = encoding;
    this.text = text;
    this.lineEnding = LineEnding.of(text);
    this.lf =
        switch (lineEnding) {
          case NONE, LF -> text;
          case CRLF, MIXED -> text.replace("\r\n", "\n");
        };
    this.mode = mode;
  }

  /// A new file: UTF-8 with the line endings that the text has, and with a byte order mark if the
  /// text begins with one.
  public static TextFile create(String text) throws UnwritableTextException {
    requireWritable(text);
    String unmarked = withoutMark(text);
    Encoding encoding = unmarked.length() == text.length() ? Encoding.UTF_8 : Encoding.UTF_8_BOM;
    return new TextFile(encoding, unmarked, null);
  }

  public Encoding encoding() {
    return encoding;
  }

  public LineEnding lineEnding() {
    return lineEnding;
  }

  /// Whether the last line is ended. An empty file has no last line to end.
  public boolean endsWithNewline() {
    return lf.endsWith("\n");
  }

  /// The mode of the file it was read from, if the system has modes.
  public Optional<FileMode> mode() {
    return Optional.ofNullable(mode);
  }

  /// The text for reading and editing: LF only, no byte order mark.
  public String lf() {
    return lf;
  }

  /// Why the text cannot be written back, if so; the end of a sentence that begins with "because".
  public Optional<String> readOnlyReason() {
    return encoding == Encoding.LATIN_1
        ? Optional.of(
            "it is neither UTF-8 nor marked UTF-16, so its encoding is only guessed;"
                + " convert it to UTF-8 first")
        : Optional.empty();
  }

  /// This file with another text, in this file's encoding and line endings. A CRLF in a line that
  /// is new counts as LF; a byte order mark is not added to a file that has none.
  public TextFile withText(String lfText) throws UnwritableTextException {
    return withText(lfText, null);
  }

  /// The same where it is known which lines stay: of lines that are alike, the right one keeps its
  /// ending.
  ///
  /// @param origins for each line of the text the line of this file that it is, or -1
  public TextFile withText(String lfText, int @Nullable [] origins) throws UnwritableTextException {
    if (lfText.equals(lf)) {
      return this;
    }
    Optional<String> readOnly = readOnlyReason();
    if (readOnly.isPresent()) {
      throw new UnwritableTextException("the file cannot be edited because " + readOnly.get());
    }
    requireWritable(lfText);
    String edited = lfText;
    while (encoding == Encoding.UTF_8 && edited.startsWith("\uFEFF")) {
      edited = withoutMark(edited);
    }
    return new TextFile(encoding, LineEndings.restore(text, lf, lineEnding, edited, origins), mode);
  }

  /// What the file has to contain on disk.
  public byte[] bytes() {
    return encoding.encode(text);
  }

  private static String withoutMark(String text) {
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  private static void requireWritable(String text) throws UnwritableTextException {
    if (text.indexOf('\0') >= 0) {
      throw new UnwritableTextException("the new text contains a NUL character; remove it");
    }
    for (int i = mayHaveSurrogates(text) ? 0 : text.length(); i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i)) && isHalf(text, i)) {
        throw new UnwritableTextException(
            "the new text contains half a character (an unpaired surrogate U+"
                + Integer.toHexString(text.charAt(i))
                + "); send the whole character");
      }
    }
  }

  /// Looks at the bits of all characters together, since this is asked of every text that is
  /// written. In pieces, because the JVM runs through an array several times faster than through a
  /// string.
  private static boolean mayHaveSurrogates(String text) {
    char[] piece = new char[Math.min(text.length(), 8192)];
    int bits = 0;
    for (int start = 0; start < text.length(); start += piece.length) {
      int length = Math.min(piece.length, text.length() - start);
      text.getChars(start, start + length, piece, 0);
      for (int i = 0; i < length; i++) {
        bits |= piece[i];
      }
    }
    return bits >= Character.MIN_SURROGATE;
  }

  private static boolean isHalf(String text, int at) {
    return Character.isHighSurrogate(text.charAt(at))
        ? at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1))
        : at == 0 || !Character.isHighSurrogate(text.charAt(at - 1));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TextFile file
        && encoding == file.encoding
        && text.equals(file.text)
        && Objects.equals(mode, file.mode);
  }

  @Override
  public int hashCode() {
    return Objects.hash(encoding, text, mode);
  }

  @Override
  public String toString() {
    return "TextFile[" + encoding.label() + ", " + lineEnding.label() + ", " + lf.length() + "]";
  }
}
