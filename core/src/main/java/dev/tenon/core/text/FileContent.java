package dev.tenon.core.text;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// What the bytes of a file are: text that can be shown and perhaps edited, or something else.
public sealed interface FileContent permits TextFile, BinaryFile {

  /// Looks at the bytes of a whole file.
  static FileContent of(byte[] bytes) {
    return of(bytes, null);
  }

  /// The same, remembering the file's mode for the way back.
  static FileContent of(byte[] bytes, @Nullable FileMode mode) {
    Encoding marked = Encoding.marked(bytes);
    String text = decode(bytes, marked);
    if (text != null) {
      String why = BinaryDetector.ofText(text);
      return why == null ? new TextFile(marked, text, mode) : new BinaryFile(bytes.length, why);
    }
    if (marked != Encoding.UTF_8) {
      return new BinaryFile(bytes.length, "it is not valid " + marked.label());
    }
    String why = BinaryDetector.ofBytes(bytes, bytes.length);
    return why == null
        ? new TextFile(Encoding.LATIN_1, new String(bytes, Encoding.LATIN_1.charset()), mode)
        : new BinaryFile(bytes.length, why);
  }

  private static @Nullable String decode(byte[] bytes, Encoding encoding) {
    int skip = encoding.markLength();
    if (encoding.charset().equals(StandardCharsets.UTF_8)) {
      // Much faster than a decoder; what it had to replace, or what may be so, is looked at again.
      String text = new String(bytes, skip, bytes.length - skip, StandardCharsets.UTF_8);
      if (text.indexOf('\uFFFD') < 0) {
        return text;
      }
    }
    try {
      return encoding
          .charset()
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(bytes, skip, bytes.length - skip))
          .toString();
    } catch (CharacterCodingException otherEncoding) {
      return null;
    }
  }
}
