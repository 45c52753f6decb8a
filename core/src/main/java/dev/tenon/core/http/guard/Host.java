package dev.tenon.core.http.guard;

import static dev.tenon.core.http.guard.MalformedAddressException.quoted;

import java.net.IDN;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The host of an address in its one spelling. Two readers stand side by side here, so that they
/// can be compared: the strict one of what is connected to takes only what everybody reads alike,
/// and the one of what is compared ([#canonical]) knows that `127.1`, `0x7f000001` and
/// `::ffff:127.0.0.1` are one host. Nothing is looked up.
///
/// @param text as it stands in a request: small letters, IPv6 in brackets
/// @param literal the network address that it is, or null for a name that is to be looked up
public record Host(String text, @Nullable InetAddress literal) {
  private static final int LONGEST_NAME = 253;
  private static final int LONGEST_LABEL = 63;

  /// The spelling in which hosts are compared: small letters, no final dot, names in ASCII as DNS
  /// has them, addresses as numbers, IPv6 without brackets and without a zone (`%eth0` says how to
  /// get there, not where). Null when the text is no host.
  public static @Nullable String canonical(String text) {
    String host = text.strip();
    if (host.length() > LONGEST_NAME + 1) {
      return null;
    }
    boolean bracketed = host.length() > 2 && host.startsWith("[") && host.endsWith("]");
    if (bracketed || host.indexOf(':') >= 0) {
      String address = bracketed ? host.substring(1, host.length() - 1) : host;
      int zone = address.indexOf('%');
      byte @Nullable [] bytes = IpText.six(zone < 0 ? address : address.substring(0, zone));
      return bytes == null ? null : IpText.canonical(bytes);
    }
    String ascii = ascii(host);
    if (ascii == null) {
      return null;
    }
    String plain = ascii.toLowerCase(Locale.ROOT);
    plain = plain.endsWith(".") ? plain.substring(0, plain.length() - 1) : plain;
    if (!isName(plain)) {
      return null;
    }
    return number(lastLabel(plain)) ? IpText.anyFour(plain) : plain;
  }

  /// Whether a host in the spelling of [#canonical] is an address and no name.
  public static boolean isAddress(String canonical) {
    return canonical.indexOf(':') >= 0 || number(lastLabel(canonical));
  }

  /// Whether a host in that spelling is a name that means this machine.
  public static boolean isThisMachine(String canonical) {
    return canonical.equals("localhost") || canonical.endsWith(".localhost");
  }

  /// A host in that spelling as it stands in front of a port.
  public static String written(String canonical) {
    return canonical.indexOf(':') >= 0 ? "[" + canonical + "]" : canonical;
  }

  private static String lastLabel(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static @Nullable String ascii(String host) {
    for (int i = 0; i < host.length(); i++) {
      if (host.charAt(i) >= 0x80) {
        try {
          return IDN.toASCII(host, IDN.ALLOW_UNASSIGNED);
        } catch (IllegalArgumentException noName) {
          return null;
        }
      }
    }
    return host;
  }

  /// Whether some network could know such a name: underscores are no rarity within one.
  private static boolean isName(String host) {
    boolean open = false;
    for (int i = 0; i < host.length(); i++) {
      char c = host.charAt(i);
      boolean part = AddressReader.letter(c) || AddressReader.digit(c) || c == '-' || c == '_';
      if (!part && (c != '.' || !open)) {
        return false;
      }
      open = part;
    }
    return open && host.length() <= LONGEST_NAME;
  }

  // What is connected to.

  static Host parse(String text) {
    if (text.isEmpty()) {
      throw new MalformedAddressException("the address has no host");
    }
    if (text.startsWith("[")) {
      return six(text);
    }
    requireNameCharacters(text);
    String name = text.toLowerCase(Locale.ROOT);
    if (number(lastLabel(name))) {
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
