package dev.tenon.cli.terminal.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BurstSourceTest {

  /// Gives what has arrived, a piece at a time.
  private static final class Arriving extends InputStream {
    private final byte[] bytes;
    private final int piece;
    private int at;
    private int arrived;

    /// Whether more arrives by itself.
    private boolean flows;

    Arriving(byte[] bytes, int piece) {
      this.bytes = bytes;
      this.piece = piece;
    }

    void more() {
      arrived = Math.min(bytes.length, arrived + piece);
    }

    @Override
    public int available() {
      int now = arrived - at;
      if (now == 0 && flows) {
        more();
      }
      return now;
    }

    @Override
    public int read() {
      if (at == arrived) {
        more();
      }
      if (at == bytes.length) {
        return -1;
      }
      return bytes[at++] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) {
      int first = read();
      if (first < 0) {
        return -1;
      }
      into[from] = (byte) first;
      int count = Math.min(length - 1, arrived - at);
      System.arraycopy(bytes, at, into, from + 1, count);
      at += count;
      return count + 1;
    }
  }

  @Test
  void everythingArrivesWhateverThePieces() throws IOException {
    String text = "\033[200~plain ß 漢字 😀👨‍👩‍👧\r\n".repeat(40) + "\033[201~x";
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int piece : new int[] {1, 2, 3, 5, 7, 64, 20_000}) {
      var stream = new Arriving(bytes, piece);
      stream.flows = true;
      // Like the library's: one character at a time, byte for byte.
      var source = new BurstSource(timeout -> oneByOne(stream), stream, StandardCharsets.UTF_8);
      var read = new StringBuilder();
      for (int c = source.read(10); c >= 0; c = source.read(10)) {
        read.append((char) c);
      }
      assertThat(read.toString()).as("pieces of " + piece).isEqualTo(text);
    }
  }

  private static int second = -1;

  private static int oneByOne(Arriving stream) {
    if (second >= 0) {
      int c = second;
      second = -1;
      return c;
    }
    int first = stream.read();
    if (first < 0x80) {
      return first;
    }
    int length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    byte[] whole = new byte[length];
    whole[0] = (byte) first;
    for (int i = 1; i < length; i++) {
      whole[i] = (byte) stream.read();
    }
    String text = new String(whole, StandardCharsets.UTF_8);
    if (text.length() > 1) {
      second = text.charAt(1);
    }
    return text.charAt(0);
  }

  @Test
  void bytesThatAreNoTextAreReplaced() throws IOException {
    var stream = new ByteArrayInputStream(new byte[] {'a', (byte) 0xff, 'b'});
    var source = new BurstSource(timeout -> KeyDecoder.Source.END, stream, StandardCharsets.UTF_8);
    List<Integer> read = new ArrayList<>();
    for (int c = source.read(10); c >= 0; c = source.read(10)) {
      read.add(c);
    }
    assertThat(read).containsExactly((int) 'a', 0xfffd, (int) 'b');
  }

  @Test
  void halfACharacterDoesNotHoldTheKeyboard() throws IOException {
    var stream = new Arriving(new byte[] {(byte) 0xc3, 'b'}, 1);
    stream.more();
    var source =
        new BurstSource(timeout -> KeyDecoder.Source.NOTHING_YET, stream, StandardCharsets.UTF_8);
    assertThat(source.read(10)).isEqualTo(0xfffd);
    stream.more();
    assertThat(source.read(10)).isEqualTo('b');
  }

  @Test
  void nothingIsReadThatHasNotArrived() throws IOException {
    var stream = new Arriving("ab".getBytes(StandardCharsets.UTF_8), 1);
    var source =
        new BurstSource(timeout -> KeyDecoder.Source.NOTHING_YET, stream, StandardCharsets.UTF_8);
    assertThat(source.read(10)).isEqualTo(KeyDecoder.Source.NOTHING_YET);
    stream.more();
    assertThat(source.read(10)).isEqualTo('a');
    assertThat(source.read(10)).isEqualTo(KeyDecoder.Source.NOTHING_YET);
    assertThat(stream.arrived).isEqualTo(1);
  }
}
