package dev.tenon.core.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class AddressContentTest {
  private static final String NAME = "test://x";

  @Test
  void encodingsAndLineEndsAreThoseOfFiles() throws IOException {
    assertThat(text("a\r\nb\r\n", StandardCharsets.UTF_8, Selector.ALL).content())
        .isEqualTo("a\nb\n");
    assertThat(text("\ufeffä\nb\n", StandardCharsets.UTF_16LE, Selector.ALL).lines())
        .containsExactly("ä", "b");
    assertThat(text("\ufeffä\n", StandardCharsets.UTF_8, Selector.ALL).lines())
        .containsExactly("ä");
    AddressContent.Text open = text("a\nb", StandardCharsets.UTF_8, Selector.ALL);
    assertThat(open.total()).isEqualTo(2);
    assertThat(open.notes()).containsExactly("The last line has no newline at its end.");
    assertThat(text("", StandardCharsets.UTF_8, Selector.ALL).notes())
        .containsExactly("The file is empty.");
  }

  @Test
  void limitsHoldAndSayHowToGoOn() throws IOException {
    String many = "line\n".repeat(10_000);
    AddressContent.Text first = text(many, StandardCharsets.UTF_8, Selector.ALL);
    assertThat(first.lines()).hasSize(3000);
    assertThat(first.total()).isEqualTo(10_000);
    assertThat(first.notes().getFirst()).contains("For more read test://x:3001");
    AddressContent.Text last =
        text(many, StandardCharsets.UTF_8, new Selector(9_999, 20_000, Selector.Form.PRESENTED));
    assertThat(last.first()).isEqualTo(9_999);
    assertThat(last.last()).isEqualTo(10_000);
    AddressContent.Text wide =
        text("x".repeat(100_000) + "\n", StandardCharsets.UTF_8, Selector.ALL);
    assertThat(wide.lines().getFirst()).hasSize(2000);
    assertThat(wide.notes().getFirst()).contains("Read test://x:1-1:raw for more of it");
  }

  @Test
  void whatIsVeryLongIsReadOnlyAsFarAsNeeded() throws IOException {
    // An endless stream: a read that wants its end would never come back.
    var endless =
        new java.io.InputStream() {
          private long at;

          @Override
          public int read() {
            return at++ % 80 == 79 ? '\n' : 'x';
          }

          @Override
          public int read(byte[] into, int from, int length) {
            for (int i = 0; i < length; i++) {
              into[from + i] = (byte) read();
            }
            return length;
          }
        };
    var found =
        (AddressContent.Text)
            AddressContent.read(
                NAME,
                endless,
                new Selector(1000, 1001, Selector.Form.PRESENTED),
                ReadLimits.DEFAULT,
                AddressContent.Range.SELECTOR);
    assertThat(found.lines()).hasSize(2);
    assertThat(found.total()).isEqualTo(-1);
  }

  @Test
  void bytesAreNoText() throws IOException {
    assertThat(read(new byte[] {1, 0, 2, 0, 0, 0, 7}, Selector.ALL))
        .isInstanceOf(AddressContent.Binary.class);
  }

  private static AddressContent.Text text(String text, Charset charset, Selector wanted)
      throws IOException {
    return (AddressContent.Text) read(text.getBytes(charset), wanted);
  }

  private static AddressContent read(byte[] bytes, Selector wanted) throws IOException {
    return AddressContent.read(
        NAME,
        new ByteArrayInputStream(bytes),
        wanted,
        ReadLimits.DEFAULT,
        AddressContent.Range.SELECTOR);
  }
}
