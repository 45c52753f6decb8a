package dev.tenon.server.http.wire;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/// Reads what is written with percent signs, strictly: a bad escape, bytes that are not UTF-8 and
/// control characters are refused, not guessed at.
public final class PercentDecoder {
  private PercentDecoder() {}

  /// A segment of a path.
  public static String segment(String raw) throws Problem {
    return decode(raw, '+');
  }

  /// Pairs of a query or a form.
  public static Map<String, String> pairs(String raw) throws Problem {
    var pairs = new LinkedHashMap<String, String>();
    for (String pair : raw.split("&", -1)) {
      if (pair.isEmpty()) {
        continue;
      }
      int equals = pair.indexOf('=');
      String name = decode(equals < 0 ? pair : pair.substring(0, equals), ' ');
      String value = equals < 0 ? "" : decode(pair.substring(equals + 1), ' ');
      if (pairs.put(name, value) != null) {
        throw Problem.invalid("the parameter " + name + " is there twice");
      }
    }
    return pairs;
  }

  private static String decode(String raw, char plus) throws Problem {
    if (raw.indexOf('%') < 0 && raw.indexOf('+') < 0) {
      return clean(raw);
    }
    var bytes = new ByteArrayOutputStream(raw.length());
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c == '%') {
        boolean whole = i + 2 < raw.length();
        int high = whole ? Character.digit(raw.charAt(i + 1), 16) : -1;
        int low = whole ? Character.digit(raw.charAt(i + 2), 16) : -1;
        if (high < 0 || low < 0) {
          throw Problem.invalid("the address has a broken percent escape");
        }
        bytes.write(high * 16 + low);
        i += 2;
      } else if (c == '+') {
        bytes.write(plus);
      } else if (c < 0x80) {
        bytes.write(c);
      } else {
        bytes.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
      }
    }
    try {
      return clean(
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(bytes.toByteArray()))
              .toString());
    } catch (CharacterCodingException notUtf8) {
      throw Problem.invalid("the address is not UTF-8");
    }
  }

  private static String clean(String text) throws Problem {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' && c != '\n' && c != '\r' && c != '\t') {
        throw Problem.invalid("the address has a control character");
      }
    }
    return text;
  }
}
