package dev.tenon.core.http.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.http.TransportException;
import dev.tenon.core.http.TransportException.Failure;
import dev.tenon.harness.RawServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FetchCodingsTest {
  private static final byte[] TEXT = "hello, hello, hello\n".repeat(1_000).getBytes(UTF_8);

  private final Pages pages = new Pages();

  @AfterEach
  void close() {
    pages.close();
  }

  /// @param steps what is done to the text in turn: gzip, zlib, raw
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gzip | Content-Encoding: gzip",
        "gzip | content-encoding:x-gzip",
        "gzip | Content-Encoding: GZip",
        "zlib | Content-Encoding: deflate",
        "raw | Content-Encoding: deflate",
        "none | Content-Encoding: identity",
        "none | Content-Encoding:",
        "none | X: y",
        "gzip,zlib | Content-Encoding: gzip, deflate",
        "gzip,gzip | Content-Encoding: gzip, identity, gzip",
        "raw,gzip,zlib | Content-Encoding: deflate, gzip ,, deflate",
      })
  void unpacks(String steps, String header) throws Exception {
    byte[] packed = TEXT;
    for (String step : steps.split(",", -1)) {
      packed = packed(step, packed);
    }
    pages.page("/", "HTTP/1.1 200 OK\r\n" + header, packed);
    try (Fetched fetched = pages.get("/")) {
      assertThat(fetched.content().bytes()).isEqualTo(TEXT);
    }
    assertThat(pages.heads.getFirst())
        .contains("Accept-Encoding: gzip, deflate\r\n")
        .doesNotContain("identity");
  }

  @Test
  void severalHeadersCountAsOne() throws Exception {
    pages.page(
        "/",
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Encoding: deflate",
        packed("zlib", packed("gzip", TEXT)));
    try (Fetched fetched = pages.get("/")) {
      assertThat(fetched.content().bytes()).isEqualTo(TEXT);
    }
  }

  /// Several members, each byte in a chunk of its own: a pause of the network is no end.
  @Test
  void unpacksMembersAsTheyTrickle() throws Exception {
    var joined = new ByteArrayOutputStream();
    joined.write(packed("gzip", "one ".getBytes(UTF_8)));
    joined.write(packed("gzip", new byte[0]));
    joined.write(packed("gzip", "two".getBytes(UTF_8)));
    joined.write(new byte[10]);
    pages.page("/", (in, out) -> trickle(out, joined.toByteArray()));
    try (Fetched fetched = pages.get("/")) {
      assertThat(fetched.text().text()).isEqualTo("one two");
    }
  }

  @Test
  void readsEveryPartOfAHead() throws Exception {
    byte[] plain = packed("gzip", TEXT);
    var full = new ByteArrayOutputStream();
    full.write(new byte[] {0x1f, (byte) 0x8b, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 3});
    full.write(new byte[] {3, 0, 1, 2, 3});
    full.write("name\0comment\0".getBytes(UTF_8));
    full.write(new byte[] {0, 0});
    full.write(plain, 10, plain.length - 10);
    pages.page("/", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip", full.toByteArray());
    try (Fetched fetched = pages.get("/")) {
      assertThat(fetched.content().bytes()).isEqualTo(TEXT);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "deflate", "gzip, gzip"})
  void anEmptyBodyIsEmpty(String coding) throws Exception {
    pages.page("/", "HTTP/1.1 200 OK\r\nContent-Encoding: " + coding, new byte[0]);
    try (Fetched fetched = pages.get("/")) {
      assertThat(fetched.content().bytes()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"br", "zstd", "compress", "'gzip, br'", "'br, gzip'", "aws-chunked"})
  void aCodingThatNobodyAskedForIsTold(String coding) {
    pages.page("/", "HTTP/1.1 200 OK\r\nContent-Encoding: " + coding, TEXT);
    assertThatThrownBy(() -> pages.get("/"))
        .hasMessageContaining("a.test packed its answer in a way that was not asked for ('")
        .hasMessageEndingWith("only gzip and deflate are read");
  }

  @Test
  void aPackedTransferIsTold() {
    pages.page(
        "/",
        (in, out) ->
            RawServer.write(
                out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"));
    assertThatThrownBy(() -> pages.get("/")).hasMessageContaining("('gzip')");
  }

  @Test
  void manyCodingsAreRefused() {
    pages.page("/", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip,gzip,gzip,gzip", TEXT);
    assertThatThrownBy(() -> pages.get("/")).hasMessageContaining("more than 3 times");
  }

  @ParameterizedTest
  @CsvSource({"gzip, gzip", "deflate, zlib", "deflate, raw"})
  void aBodyThatEndsTooEarlyIsNoEnd(String coding, String step) throws Exception {
    byte[] whole = packed(step, TEXT);
    for (int length = 1; length < whole.length; length += 1 + length / 4) {
      byte[] part = Arrays.copyOf(whole, length);
      pages.page("/", "HTTP/1.1 200 OK\r\nContent-Encoding: " + coding, part);
      assertThatThrownBy(() -> read("/"))
          .as("%s of %s bytes", length, whole.length)
          .isInstanceOfSatisfying(
              TransportException.class, e -> assertThat(e.failure()).isEqualTo(Failure.CUT))
          .hasMessage("the packed answer of a.test ends before its end");
    }
  }

  @ParameterizedTest
  @CsvSource({"gzip, gzip", "deflate, zlib"})
  void aFlippedBitIsTold(String coding, String step) throws Exception {
    byte[] whole = packed(step, TEXT);
    int told = 0;
    for (int at = 0; at < whole.length; at++) {
      byte[] flipped = whole.clone();
      flipped[at] ^= 0x10;
      pages.page("/", "HTTP/1.1 200 OK\r\nContent-Encoding: " + coding, flipped);
      try (Fetched fetched = pages.get("/")) {
        // Some bits mean nothing: a date in the head, the padding at the end.
        assertThat(fetched.content().bytes()).as("byte %s", at).isEqualTo(TEXT);
      } catch (TransportException damaged) {
        assertThat(damaged).hasMessageStartingWith("the packed answer of a.test ");
        told++;
      }
    }
    assertThat(told).isGreaterThan(whole.length / 2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "deflate"})
  void textThatIsNotPackedIsTold(String coding) {
    pages.page("/", "HTTP/1.1 200 OK\r\nContent-Encoding: " + coding, TEXT);
    assertThatThrownBy(() -> read("/"))
        .isInstanceOfSatisfying(
            TransportException.class, e -> assertThat(e.failure()).isEqualTo(Failure.GARBAGE))
        .hasMessageStartingWith("the packed answer of a.test ");
  }

  @ParameterizedTest
  @CsvSource({"gzip, gzip", "deflate, zlib", "deflate, raw"})
  void whatStandsBehindTheEndIsTold(String coding, String step) throws Exception {
    var both = new ByteArrayOutputStream();
    both.write(packed(step, TEXT));
    both.write("junk".getBytes(UTF_8));
    pages.page("/", "HTTP/1.1 200 OK\r\nContent-Encoding: " + coding, both.toByteArray());
    assertThatThrownBy(() -> read("/")).hasMessageStartingWith("the packed answer of a.test ");
  }

  @ParameterizedTest
  @CsvSource({"gzip, gzip", "deflate, zlib", "deflate, raw", "'gzip, gzip', 'gzip,gzip'"})
  void aBombIsStoppedAtTheRatio(String coding, String steps) throws Exception {
    byte[] packed = new byte[64_000_000];
    for (String step : steps.split(",", -1)) {
      packed = packed(step, packed);
    }
    pages.page("/", "HTTP/1.1 200 OK\r\nContent-Encoding: " + coding, packed);
    var limits = new Limits(1 << 30, 100, Duration.ofSeconds(20));
    try (Fetched fetched = pages.get("/", limits)) {
      InputStream body = fetched.body();
      var chunk = new byte[8_192];
      long count = 0;
      TransportException stopped = null;
      while (stopped == null) {
        try {
          int read = body.read(chunk);
          assertThat(read).isPositive();
          count += read;
        } catch (TransportException bomb) {
          stopped = bomb;
        }
      }
      assertThat(stopped)
          .hasMessage(
              "the answer of a.test unpacks to more than 100 times its size, which is the bound");
      assertThat(count).isLessThan(10_000_000);
      assertThatThrownBy(() -> body.read(chunk)).isInstanceOf(TransportException.class);
    }
  }

  @Test
  void textThatPacksWellIsNoBomb() throws Exception {
    byte[] text = new byte[Ratio.FREE];
    pages.page("/", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip", packed("gzip", text));
    try (Fetched fetched = pages.get("/", new Limits(Ratio.FREE, 1, Duration.ofSeconds(20)))) {
      assertThat(fetched.content().bytes()).hasSize(Ratio.FREE);
    }
  }

  @Test
  void randomBytesSurviveAnyPackingAndAnyChunks() throws Exception {
    long seed = Long.getLong("tenon.seed", 13);
    var random = new Random(seed);
    for (int round = 0; round < 30; round++) {
      byte[] bytes = new byte[random.nextInt(40_000)];
      random.nextBytes(bytes);
      Arrays.fill(bytes, 0, random.nextInt(bytes.length + 1), (byte) 'x');
      String step = new String[] {"gzip", "zlib", "raw"}[random.nextInt(3)];
      String coding = step.equals("gzip") ? "gzip" : "deflate";
      pages.page("/", "HTTP/1.1 200 OK\r\nContent-Encoding: " + coding, packed(step, bytes));
      try (Fetched fetched = pages.get("/")) {
        InputStream body = fetched.body();
        var out = new ByteArrayOutputStream();
        var chunk = new byte[1 + random.nextInt(5_000)];
        for (int read = body.read(chunk); read >= 0; read = body.read(chunk)) {
          out.write(chunk, 0, read);
        }
        assertThat(out.toByteArray()).as("seed %s round %s", seed, round).isEqualTo(bytes);
      }
    }
  }

  private void read(String path) throws TransportException, InterruptedException {
    try (Fetched fetched = pages.get(path)) {
      fetched.content();
    }
  }

  private static void trickle(OutputStream out, byte[] bytes) throws IOException {
    RawServer.write(
        out, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (byte each : bytes) {
      out.write("1\r\n".getBytes(UTF_8));
      out.write(each);
      out.write("\r\n".getBytes(UTF_8));
      out.flush();
    }
    RawServer.write(out, "0\r\n\r\n");
  }

  static byte[] packed(String step, byte[] bytes) throws IOException {
    var out = new ByteArrayOutputStream();
    switch (step) {
      case "gzip" -> {
        try (var gzip = new GZIPOutputStream(out)) {
          gzip.write(bytes);
        }
      }
      case "zlib", "raw" -> {
        var deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, step.equals("raw"));
        try (var deflate = new DeflaterOutputStream(out, deflater)) {
          deflate.write(bytes);
        }
        deflater.end();
      }
      default -> out.write(bytes);
    }
    return out.toByteArray();
  }
}
