package dev.tenon.core.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import org.jspecify.annotations.Nullable;

/// What a large file seems to be, judged by its first bytes.
///
/// @param encoding null for binary content
/// @param reason why it is binary
public record ContentSniffer(@Nullable Encoding encoding, String reason) {

  public static ContentSniffer of(byte[] head, int length) {
    Encoding marked = Encoding.marked(head);
    CharBuffer text = CharBuffer.allocate(length + 1);
    // The head may end in the middle of a character; that is not the end of input.
    CoderResult result =
        marked
            .charset()
            .newDecoder()
            .decode(
                ByteBuffer.wrap(head, marked.markLength(), length - marked.markLength()),
                text,
                false);
    if (!result.isError()) {
      return judged(marked, BinaryDetector.ofText(text.flip().toString()));
    }
    if (marked != Encoding.UTF_8) {
      return new ContentSniffer(null, "it is not valid " + marked.label());
    }
    return judged(Encoding.LATIN_1, BinaryDetector.ofBytes(head, length));
  }

  private static ContentSniffer judged(Encoding encoding, @Nullable String binary) {
    return binary == null ? new ContentSniffer(encoding, "") : new ContentSniffer(null, binary);
  }
}
