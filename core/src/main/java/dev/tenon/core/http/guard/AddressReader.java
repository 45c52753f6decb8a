package dev.tenon.core.http.guard;

import static dev.tenon.core.http.guard.MalformedAddressException.quoted;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Reads the text of addresses, character by character and without guessing.
final class AddressReader {
  private static final int LONGEST = 8_192;
  private static final String HEX = "0123456789ABCDEF";

  /// What stands for itself in a path, a query or a fragment, besides letters and digits.
  private static final String PLAIN = "-._~!$&'()*+,;=:@/?";

  private AddressReader() {}

  static WebAddress absolute(String text, Charset bytes) {
    requirePlain(text);
    int colon = text.indexOf(':');
    String scheme = hasScheme(text) ? text.substring(0, colon).toLowerCase(Locale.ROOT) : "";
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw new MalformedAddressException(
          "an address begins with http:// or https://"
              + (scheme.isEmpty() ? "" : ", not with " + quoted(scheme + ":")));
    }
    if (!text.startsWith("//", colon + 1)) {
      throw new MalformedAddressException("after " + scheme + ": come two slashes and a host");
    }
    int begin = colon + 3;
    int end = begin;
    while (end < text.length() && "/?#".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    String authority = text.substring(begin, end);
    if (authority.indexOf('@') >= 0) {
      throw new MalformedAddressException(
          "an address has no user name or password before its host; leave out everything up to"
              + " the @");
    }
    int port = scheme.equals("https") ? 443 : 80;
    String host = authority;
    int mark = authority.lastIndexOf(':');
    if (mark > authority.lastIndexOf(']')) {
      host = authority.substring(0, mark);
      port = port(authority.substring(mark + 1));
    }
    return rest(scheme, Host.parse(host), port, text.substring(end), bytes);
  }

  /// Path, query and fragment behind a host that is already known.
  static WebAddress rest(String scheme, Host host, int port, String rest, Charset bytes) {
    int hash = rest.indexOf('#');
    @Nullable String fragment = hash < 0 ? null : encoded(rest.substring(hash + 1), bytes);
    String sent = hash < 0 ? rest : rest.substring(0, hash);
    int mark = sent.indexOf('?');
    String path = encoded(mark < 0 ? sent : sent.substring(0, mark), bytes);
    String query = mark < 0 ? "" : encoded(sent.substring(mark), bytes);
    return new WebAddress(scheme, host, port, withoutDots(path) + query, fragment);
  }

  /// Refuses what some readers drop, some split at and some turn into a slash.
  static void requirePlain(String text) {
    if (text.length() > LONGEST) {
      throw new MalformedAddressException(
          "an address has at most " + LONGEST + " characters, this one " + text.length());
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c <= ' ' || c == 127 || c == '\\') {
        throw new MalformedAddressException(
            "the address holds "
                + (c == ' ' ? "a space" : c == '\\' ? "a backslash" : "a control character")
                + " at "
                + i
                + "; write it as %"
                + HEX.charAt(c >> 4)
                + HEX.charAt(c & 15)
                + " if it is meant");
      }
    }
  }

  static boolean hasScheme(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ':') {
        return i > 0;
      }
      if (!letter(c) && (i == 0 || !(digit(c) || c == '+' || c == '-' || c == '.'))) {
        return false;
      }
    }
    return false;
  }

  private static int port(String text) {
    int port = 0;
    for (int i = 0; i < text.length() && port <= 65_535; i++) {
      port = digit(text.charAt(i)) ? port * 10 + text.charAt(i) - '0' : 65_536;
    }
    if (port == 0 || port > 65_535 || text.charAt(0) == '0') {
      throw new MalformedAddressException(
          "a port is a number from 1 to 65535, not " + quoted(text));
    }
    return port;
  }

  /// Percent signs for everything that does not stand for itself.
  private static String encoded(String text, Charset charset) {
    var out = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (letter(c) || digit(c) || PLAIN.indexOf(c) >= 0 || (c == '%' && escape(text, i))) {
        out.append(c);
      } else if (c < 128) {
        out.append('%').append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
      } else {
        int end = i + 1;
        while (end < text.length() && text.charAt(end) >= 128) {
          end++;
        }
        encode(text.substring(i, end), charset, out);
        i = end - 1;
      }
    }
    return out.toString();
  }

  private static void encode(String text, Charset charset, StringBuilder out) {
    try {
      ByteBuffer bytes = charset.newEncoder().encode(CharBuffer.wrap(text));
      while (bytes.hasRemaining()) {
        int next = bytes.get() & 0xff;
        out.append('%').append(HEX.charAt(next >> 4)).append(HEX.charAt(next & 15));
      }
    } catch (CharacterCodingException half) {
      throw new MalformedAddressException("the address holds half of a character");
    }
  }

  private static boolean escape(String text, int at) {
    return at + 2 < text.length()
        && Character.digit(text.charAt(at + 1), 16) >= 0
        && Character.digit(text.charAt(at + 2), 16) >= 0
        && text.charAt(at + 1) < 128
        && text.charAt(at + 2) < 128;
  }

  /// The path with `.` and `..` taken out, as RFC 3986 has it; it begins with a slash.
  private static String withoutDots(String path) {
    var out = new StringBuilder();
    int at = path.startsWith("/") ? 1 : 0;
    while (at <= path.length()) {
      int slash = path.indexOf('/', at);
      int end = slash < 0 ? path.length() : slash;
      String segment = path.substring(at, end);
      boolean last = slash < 0;
      if (segment.equals("..")) {
        out.setLength(Math.max(0, out.lastIndexOf("/")));
      } else if (!segment.equals(".")) {
        out.append('/').append(segment);
        last = false;
      }
      if (last) {
        out.append('/');
      }
      at = end + 1;
    }
    return out.toString();
  }

  static boolean letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  static boolean digit(char c) {
    return c >= '0' && c <= '9';
  }
}
