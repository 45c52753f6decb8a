package dev.tenon.core.http.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is compared and what is connected to are one host.
class HostTest {
  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 127.0.0.1",
    "127.1, 127.0.0.1",
    "0177.1, 127.0.0.1",
    "0x7f000001, 127.0.0.1",
    "0X7F.0.0.1, 127.0.0.1",
    "2130706433, 127.0.0.1",
    "00000000000000000177.0.0.1, 127.0.0.1",
    "::ffff:127.0.0.1, 127.0.0.1",
    "[::FFFF:7f00:1], 127.0.0.1",
    "0x, 0.0.0.0",
    "4294967295, 255.255.255.255",
    "::1, ::1",
    "[0:0::0:1], ::1",
    "fe80::1%eth0, fe80::1",
    "2001:DB8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
    "EXAMPLE.org., example.org",
    "BÜCHER.example, xn--bcher-kva.example",
    "my_service, my_service",
  })
  void aHostHasOneSpelling(String text, String canonical) {
    assertThat(Host.canonical(text)).isEqualTo(canonical);
    assertThat(Host.canonical(Host.written(canonical))).isEqualTo(canonical);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        ".",
        "a..b",
        ".a",
        "a b",
        "a/b",
        "256.1",
        "1.2.3.4.5",
        "4294967296",
        "1.2.3.256",
        "99999999999999999999",
        "08.1",
        "0x100000000",
        "a.08",
        "a.1",
        "[::1",
        ":::1",
        "1::2::3",
        "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:8:9",
        "::12345",
        "::1.2.3",
        "::01.2.3.4",
        "[a]",
        "*"
      })
  void whatIsNoHostHasNone(String text) {
    assertThat(Host.canonical(text)).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "localhost, true",
    "a.localhost, true",
    "127.0.0.1, true",
    "10.1.2.3, true",
    "::1, true",
    "fd00::1, true",
    "169.254.169.254, true",
    "example.org, false",
    "93.184.216.34, false",
    "2606:4700:4700::1111, false",
    "localhost.example.org, false",
    "notlocalhost, false"
  })
  void everybodyCanSeeWhatIsClosed(String host, boolean closed) {
    assertThat(AddressGuard.closes(host)).isEqualTo(closed);
  }

  @Test
  void whatTheStrictReaderTakesTheOtherReadsAlike() throws Exception {
    String[] pieces = {
      "1",
      "0",
      "127",
      "255",
      "256",
      "0x7f",
      ".",
      ".",
      ".",
      ":",
      "::",
      "[",
      "]",
      "a",
      "f",
      "ffff",
      "-",
      "_",
      "%",
      "x",
      "localhost",
      "example",
      "org"
    };
    int read = 0;
    for (int seed = 0; seed < 200_000; seed++) {
      var random = new Random(seed);
      var text = new StringBuilder();
      for (int i = 1 + random.nextInt(9); i > 0; i--) {
        text.append(pieces[random.nextInt(pieces.length)]);
      }
      Host host;
      try {
        host = Host.parse(text.toString());
      } catch (MalformedAddressException odd) {
        continue;
      }
      read++;
      String canonical = Host.canonical(text.toString());
      assertThat(canonical).as("seed " + seed + ": " + text).isNotNull();
      InetAddress literal = host.literal();
      if (literal == null) {
        assertThat(canonical).as("seed " + seed).isEqualTo(host.text());
        assertThat(Host.isAddress(canonical)).as("seed " + seed).isFalse();
      } else {
        assertThat(Host.isAddress(canonical)).as("seed " + seed).isTrue();
        // The JDK reads the canonical form as the very same address; it makes IPv4 of mapped ones.
        assertThat(InetAddress.ofLiteral(canonical)).as("seed " + seed).isEqualTo(literal);
      }
    }
    assertThat(read).isGreaterThan(10_000);
  }
}
