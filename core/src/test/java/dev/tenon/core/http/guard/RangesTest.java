package dev.tenon.core.http.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RangesTest {

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, loopback",
    "10.1.2.3, private",
    "100.64.0.1, carrier-grade NAT",
    "169.254.169.254, link-local",
    "0.0.0.0, unspecified",
    "224.0.0.1, multicast",
    "255.255.255.255, broadcast",
    "255.255.255.254, reserved",
    "::1, loopback",
    "fd00::1, unique-local",
    "fe80::1, link-local",
    "fec0::1, site-local",
    "::10.0.0.1, IPv4-compatible",
    "2002:a00:1::, 6to4",
    "2001::1, Teredo",
    "64:ff9b::10.0.0.1, private (NAT64)",
    "2606:4700::5efe:1.1.1.1, ISATAP",
  })
  void namesTheKind(String address, String kind) throws Exception {
    assertThat(Ranges.refusal(InetAddress.ofLiteral(address))).isEqualTo(kind);
  }

  /// A mapped address that stayed one: the JDK turns them into four bytes, others need not.
  @Test
  void judgesMappedBytes() {
    byte[] mapped = IpText.six("::ffff:10.0.0.1");
    assertThat(Ranges.kind(mapped)).isEqualTo("private (IPv4-mapped)");
    assertThat(Ranges.kind(IpText.six("::ffff:1.1.1.1"))).isNull();
  }

  @Test
  void aPublicAddressOfThisMachineIsClosed() throws Exception {
    InetAddress address = InetAddress.ofLiteral("93.184.216.34");
    assertThat(Ranges.refusal(address, each -> true)).isEqualTo("this machine's own");
    assertThat(Ranges.refusal(address, each -> false)).isNull();
    assertThat(Ranges.ofThisMachine(InetAddress.getLoopbackAddress())).isTrue();
    assertThat(Ranges.ofThisMachine(address)).isFalse();
  }
}
