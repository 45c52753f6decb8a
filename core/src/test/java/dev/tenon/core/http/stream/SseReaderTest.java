package dev.tenon.core.http.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.http.TransportException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SseReaderTest {
  private static final String[] ENDS = {"\n", "\r", "\r\n"};

  @Test
  void readsNameDataAndId() throws IOException {
    assertThat(events("event: tick\nid: 7\ndata: a\n\n"))
        .containsExactly(new Frame("tick", "a", "7"));
  }

  @Test
  void joinsDataLines() throws IOException {
    assertThat(events("data: a\ndata:\ndata:b\n\n")).containsExactly(new Frame("", "a\n\nb", ""));
  }

  @Test
  void takesOneSpaceAfterTheColonOnly() throws IOException {
    assertThat(events("data:  a \n\n")).containsExactly(new Frame("", " a ", ""));
  }

  @Test
  void passesOverCommentsUnknownFieldsAndEventsWithoutData() throws IOException {
    assertThat(events(": hi\nretry: 3\nevent: none\n\n:\nfoo\ndata: x\n\n"))
        .containsExactly(new Frame("", "x", ""));
  }

  @Test
  void aNameBelongsToItsEventOnly() throws IOException {
    assertThat(events("event: a\ndata: 1\n\ndata: 2\n\n"))
        .containsExactly(new Frame("a", "1", ""), new Frame("", "2", ""));
  }

  @Test
  void passesOverTheByteOrderMark() throws IOException {
    assertThat(events("\ufeffdata: x\n\n")).containsExactly(new Frame("", "x", ""));
  }

  @Test
  void aFieldWithoutColonIsEmpty() throws IOException {
    assertThat(events("data\n\n")).containsExactly(new Frame("", "", ""));
  }

  @Test
  void givesTheLastEventWithoutItsEmptyLineAndMarksItTorn() throws IOException {
    var reader = reader("data: a\n\ndata: b", new Random(1), 3);

    assertThat(reader.next()).isEqualTo(new Frame("", "a", ""));
    assertThat(reader.torn()).isFalse();
    assertThat(reader.next()).isEqualTo(new Frame("", "b", ""));
    assertThat(reader.torn()).isTrue();
    assertThat(reader.next()).isNull();
  }

  @Test
  void givesAnEventWhoseLastLineEndsWithCarriageReturnAtOnce() throws IOException {
    // Nothing follows the CR yet; waiting for an LF would delay the event.
    var blocked = new BlockedAfter("data: x\r\r".getBytes(UTF_8));
    var reader = new SseReader(new LineReader(blocked, 100, () -> {}));

    assertThat(reader.next()).isEqualTo(new Frame("", "x", ""));
    assertThat(blocked.asked).isZero();
  }

  @Test
  void boundsTheLengthOfALine() {
    var lines =
        new LineReader(
            new ByteArrayInputStream("x".repeat(200_000).getBytes(UTF_8)), 65_536, () -> {});

    assertThatThrownBy(lines::next)
        .isInstanceOfSatisfying(
            TransportException.class,
            e -> assertThat(e.failure()).isEqualTo(TransportException.Failure.GARBAGE));
  }

  @Test
  void anyChunkingAndAnyLineEndsGiveTheSameEvents() throws IOException {
    long base = Long.getLong("seed", System.nanoTime());
    for (int round = 0; round < 400; round++) {
      long seed = base + round;
      var random = new Random(seed);
      var expected = new ArrayList<Frame>();
      String text = stream(random, expected);

      assertThat(events(text, random, 1)).as("seed %d, bytes, %s", seed, text).isEqualTo(expected);
      assertThat(events(text, random, 7)).as("seed %d, %s", seed, text).isEqualTo(expected);
      assertThat(events(text, random, 5000)).as("seed %d, %s", seed, text).isEqualTo(expected);
    }
  }

  /// A random stream and the events it stands for.
  private static String stream(Random random, List<Frame> expected) {
    var lines = new ArrayList<String>();
    int count = 1 + random.nextInt(8);
    for (int i = 0; i < count; i++) {
      String event = "";
      String id = "";
      if (random.nextInt(3) == 0) {
        lines.add(": " + word(random));
      }
      if (random.nextBoolean()) {
        event = word(random);
        lines.add("event: " + event);
      }
      var data = new ArrayList<String>();
      for (int line = random.nextInt(4); line >= 0; line--) {
        data.add(word(random));
        lines.add("data: " + data.getLast());
      }
      if (random.nextInt(4) == 0) {
        id = word(random);
        lines.add("id: " + id);
      }
      if (i < count - 1 || random.nextBoolean()) {
        lines.add("");
      }
      expected.add(new Frame(event, String.join("\n", data), id));
    }
    return (random.nextBoolean() ? "\ufeff" : "") + joined(lines, random);
  }

  /// The lines with random ends, but no LF where it would belong to the CR before it.
  private static String joined(List<String> lines, Random random) {
    var text = new StringBuilder();
    for (String line : lines) {
      boolean afterReturn = !text.isEmpty() && text.charAt(text.length() - 1) == '\r';
      String end = ENDS[random.nextInt(3)];
      text.append(line).append(line.isEmpty() && afterReturn && end.equals("\n") ? "\r" : end);
    }
    return text.toString();
  }

  private static String word(Random random) {
    var word = new StringBuilder();
    for (int length = random.nextInt(20); length > 0; length--) {
      word.appendCodePoint(
          switch (random.nextInt(5)) {
            case 0 -> 0x1f600 + random.nextInt(50);
            case 1 -> 0xe4 + random.nextInt(5);
            case 2 -> 0x4e00 + random.nextInt(1000);
            default -> 'a' + random.nextInt(26);
          });
    }
    return word.toString();
  }

  @Test
  void bareCarriageReturnsEndLines() throws IOException {
    for (int seed = 0; seed < 20; seed++) {
      assertThat(events("event: e\rdata: a\rdata: b\r\rdata: c\r\r", new Random(seed), 3))
          .containsExactly(new Frame("e", "a\nb", ""), new Frame("", "c", ""));
    }
  }

  @Test
  void readsLinesOfJson() throws IOException {
    for (int seed = 0; seed < 20; seed++) {
      var in =
          new Chunks(
              "{\"a\":1}\r\n\n  \n{\"b\":\"ü\"}\n{\"c\"".getBytes(UTF_8), new Random(seed), 4);
      var reader = new JsonLinesReader(new LineReader(in, 1000, () -> {}));

      assertThat(reader.next()).isEqualTo(new Frame("", "{\"a\":1}", ""));
      assertThat(reader.next()).isEqualTo(new Frame("", "{\"b\":\"ü\"}", ""));
      assertThat(reader.torn()).isFalse();
      assertThat(reader.next()).isEqualTo(new Frame("", "{\"c\"", ""));
      assertThat(reader.torn()).isTrue();
      assertThat(reader.next()).isNull();
    }
  }

  private static List<Frame> events(String text) throws IOException {
    return events(text, new Random(1), 3);
  }

  private static List<Frame> events(String text, Random random, int largest) throws IOException {
    SseReader reader = reader(text, random, largest);
    var events = new ArrayList<Frame>();
    for (Frame frame = reader.next(); frame != null; frame = reader.next()) {
      events.add(frame);
    }
    return events;
  }

  private static SseReader reader(String text, Random random, int largest) {
    var in = new Chunks(text.getBytes(UTF_8), random, largest);
    return new SseReader(new LineReader(in, LineReader.DEFAULT_MAX_LINE, () -> {}));
  }

  /// Has these bytes in one chunk; whoever asks for more is counted.
  private static final class BlockedAfter extends java.io.InputStream {
    private final byte[] bytes;
    private boolean given;
    private int asked;

    private BlockedAfter(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public int read() {
      throw new AssertionError("reads in chunks");
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      if (given) {
        asked++;
        return -1;
      }
      given = true;
      System.arraycopy(bytes, 0, target, offset, bytes.length);
      return bytes.length;
    }
  }
}
