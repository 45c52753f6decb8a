package dev.tenon.core.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProxiesTest {
  @Test
  void eachSchemeHasItsOwn() {
    var proxies = Proxies.of(Map.of("HTTP_PROXY", "one:1", "HTTPS_PROXY", "http://two:2/"));

    assertThat(proxies.proxyFor(URI.create("http://h"))).hasToString("one:1");
    assertThat(proxies.proxyFor(URI.create("https://h"))).hasToString("two:2");
  }

  @Test
  void allProxyIsForWhatHasNoneOfItsOwn() {
    var proxies = Proxies.of(Map.of("http_proxy", "one:1", "ALL_PROXY", "http://all:9"));

    assertThat(proxies.proxyFor(URI.create("http://h"))).hasToString("one:1");
    assertThat(proxies.proxyFor(URI.create("https://h"))).hasToString("all:9");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"http://localhost:1", "http://127.0.0.1", "http://127.8.8.8", "http://[::1]:8080"})
  void theOwnMachineIsNeverAskedThroughAProxy(String uri) {
    assertThat(Proxies.of(Map.of("HTTP_PROXY", "p:1")).proxyFor(URI.create(uri))).isNull();
  }

  @Test
  void aNameThatOnlyLooksLikeTheOwnMachineIs() {
    assertThat(Proxies.of(Map.of("HTTP_PROXY", "p:1")).proxyFor(URI.create("http://127.evil.com")))
        .isNotNull();
  }

  @ParameterizedTest
  @CsvSource({
    "example.com, http://example.com, true",
    "example.com, http://api.example.com, true",
    "example.com, http://badexample.com, false",
    ".example.com, http://api.example.com, true",
    "*.example.com, http://api.example.com, true",
    "example.com:8080, http://example.com:8080, true",
    "example.com:8080, http://example.com:9090, false",
    "*, http://anything, true",
    "'a.com, EXAMPLE.com', http://example.COM, true",
    "'', http://example.com, false",
  })
  void noProxyNamesExceptions(String exceptions, String uri, boolean direct) {
    var proxies = Proxies.of(Map.of("HTTP_PROXY", "p:1", "NO_PROXY", exceptions));

    assertThat(proxies.proxyFor(URI.create(uri)) == null).isEqualTo(direct);
  }

  @ParameterizedTest
  @ValueSource(strings = {"socks5://p:1", "http://user:secret@", "::secret::"})
  void anAddressThatIsNoneIsAnErrorWithoutItsSecret(String value) {
    assertThatThrownBy(() -> Proxies.of(Map.of("HTTP_PROXY", value)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("HTTP_PROXY")
        .hasMessageNotContaining("secret");
  }
}
