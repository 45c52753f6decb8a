package dev.tenon.core.http.fetch;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// A body as text.
///
/// @param charset the charset that it was read in
/// @param truncated whether there is more that was not read
/// @param doubt a sentence on why the text may be wrong, or null: a charset that nobody knows, or
///   bytes that are none in the charset that the answer named, which are shown as U+FFFD
public record FetchedText(String text, Charset charset, boolean truncated, @Nullable String doubt) {

  /// In this order: a byte order mark, the header, what the document says of itself, UTF-8 if it is
  /// that, windows-1252. A name that nobody knows counts as none.
  static FetchedText of(Fetched.Content content, MediaType type) {
    byte[] bytes = content.bytes();
    @Nullable Charset marked = Charsets.byMark(bytes);
    if (marked != null) {
      return decoded(content, Charsets.markLength(bytes), marked, null);
    }
    @Nullable String doubt = null;
    @Nullable String name = type.charset();
    if (name == null || name.isEmpty()) {
      name = DeclaredCharset.in(bytes, type);
    }
    if (name != null) {
      @Nullable Charset named = Charsets.named(name);
      if (named != null) {
        return decoded(content, 0, named, null);
      }
      doubt = "the answer names a charset that is not known" + shown(name);
    }
    @Nullable String utf8 = strict(content, StandardCharsets.UTF_8);
    if (utf8 != null) {
      return new FetchedText(utf8, StandardCharsets.UTF_8, content.truncated(), doubt);
    }
    return decoded(content, 0, Charsets.fallback(), doubt);
  }

  private static String shown(String name) {
    boolean plain = name.length() <= 40 && name.chars().allMatch(c -> c > ' ' && c < 127);
    return plain ? " ('" + name + "')" : "";
  }

  private static @Nullable String strict(Fetched.Content content, Charset charset) {
    CharsetDecoder decoder = charset.newDecoder().onMalformedInput(CodingErrorAction.REPORT);
    try {
      return run(decoder, content, 0);
    } catch (CharacterCodingException other) {
      return null;
    }
  }

  private static FetchedText decoded(
      Fetched.Content content, int skip, Charset charset, @Nullable String doubt) {
    @Nullable String clean = null;
    try {
      clean = run(charset.newDecoder(), content, skip);
      return new FetchedText(clean, charset, content.truncated(), doubt);
    } catch (CharacterCodingException damaged) {
      CharsetDecoder lenient =
          charset
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPLACE)
              .onUnmappableCharacter(CodingErrorAction.REPLACE);
      try {
        String text = run(lenient, content, skip);
        String why = "some of its bytes are not " + charset.name() + " and were replaced";
        return new FetchedText(
            text, charset, content.truncated(), doubt == null ? why : doubt + "; " + why);
      } catch (CharacterCodingException replaced) {
        throw new IllegalStateException(replaced);
      }
    }
  }

  /// Decodes all bytes; the first half of a character at the end of a text that was cut is left
  /// out.
  private static String run(CharsetDecoder decoder, Fetched.Content content, int skip)
      throws CharacterCodingException {
    ByteBuffer in = ByteBuffer.wrap(content.bytes(), skip, content.bytes().length - skip);
    var text = new StringBuilder(in.remaining());
    CharBuffer out = CharBuffer.allocate(8_192);
    CoderResult result;
    do {
      result = decoder.decode(in, out, !content.truncated());
      take(out, text);
      if (result.isError()) {
        result.throwException();
      }
    } while (result.isOverflow());
    if (!content.truncated()) {
      do {
        result = decoder.flush(out);
        take(out, text);
      } while (result.isOverflow());
    }
    return text.toString();
  }

  private static void take(CharBuffer out, StringBuilder text) {
    out.flip();
    text.append(out);
    out.clear();
  }
}
