package dev.tenon.core.http.guard;

import static dev.tenon.core.http.guard.MalformedAddressException.quoted;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The host of an address in its one spelling.
///
/// @param text as it stands in a request: small letters, IPv6 in brackets
/// @param literal the network address that it is, or null for a name that is to be looked up
record Host(String text, @Nullable InetAddress literal) {
  private static final int LONGEST_NAME = 253;
  private static final int LONGEST_LABEL = 63;

  static Host parse(String text) {
    if (text.isEmpty()) {
      throw new MalformedAddressException("the address has no host");
    }
    if (text.startsWith("[")) {
      return six(text);
    }
    requireNameCharacters(text);
    String name = text.toLowerCase(Locale.ROOT);
    String last = name.substring(name.lastIndexOf('.') + 1);
    if (number(last)) {
      return four(name);
    }
    requireLabels(name);
    return new Host(name, null);
  }

  private static void requireNameCharacters(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (AddressReader.letter(c) || AddressReader.digit(c) || c == '-' || c == '.') {
        continue;
      }
      throw new MalformedAddressException(
          c == ':'
              ? "an IPv6 address stands in brackets: http://[2001:db8::1]/"
              : "the host "
                  + quoted(text)
                  + (c == '%'
                      ? " has percent signs; write its letters themselves"
                      : c >= 128
                          ? " is not written in ASCII; write the name as it is registered"
                              + " (xn--…), and numbers in plain digits"
                          : " holds a character that no host name has"));
    }
  }

  /// Whether some resolver could take the name for a number because its last part is one.
  private static boolean number(String label) {
    boolean hex = label.startsWith("0x");
    for (int i = hex ? 2 : 0; i < label.length(); i++) {
      if (Character.digit(label.charAt(i), hex ? 16 : 10) < 0) {
        return false;
      }
    }
    return !label.isEmpty();
  }

  private static Host four(String text) {
    byte @Nullable [] bytes = IpText.four(text);
    if (bytes == null) {
      throw new MalformedAddressException(
          "the host "
              + quoted(text)
              + " is a number in a spelling that is read in several ways; write four decimal"
              + " numbers like 192.0.2.1");
    }
    return literal(text, bytes);
  }

  private static Host six(String text) {
    boolean closed = text.indexOf(']') == text.length() - 1;
    byte @Nullable [] bytes = closed ? IpText.six(text.substring(1, text.length() - 1)) : null;
    if (bytes == null) {
      throw new MalformedAddressException(
          "the host "
              + quoted(text)
              + (text.indexOf('%') >= 0
                  ? " names a network interface, which an address must not"
                  : " is not an IPv6 address"));
    }
    return literal("[" + IpText.text(bytes) + "]", bytes);
  }

  private static Host literal(String text, byte[] bytes) {
    try {
      return new Host(text, InetAddress.getByAddress(bytes));
    } catch (UnknownHostException wrongLength) {
      throw new IllegalStateException(wrongLength);
    }
  }

  /// Letters, digits and inner hyphens, and the last part begins with a letter. That leaves out
  /// final dots, and underscores, with which other readers see no host at all.
  private static void requireLabels(String name) {
    boolean good = name.length() <= LONGEST_NAME;
    int begin = 0;
    while (good && begin <= name.length()) {
      int dot = name.indexOf('.', begin);
      int end = dot < 0 ? name.length() : dot;
      good =
          end > begin
              && end - begin <= LONGEST_LABEL
              && name.charAt(begin) != '-'
              && name.charAt(end - 1) != '-'
              && (dot >= 0 || AddressReader.letter(name.charAt(begin)));
      begin = end + 1;
    }
    if (!good) {
      throw new MalformedAddressException(
          quoted(name)
              + " is not a host name"
              + (name.endsWith(".") ? "; leave out the final dot" : ""));
    }
  }
}
