package dev.tenon.core.http.guard;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Which network addresses are no part of the public internet, by the registries of IANA for
/// special purposes. An IPv6 address that carries an IPv4 address is judged by that one, or refused
/// where the carrying form itself is out of use.
final class Ranges {
  private static final Range[] FOUR = {
    range("0.0.0.0", 8, "unspecified"),
    range("10.0.0.0", 8, "private"),
    range("100.64.0.0", 10, "carrier-grade NAT"),
    range("127.0.0.0", 8, "loopback"),
    range("169.254.0.0", 16, "link-local"),
    range("172.16.0.0", 12, "private"),
    range("192.0.0.0", 24, "reserved"),
    range("192.0.2.0", 24, "documentation"),
    range("192.88.99.0", 24, "reserved"),
    range("192.168.0.0", 16, "private"),
    range("198.18.0.0", 15, "benchmark"),
    range("198.51.100.0", 24, "documentation"),
    range("203.0.113.0", 24, "documentation"),
    range("224.0.0.0", 4, "multicast"),
    range("255.255.255.255", 32, "broadcast"),
    range("240.0.0.0", 4, "reserved"),
  };

  /// The first that holds the address counts; what none of them holds is public only within
  /// [#GLOBAL].
  private static final Range[] SIX = {
    range("::", 128, "unspecified"),
    range("::1", 128, "loopback"),
    range("::", 96, "IPv4-compatible"),
    range("64:ff9b:1::", 48, "NAT64 of a local network"),
    range("100::", 64, "discarded"),
    range("2001::", 32, "Teredo"),
    range("2001:2::", 48, "benchmark"),
    range("2001::", 23, "reserved"),
    range("2001:db8::", 32, "documentation"),
    range("2002::", 16, "6to4"),
    range("3fff::", 20, "documentation"),
    range("fc00::", 7, "unique-local"),
    range("fe80::", 10, "link-local"),
    range("fec0::", 10, "site-local"),
    range("ff00::", 8, "multicast"),
  };

  private static final Range GLOBAL = range("2000::", 3, "global");
  private static final Range MAPPED = range("::ffff:0:0", 96, "IPv4-mapped");
  private static final Range NAT64 = range("64:ff9b::", 96, "NAT64");

  private Ranges() {}

  private static final class Range {
    private final byte[] start;
    private final int bits;
    private final String kind;

    Range(byte[] start, int bits, String kind) {
      this.start = start;
      this.bits = bits;
      this.kind = kind;
    }

    boolean holds(byte[] address) {
      for (int bit = 0; bit < bits; bit++) {
        int mask = 0x80 >> (bit & 7);
        if (((address[bit >> 3] ^ start[bit >> 3]) & mask) != 0) {
          return false;
        }
      }
      return true;
    }
  }

  private static Range range(String start, int bits, String kind) {
    byte @Nullable [] bytes = start.indexOf(':') < 0 ? IpText.four(start) : IpText.six(start);
    if (bytes == null) {
      throw new IllegalArgumentException(start);
    }
    return new Range(bytes, bits, kind);
  }

  /// What kind of address it is that a stranger's word must not lead to, or null if it is public
  /// and not of this machine.
  static @Nullable String refusal(InetAddress address) {
    return refusal(address, Ranges::ofThisMachine);
  }

  static @Nullable String refusal(InetAddress address, Predicate<InetAddress> own) {
    String kind = kind(address.getAddress());
    return kind != null ? kind : own.test(address) ? "this machine's own" : null;
  }

  static @Nullable String kind(byte[] address) {
    if (address.length == 4) {
      return within(FOUR, address);
    }
    if (MAPPED.holds(address) || NAT64.holds(address)) {
      byte[] carried = {address[12], address[13], address[14], address[15]};
      String kind = within(FOUR, carried);
      String form = MAPPED.holds(address) ? MAPPED.kind : NAT64.kind;
      return kind == null ? null : kind + " (" + form + ")";
    }
    String kind = within(SIX, address);
    if (kind != null) {
      return kind;
    }
    return isatap(address) ? "ISATAP" : GLOBAL.holds(address) ? null : "reserved";
  }

  private static @Nullable String within(Range[] ranges, byte[] address) {
    for (Range range : ranges) {
      if (range.holds(address)) {
        return range.kind;
      }
    }
    return null;
  }

  /// An interface id of `0:5efe` or `200:5efe` and an IPv4 address of the own site.
  private static boolean isatap(byte[] address) {
    return (address[8] & 0xfd) == 0
        && address[9] == 0
        && address[10] == 0x5e
        && (address[11] & 0xff) == 0xfe;
  }

  /// A public address of the own machine leads to services that only it should see.
  static boolean ofThisMachine(InetAddress address) {
    try {
      return NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException unknown) {
      return false;
    }
  }
}
