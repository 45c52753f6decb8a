package dev.tenon.core.http.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.http.Addresses;
import dev.tenon.core.http.HttpRequest;
import dev.tenon.core.http.HttpSettings;
import dev.tenon.core.http.Proxies;
import dev.tenon.core.http.Transport;
import dev.tenon.core.http.TransportException;
import dev.tenon.core.http.TransportException.Failure;
import dev.tenon.core.http.fetch.Fetch;
import dev.tenon.core.http.fetch.Fetched;
import dev.tenon.core.http.fetch.Hooks;
import dev.tenon.core.http.fetch.Limits;
import dev.tenon.core.http.tls.Trust;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Many spellings of addresses through the real client, with a canary on every address of this
/// machine.
class SpellingsTest {
  private static final HttpSettings SETTINGS =
      new HttpSettings(
          Duration.ofSeconds(2),
          Duration.ofSeconds(2),
          Duration.ofSeconds(2),
          Duration.ofSeconds(2));
  private static final String PUBLIC = "93.184.216.34";
  private static final int FEWEST = 150;

  private final DnsServer dns = new DnsServer();
  private final Canary canary = new Canary();

  private record Row(String verdict, String address) {
    static Row parse(String line) {
      int mark = line.indexOf(" ¦ ");
      String address =
          Pattern.compile("\\\\u([0-9a-f]{4})")
              .matcher(line.substring(mark + 3))
              .replaceAll(
                  code ->
                      Matcher.quoteReplacement(
                          Character.toString(Integer.parseInt(code.group(1), 16))))
              .replace("\\t", "\t")
              .replace("\\n", "\n")
              .replace("\\r", "\r")
              .replace("\\0", "\0");
      return new Row(line.substring(0, mark), address);
    }
  }

  @BeforeEach
  void fillTheZone() {
    for (String name :
        List.of(
            "local.test",
            "localhost",
            "localhost.localdomain",
            "x.localhost",
            "127.0.0.1.nip.test",
            "7f000001.nip.test",
            "xn--local-test",
            "intranet")) {
      dns.says(name, "127.0.0.1");
    }
    dns.says("six.test", "::1")
        .says("mapped.test", "::ffff:127.0.0.1")
        .says("nat64.test", "64:ff9b::7f00:1")
        .says("sixtofour.test", "2002:7f00:1::")
        .says("both.test", PUBLIC, "127.0.0.1")
        .says("reversed.test", "127.0.0.1", PUBLIC)
        .says("mixed.test", PUBLIC, "fd00::2")
        .says("alias.test", "@local.test")
        .says("aliases.test", "@alias.test")
        .says("metadata.test", "169.254.169.254")
        .says("zero.test", "0.0.0.0")
        .says("public.test", PUBLIC)
        .says("publicalias.test", "@public.test")
        .says("public6.test", "2606:4700:4700::1111")
        .says("publicnat64.test", "64:ff9b::5db8:d822");
  }

  @AfterEach
  void close() {
    canary.close();
    dns.close();
  }

  @Test
  void eachSpellingGetsItsVerdictAndNobodyReachesTheCanary() throws Exception {
    List<Row> rows = rows();
    assertThat(rows).hasSizeGreaterThan(FEWEST);
    var wrong = new ArrayList<String>();
    for (Row row : rows) {
      String verdict = verdict(row.address());
      if (!verdict.equals(row.verdict())) {
        wrong.add(row + " was " + verdict);
      }
      // Once something has connected there is no guard, and nothing further is tried.
      assertThat(verdict).as(row.toString()).matches("malformed|closed|unknown|open .*");
    }
    assertThat(wrong).isEmpty();
    assertThat(canary.hits()).isZero();
  }

  /// So that a canary that nobody hits means something.
  @Test
  void aClientWithoutAGuardReachesTheCanary() {
    try (var transport = new Transport(SETTINGS, Proxies.NONE)) {
      var request =
          HttpRequest.get(URI.create("http://127.0.0.1:" + canary.port() + "/"), Map.of());
      assertThatThrownBy(() -> transport.send(request)).isInstanceOf(TransportException.class);
    }
    assertThat(canary.hits()).isEqualTo(1);
  }

  @Test
  void noMessageShowsWhatMayBeSecret() {
    for (String address :
        List.of(
            "http://user:s3cret@public.test/",
            "http://s3cret@127.0.0.1:80/",
            "http://127.0.0.1:80/s3cret?key=s3cret#s3cret",
            "http://public.test/s3cret key",
            "http://local.test/?s3cret")) {
      assertThatThrownBy(() -> fetch().get(address, Limits.DEFAULTS, Hooks.STRICT))
          .isInstanceOf(TransportException.class)
          .message()
          .doesNotContain("s3cret");
    }
  }

  private List<Row> rows() throws IOException {
    try (var in = SpellingsTest.class.getResourceAsStream("spellings.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .replace("{p}", Integer.toString(canary.port()))
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(Row::parse)
          .toList();
    }
  }

  private String verdict(String address) throws InterruptedException {
    try {
      WebAddress.parse(address);
    } catch (MalformedAddressException malformed) {
      return refused(address, "malformed");
    }
    return refused(address, "closed");
  }

  /// What the client itself says of the address.
  private String refused(String address, String kind) throws InterruptedException {
    try (Fetched fetched = fetch().get(address, Limits.DEFAULTS, Hooks.STRICT)) {
      return "answered " + fetched.status();
    } catch (TransportException failed) {
      String message = String.valueOf(failed.getMessage());
      if (message.startsWith("open ")) {
        return message;
      }
      if (kind.equals("closed") && failed.failure() == Failure.REFUSED) {
        assertThat(message).contains("add connect(").contains("to your rules");
      }
      return failed.failure() == Failure.REFUSED
          ? kind
          : message.startsWith("cannot find ") ? "unknown" : message;
    }
  }

  private Fetch fetch() {
    return new Fetch(
        new DnsNames(dns),
        guard -> new Transport(SETTINGS, Proxies.NONE, Trust.JDK, stopping(guard)));
  }

  /// The guard itself, but for what is open: tests do not connect to the world.
  private static Addresses stopping(Addresses guard) {
    return new Addresses() {
      @Override
      public InetAddress[] direct(String host, int port) throws IOException {
        InetAddress first = guard.direct(host, port)[0];
        throw new TransportException(Failure.NO_CONNECTION, "open " + first.getHostAddress(), null);
      }

      @Override
      public void throughProxy(String host, int port) throws IOException {
        guard.throughProxy(host, port);
      }
    };
  }
}
