package dev.tenon.core.http.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WebAddressTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "HTTP://Example.ORG                 | http://example.org/",
        "http://example.org:80/             | http://example.org/",
        "https://example.org:443/a?b        | https://example.org/a?b",
        "http://example.org:443/            | http://example.org:443/",
        "http://example.org?q               | http://example.org/?q",
        "http://example.org#f               | http://example.org/#f",
        "http://example.org/a/./b/../c      | http://example.org/a/c",
        "http://example.org/../../a         | http://example.org/a",
        "http://example.org/a/..            | http://example.org/",
        "http://example.org/a/.             | http://example.org/a/",
        "http://example.org//a              | http://example.org//a",
        "http://example.org/ü?ü#ü           | http://example.org/%C3%BC?%C3%BC#%C3%BC",
        "http://example.org/%zz%41          | http://example.org/%25zz%41",
        "http://example.org/a{}<>|http://example.org/a%7B%7D%3C%3E",
        "http://example.org/?a[]=1          | http://example.org/?a%5B%5D=1",
        "http://[2001:DB8:0:0:1:0:0:1]/     | http://[2001:db8::1:0:0:1]/",
        "http://[::FFFF:1.2.3.4]:8/         | http://[::ffff:102:304]:8/",
        "http://[1:0:3:4:5:6:7:8]/          | http://[1:0:3:4:5:6:7:8]/",
        "http://xn--bcher-kva.example/      | http://xn--bcher-kva.example/",
      })
  void hasOneSpelling(String written, String read) {
    assertThat(WebAddress.parse(written).text()).isEqualTo(read);
    assertThat(WebAddress.parse(read).text()).isEqualTo(read);
  }

  /// The examples of RFC 3986, 5.4, as far as they are http.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "g        | http://a/b/c/g",
        "./g      | http://a/b/c/g",
        "g/       | http://a/b/c/g/",
        "/g       | http://a/g",
        "//g      | http://g/",
        "//g:81/x | http://g:81/x",
        "?y       | http://a/b/c/d;p?y",
        "g?y      | http://a/b/c/g?y",
        "#s       | http://a/b/c/d;p?q#s",
        "g#s      | http://a/b/c/g#s",
        "g?y#s    | http://a/b/c/g?y#s",
        ";x       | http://a/b/c/;x",
        "''       | http://a/b/c/d;p?q",
        ".        | http://a/b/c/",
        "./       | http://a/b/c/",
        "..       | http://a/b/",
        "../g     | http://a/b/g",
        "../..    | http://a/",
        "../../g  | http://a/g",
        "../../../g | http://a/g",
        "/./g     | http://a/g",
        "/../g    | http://a/g",
        "g.       | http://a/b/c/g.",
        "..g      | http://a/b/c/..g",
        "./../g   | http://a/b/g",
        "g;x=1/../y | http://a/b/c/y",
        "g?y/../x | http://a/b/c/g?y/../x",
        "HTTPS://B:443/x | https://b/x",
        "g:80/x | refused",
        "http:g | refused",
        "mailto:x@y | refused",
        "javascript:alert(1) | refused",
        "///g | refused",
        "\\\\g | refused",
        "/a b | refused",
        "//user@g/ | refused",
        "//127.1/ | refused",
        "//g:0/ | refused",
      })
  void resolvesReferences(String reference, String expected) {
    WebAddress base = WebAddress.parse("http://a/b/c/d;p?q");
    if (expected.equals("refused")) {
      assertThatThrownBy(() -> base.resolve(reference))
          .isInstanceOf(MalformedAddressException.class);
    } else {
      assertThat(base.resolve(reference).text()).isEqualTo(expected);
    }
  }

  @Test
  void aReferenceKeepsItsBytesAndTheFragmentOfTheBase() {
    WebAddress base = WebAddress.parse("http://a/b#here");
    // The bytes of ü in UTF-8, read as one character each.
    assertThat(base.resolve("/\u00c3\u00bc").text()).isEqualTo("http://a/%C3%BC#here");
    assertThat(base.resolve("c#there").text()).isEqualTo("http://a/c#there");
    assertThat(base.resolve("http://b/").text()).isEqualTo("http://b/#here");
  }

  /// Why [URI] does not read addresses that strangers wrote: the host that each of the two sees.
  @ParameterizedTest
  @CsvSource(
      delimiter = '¦',
      value = {
        "http://user:x@example.org/   ¦ example.org ¦ refused",
        "http://example.org:0/        ¦ example.org ¦ refused",
        "http://example.org:99999/    ¦ example.org ¦ refused",
        "http://example.org:/         ¦ example.org ¦ refused",
        "http://example.org./         ¦ example.org. ¦ refused",
        "http://EXAMPLE.org/          ¦ EXAMPLE.org ¦ example.org",
        "http://127.1/                ¦ none ¦ refused",
        "http://0x7f000001/           ¦ 0x7f000001 ¦ refused",
        "http://2130706433/           ¦ 2130706433 ¦ refused",
        "http://a_b.example.org/      ¦ none ¦ refused",
        "http://１２７.0.0.1/         ¦ none ¦ refused",
        "http://010.0.0.1/            ¦ 010.0.0.1 ¦ refused",
        "http://[fe80::1%25eth0]/     ¦ [fe80::1%25eth0] ¦ refused",
        "http://[::ffff:127.0.0.1]/   ¦ [::ffff:127.0.0.1] ¦ [::ffff:7f00:1]",
        "http://example.org/a|b       ¦ throws ¦ example.org",
        "http:///x                    ¦ none ¦ refused",
        "//example.org/               ¦ example.org ¦ refused",
        "ftp://example.org/           ¦ example.org ¦ refused",
      })
  void theJdkReadsDifferently(String written, String theirs, String ours) {
    assertThat(hostOfTheJdk(written)).isEqualTo(theirs);
    assertThat(hostOfOurs(written)).isEqualTo(ours);
  }

  private static String hostOfTheJdk(String written) {
    try {
      String host = new URI(written).getHost();
      return host == null ? "none" : host;
    } catch (URISyntaxException odd) {
      return "throws";
    }
  }

  private static String hostOfOurs(String written) {
    try {
      return WebAddress.parse(written).host();
    } catch (MalformedAddressException odd) {
      return "refused";
    }
  }

  @Test
  void everyCharacterOfAPathIsSentOrRefused() {
    for (char c = 0; c < 0x300; c++) {
      String text = "http://example.org/a" + c + "b?a" + c + "b#a" + c + "b";
      if (c <= ' ' || c == 127 || c == '\\') {
        assertThatThrownBy(() -> WebAddress.parse(text))
            .as("%x", (int) c)
            .hasMessageContaining("%");
      } else {
        assertThat(WebAddress.parse(text).uri().getHost())
            .as("%x", (int) c)
            .isEqualTo("example.org");
        assertThat(WebAddress.parse(text).text()).matches("[!-~]+");
      }
    }
    assertThatThrownBy(() -> WebAddress.parse("http://example.org/\ud800"))
        .hasMessageContaining("half of a character");
    assertThatThrownBy(() -> WebAddress.parse("http://example.org/" + "x".repeat(9_000)))
        .hasMessageContaining("at most 8192 characters");
  }

  @Test
  void randomTextIsReadInOneWayOrRefused() {
    long seed = Long.getLong("tenon.seed", 13);
    var random = new Random(seed);
    String alphabet = "http://s:@[]%.#?\\/ 0x127aé_-\t";
    for (int round = 0; round < 50_000; round++) {
      var text = new StringBuilder(random.nextInt(4) == 0 ? "" : "http://");
      int length = random.nextInt(14);
      for (int i = 0; i < length; i++) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      String written = text.toString();
      try {
        WebAddress address = WebAddress.parse(written);
        URI uri = address.uri();
        assertThat(uri.getHost()).as("seed %s: %s", seed, written).isEqualTo(address.host());
        assertThat(WebAddress.parse(address.text())).isEqualTo(address);
      } catch (MalformedAddressException refused) {
        assertThat(refused.getMessage()).as("seed %s: %s", seed, written).isNotBlank();
      }
    }
  }

  @Test
  void addressesSurviveTheirText() throws Exception {
    var random = new Random(Long.getLong("tenon.seed", 13));
    for (int round = 0; round < 5_000; round++) {
      var bytes = new byte[16];
      random.nextBytes(bytes);
      for (int i = 0; i < 16; i++) {
        bytes[i] = random.nextInt(2) == 0 ? 0 : bytes[i];
      }
      String text = IpText.text(bytes);
      assertThat(IpText.six(text)).as(text).isEqualTo(bytes);
      byte[] theirs = InetAddress.ofLiteral(text).getAddress();
      byte[] ours = theirs.length == 4 ? Arrays.copyOfRange(bytes, 12, 16) : bytes;
      assertThat(theirs).as(text).isEqualTo(ours);
    }
  }
}
