package dev.tenon.core.text;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/// How the characters of a text file are stored, with or without a byte order mark.
public enum Encoding {
  UTF_8("UTF-8", StandardCharsets.UTF_8, ""),
  UTF_8_BOM("UTF-8 with BOM", StandardCharsets.UTF_8, "\u00EF\u00BB\u00BF"),
  UTF_16LE("UTF-16 LE with BOM", StandardCharsets.UTF_16LE, "\u00FF\u00FE"),
  UTF_16BE("UTF-16 BE with BOM", StandardCharsets.UTF_16BE, "\u00FE\u00FF"),
  /// What is none of the above and does not look binary. Any bytes decode as Latin-1, so this is a
  /// guess that serves for reading and not for writing.
  LATIN_1("Latin-1 (guessed)", StandardCharsets.ISO_8859_1, "");

  private final String label;
  private final Charset charset;

  /// The byte order mark, one character for each byte.
  private final String mark;

  Encoding(String label, Charset charset, String mark) {
    this.label = label;
    this.charset = charset;
    this.mark = mark;
  }

  /// The name for people.
  public String label() {
    return label;
  }

  public Charset charset() {
    return charset;
  }

  /// The length of the byte order mark.
  public int markLength() {
    return mark.length();
  }

  /// What the first bytes of a file say: the encoding whose mark they carry, or UTF-8.
  public static Encoding marked(byte[] bytes) {
    for (Encoding encoding : values()) {
      if (!encoding.mark.isEmpty() && encoding.isMarkOf(bytes)) {
        return encoding;
      }
    }
    return UTF_8;
  }

  private boolean isMarkOf(byte[] bytes) {
    if (bytes.length < mark.length()) {
      return false;
    }
    for (int i = 0; i < mark.length(); i++) {
      if ((bytes[i] & 0xFF) != mark.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  public byte[] encode(String text) {
    byte[] body = text.getBytes(charset);
    if (mark.isEmpty()) {
      return body;
    }
    byte[] all = new byte[mark.length() + body.length];
    System.arraycopy(mark.getBytes(StandardCharsets.ISO_8859_1), 0, all, 0, mark.length());
    System.arraycopy(body, 0, all, mark.length(), body.length);
    return all;
  }
}
