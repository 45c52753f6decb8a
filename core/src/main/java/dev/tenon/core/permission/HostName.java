package dev.tenon.core.permission;

import java.net.IDN;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The one spelling in which hosts are compared: small letters, no final dot, names in ASCII as DNS
/// has them, addresses as numbers. However an address is written (`127.1`, `0x7f000001`,
/// `::ffff:127.0.0.1`), it is the same host. Nothing is looked up.
final class HostName {
  private static final int LONGEST = 253;
  private static final int GROUPS = 8;

  private HostName() {}

  /// The host in that spelling, IPv6 without brackets; null when the text is no host.
  static @Nullable String canonical(String text) {
    String host = text.strip();
    if (host.length() > LONGEST + 1) {
      return null;
    }
    boolean bracketed = host.length() > 2 && host.startsWith("[") && host.endsWith("]");
    if (bracketed || host.indexOf(':') >= 0) {
      return ofNumbers(bracketed ? host.substring(1, host.length() - 1) : host);
    }
    String ascii = ascii(host);
    if (ascii == null) {
      return null;
    }
    String plain = ascii.toLowerCase(Locale.ROOT);
    plain = plain.endsWith(".") ? plain.substring(0, plain.length() - 1) : plain;
    return isName(plain) ? endsInNumber(plain) ? ipv4(plain) : plain : null;
  }

  /// Whether a host in the one spelling is an address and no name.
  static boolean isAddress(String canonical) {
    return canonical.indexOf(':') >= 0 || endsInNumber(canonical);
  }

  /// A host in the one spelling as it stands in front of a port.
  static String written(String canonical) {
    return canonical.indexOf(':') >= 0 ? "[" + canonical + "]" : canonical;
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

  private static boolean isName(String host) {
    boolean open = false;
    for (int i = 0; i < host.length(); i++) {
      char c = host.charAt(i);
      boolean part = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
      if (!part && (c != '.' || !open)) {
        return false;
      }
      open = part;
    }
    return open && host.length() <= LONGEST;
  }

  // IPv4.

  /// A name whose last part is a number is an address, or nothing at all.
  private static boolean endsInNumber(String host) {
    String last = host.substring(host.lastIndexOf('.') + 1);
    return number(last) >= 0 || digits(last, 10);
  }

  private static @Nullable String ipv4(String host) {
    String[] parts = host.split("\\.", -1);
    if (parts.length > 4) {
      return null;
    }
    long address = 0;
    for (int i = 0; i < parts.length; i++) {
      long value = number(parts[i]);
      int bytes = i == parts.length - 1 ? 4 - i : 1;
      if (value < 0 || value >= 1L << (8 * bytes)) {
        return null;
      }
      address = (address << (8 * bytes)) | value;
    }
    return dotted(address);
  }

  private static String dotted(long address) {
    return (address >> 24 & 255)
        + "."
        + (address >> 16 & 255)
        + "."
        + (address >> 8 & 255)
        + "."
        + (address & 255);
  }

  /// A number as addresses may have it: decimal, octal with `0`, hexadecimal with `0x`; -1 for
  /// none, or one that is too large for any address.
  private static long number(String text) {
    boolean hex = text.startsWith("0x");
    boolean octal = !hex && text.length() > 1 && text.startsWith("0");
    String rest = hex ? text.substring(2) : text;
    if (hex && rest.isEmpty()) {
      return 0;
    }
    int radix = hex ? 16 : octal ? 8 : 10;
    if (!digits(rest, radix)) {
      return -1;
    }
    int first = 0;
    while (first < rest.length() - 1 && rest.charAt(first) == '0') {
      first++;
    }
    return rest.length() - first > 11 ? -1 : Long.parseLong(rest.substring(first), radix);
  }

  private static boolean digits(String text, int radix) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80 || Character.digit(text.charAt(i), radix) < 0) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  // IPv6.

  /// @param text without brackets; a zone (`%eth0`) says how to get there, not where
  private static @Nullable String ofNumbers(String text) {
    int zone = text.indexOf('%');
    String address = (zone < 0 ? text : text.substring(0, zone)).toLowerCase(Locale.ROOT);
    int gap = address.indexOf("::");
    List<Integer> head = groups(gap < 0 ? address : address.substring(0, gap), gap < 0);
    List<Integer> tail = gap < 0 ? List.of() : groups(address.substring(gap + 2), true);
    if (head == null || tail == null) {
      return null;
    }
    int missing = GROUPS - head.size() - tail.size();
    if (gap < 0 ? missing != 0 : missing < 1) {
      return null;
    }
    var all = new ArrayList<>(head);
    for (int i = 0; i < missing; i++) {
      all.add(0);
    }
    all.addAll(tail);
    boolean mapped = all.get(5) == 0xFFFF;
    for (int i = 0; i < 5; i++) {
      mapped &= all.get(i) == 0;
    }
    return mapped ? dotted((long) all.get(6) << 16 | all.get(7)) : compressed(all);
  }

  /// @param last whether the end may be written as IPv4
  private static @Nullable List<Integer> groups(String text, boolean last) {
    var groups = new ArrayList<Integer>();
    if (text.isEmpty()) {
      return groups;
    }
    String[] parts = text.split(":", -1);
    for (int i = 0; i < parts.length; i++) {
      String part = parts[i];
      if (last && i == parts.length - 1 && part.indexOf('.') >= 0) {
        String dotted = isPlainDotted(part) ? ipv4(part) : null;
        if (dotted == null) {
          return null;
        }
        String[] bytes = dotted.split("\\.", -1);
        groups.add(Integer.parseInt(bytes[0]) << 8 | Integer.parseInt(bytes[1]));
        groups.add(Integer.parseInt(bytes[2]) << 8 | Integer.parseInt(bytes[3]));
      } else if (part.length() > 4 || !digits(part, 16)) {
        return null;
      } else {
        groups.add(Integer.parseInt(part, 16));
      }
    }
    return groups;
  }

  private static boolean isPlainDotted(String text) {
    String[] parts = text.split("\\.", -1);
    boolean plain = parts.length == 4;
    for (String part : parts) {
      plain &= digits(part, 10) && part.length() <= 3;
    }
    return plain;
  }

  /// The longest row of zeros, the first of several, becomes `::`.
  private static String compressed(List<Integer> groups) {
    int start = -1;
    int longest = 1;
    for (int i = 0; i < GROUPS; i++) {
      int end = i;
      while (end < GROUPS && groups.get(end) == 0) {
        end++;
      }
      if (end - i > longest) {
        start = i;
        longest = end - i;
      }
    }
    var out = new StringBuilder();
    for (int i = 0; i < GROUPS; i++) {
      if (i == start) {
        out.append("::");
        i += longest - 1;
      } else {
        boolean first = out.isEmpty() || out.charAt(out.length() - 1) == ':';
        out.append(first ? "" : ":").append(Integer.toHexString(groups.get(i)));
      }
    }
    return out.toString();
  }
}
