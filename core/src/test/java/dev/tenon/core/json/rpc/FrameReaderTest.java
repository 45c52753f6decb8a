package dev.tenon.core.json.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FrameReaderTest {
  private static final int MAX = 1000;

  private static List<String> read(Framing framing, InputStream in) throws IOException {
    var found = new ArrayList<String>();
    FrameReader reader = framing.reader(in, MAX);
    for (Frame frame = reader.next(); ; frame = reader.next()) {
      switch (frame) {
        case Frame.Message message ->
            found.add("message " + new String(message.bytes(), StandardCharsets.UTF_8));
        case Frame.TooLarge large -> found.add("large " + large.size());
        case Frame.Garbage garbage -> found.add("garbage " + garbage.what());
        case Frame.Broken broken -> {
          found.add("broken " + broken.why());
          return found;
        }
        case Frame.End ignored -> {
          return found;
        }
      }
    }
  }

  private static List<String> read(Framing framing, String text) throws IOException {
    return read(
        framing,
        new ByteArrayInputStream(
            text.replace("~", "\r\n").replace("¶", "\n").getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "Content-Length: 2~~{}| message {}",
        "content-LENGTH:2~~{}| message {}",
        "Content-Length:   2  ~~{}| message {}",
        "Content-Length: 2¶¶{}| message {}",
        "Content-Type: application/vscode-jsonrpc; charset=utf-8~Content-Length: 2~~{}| message {}",
        "Content-Length: 2~X-Other: 1~Y: 2~~{}| message {}",
        "Content-Length: 2~Content-Length: 2~~{}| message {}",
        "Content-Length: 2~~{}Content-Length: 4~~[{}]| message {}, message [{}]",
        "~~~Content-Length: 2~~{}| message {}",
        "Content-Length: 2~~{}~~~Content-Length: 2~~{}| message {}, message {}",
        "Content-Length: 0~~Content-Length: 2~~{}| message , message {}",
        "Content-Length: 3~~ä1| message ä1",
        "started: yes~Content-Length: 2~~{}| message {}",
        "hello~Content-Length: 2~~{}| garbage hello, message {}",
        "helloContent-Length: 2~~{}| message {}",
        "Content-Length: 2~Content-Length: 3~~{}| broken two Content-Length headers say 2 and 3",
        "Content-Length: -1~~{}| broken 'Content-Length: -1' is no length",
        "Content-Length: 2.0~~{}| broken 'Content-Length: 2.0' is no length",
        "Content-Length: +2~~{}| broken 'Content-Length: +2' is no length",
        "Content-Length: 0x2~~{}| broken 'Content-Length: 0x2' is no length",
        "Content-Length: ~~{}| broken 'Content-Length:' is no length",
        "Content-Length: 99999999999999999999~~{}| broken 'Content-Length: 99999999999999999999' is"
            + " no length",
        "Content-Length: 1099511627776~~{}| broken a message of 1099511627776 bytes was announced",
        "Content-Length: 5~~{}| broken it ended within a message of 5 bytes",
        "Content-Length: 2~| broken it ended within the headers of a message",
        "Content-Length: 2~nonsense~~{}| broken 'nonsense' is no header",
        "Content-Le| broken it ended within the headers of a message",
        "Content-Length: 1500~~{}| broken it ended within a message of 1500 bytes",
        "| -",
      })
  void headersAreReadWithPatience(@Nullable String text, String expected) throws IOException {
    assertThat(read(Framing.HEADERS, text == null ? "" : text))
        .isEqualTo(expected == null ? List.of() : List.of(expected.split(", ", -1)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "{}¶| message {}",
        "{}~[]~| message {}, message []",
        "{}| message {}",
        "¶¶  {} ¶¶| message {}",
        "starting…¶{}¶| garbage starting…, message {}",
        "{\"a\":¶1}¶| message {\"a\":, garbage 1}",
        "a\u001b[1mred¶| garbage a [1mred",
        "﻿{}¶| message {}",
        "¶ ¶| -",
        "-| -",
      })
  void linesAreReadWithPatience(@Nullable String text, String expected) throws IOException {
    assertThat(read(Framing.LINES, text == null ? "" : text))
        .isEqualTo(expected == null ? List.of() : List.of(expected.split(", ", -1)));
  }

  @ParameterizedTest
  @EnumSource
  void whatIsOverTheBoundIsPassedOver(Framing framing) throws IOException {
    var bytes = new ByteArrayOutputStream();
    bytes.write(framing.frame("{}".getBytes(StandardCharsets.UTF_8)));
    bytes.write(framing.frame(("{" + "x".repeat(MAX)).getBytes(StandardCharsets.UTF_8)));
    bytes.write(framing.frame(("{" + "x".repeat(MAX - 1)).getBytes(StandardCharsets.UTF_8)));
    bytes.write(framing.frame("[]".getBytes(StandardCharsets.UTF_8)));
    assertThat(read(framing, new ByteArrayInputStream(bytes.toByteArray())))
        .containsExactly(
            "message {}", "large 1001", "message {" + "x".repeat(MAX - 1), "message []");
  }

  @Test
  void aHeadIsKeptOfWhatIsOverTheBound() throws IOException {
    for (Framing framing : Framing.values()) {
      for (int size : new int[] {5_000, 70_000, 300_000}) {
        byte[] message = ("{\"id\":7," + "x".repeat(size)).getBytes(StandardCharsets.UTF_8);
        Frame frame = framing.reader(new ByteArrayInputStream(framing.frame(message)), MAX).next();
        assertThat(frame).isInstanceOf(Frame.TooLarge.class);
        Frame.TooLarge large = (Frame.TooLarge) frame;
        assertThat(new String(large.head(), StandardCharsets.UTF_8))
            .startsWith("{\"id\":7,xx")
            .hasSize(FrameReader.HEAD);
        assertThat(large.size()).isEqualTo(message.length);
      }
    }
  }

  /// A flood without an end, of which nothing may be kept and for whose end nobody may wait.
  @ParameterizedTest
  @EnumSource
  void aFloodIsNotKept(Framing framing) throws IOException {
    var flood =
        new InputStream() {
          private long left = Long.MAX_VALUE;

          @Override
          public int read() {
            throw new UnsupportedOperationException();
          }

          @Override
          public int read(byte[] bytes, int offset, int count) {
            int part = (int) Math.min(left, count);
            left -= part;
            Arrays.fill(bytes, offset, offset + part, (byte) 'x');
            return part == 0 ? -1 : part;
          }
        };
    assertThat(read(framing, flood))
        .singleElement()
        .asString()
        .isIn(
            "broken a line does not end within 1073741824 bytes",
            "broken no Content-Length came within 65536 bytes");
  }

  /// Whatever comes, it ends, and what was whole before it is read.
  @ParameterizedTest
  @EnumSource
  void anythingCanBeRead(Framing framing) throws IOException {
    for (long seed = 0; seed < 1_000; seed++) {
      var random = new Random(seed);
      var bytes = new ByteArrayOutputStream();
      int whole = random.nextInt(4);
      for (int i = 0; i < whole; i++) {
        bytes.write(framing.frame(("{\"n\":" + i + "}").getBytes(StandardCharsets.UTF_8)));
      }
      byte[] noise = new byte[random.nextInt(300)];
      for (int i = 0; i < noise.length; i++) {
        noise[i] =
            (byte)
                (random.nextInt(3) == 0
                    ? random.nextInt(256)
                    : "Content-Length: 123\r\n{}[]\"\\".charAt(random.nextInt(26)));
      }
      bytes.write(noise);
      byte[] all = bytes.toByteArray();
      List<String> found = read(framing, new ByteArrayInputStream(all));
      for (int i = 0; i < whole; i++) {
        assertThat(found.get(i))
            .describedAs("seed %d", seed)
            .isEqualTo("message {\"n\":" + i + "}");
      }
      ByteLink cut = new ByteLink(7, seed);
      Thread.ofVirtual()
          .start(
              () -> {
                try (var out = cut.out) {
                  out.write(all);
                } catch (IOException closed) {
                  // The reader has given up.
                }
              });
      assertThat(read(framing, cut.in)).describedAs("seed %d", seed).isEqualTo(found);
      cut.in.close();
    }
  }
}
