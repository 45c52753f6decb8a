package dev.tenon.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.workspace.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TextFileTest {
  private static final Encoding[] WRITABLE = {
    Encoding.UTF_8, Encoding.UTF_8_BOM, Encoding.UTF_16LE, Encoding.UTF_16BE
  };

  private static TextFile text(byte[] bytes) {
    return (TextFile) FileContent.of(bytes);
  }

  private static TextFile text(String text) {
    return text(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String disk(TextFile file) {
    return new String(file.bytes(), StandardCharsets.UTF_8);
  }

  @Test
  void everyDecodableFileComesBackByteForByte() {
    Seeds.check(
        2000,
        random -> {
          Encoding encoding = Seeds.oneOf(random, Encoding.values());
          byte[] bytes =
              encoding == Encoding.LATIN_1
                  ? latin1(random)
                  : encoding.encode(Seeds.text(random, 12));
          TextFile file = text(bytes);
          assertThat(file.bytes()).isEqualTo(bytes);
          assertThat(file.withText(file.lf()).bytes()).isEqualTo(bytes);
        });
  }

  private static byte[] latin1(Random random) {
    return ("caf\u00e9 " + (char) ('a' + random.nextInt(26)) + "\r\nx\ny\r")
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  /// An edit replaces some lines by marked new ones; every other line must keep its own ending,
  /// also when lines repeat. Old lines are made unique, so that the oracle is exact.
  @Test
  void linesThatDidNotChangeKeepTheirEnding() {
    Seeds.check(
        2000,
        random -> {
          int count = 1 + random.nextInt(10);
          var lines = new ArrayList<String>();
          var endings = new ArrayList<String>();
          for (int i = 0; i < count; i++) {
            lines.add(
                i + Seeds.line(random).replace("\r", "") + (random.nextInt(9) == 0 ? "\r" : ""));
            endings.add(lines.get(i).endsWith("\r") || random.nextBoolean() ? "\r\n" : "\n");
          }
          var before = new StringBuilder();
          for (int i = 0; i < count; i++) {
            before.append(lines.get(i)).append(endings.get(i));
          }
          var edited = new StringBuilder();
          var kept = new ArrayList<String>();
          for (int i = 0; i < count; i++) {
            int fate = random.nextInt(4);
            if (fate == 0) {
              edited.append("new").append(i).append('\n');
            } else if (fate == 1) {
              edited.append("new").append(i).append('\n').append(lines.get(i)).append('\n');
              kept.add(lines.get(i) + endings.get(i));
            } else if (fate == 2) {
              edited.append(lines.get(i)).append('\n');
              kept.add(lines.get(i) + endings.get(i));
            }
          }
          TextFile file = text(before.toString()).withText(edited.toString());
          assertThat(file.lf()).isEqualTo(edited.toString());
          for (String line : kept) {
            assertThat(disk(file)).contains(line);
          }
        });
  }

  @Test
  void anyEditedTextIsReadBackAsItWasWritten() {
    Seeds.check(
        2000,
        random -> {
          Encoding encoding = Seeds.oneOf(random, WRITABLE);
          TextFile file = text(encoding.encode(Seeds.text(random, 12)));
          // Carriage returns in front of a line feed are line endings, so the oracle has none.
          String edited = Seeds.text(random, 12).replaceAll("\r+\n", "\n");
          while (encoding == Encoding.UTF_8 && edited.startsWith("\uFEFF")) {
            edited = edited.substring(1);
          }
          TextFile written = file.withText(edited);
          assertThat(written.lf()).isEqualTo(edited);
          assertThat(FileContent.of(written.bytes())).isEqualTo(written);
          assertThat(written.encoding()).isEqualTo(file.encoding());
        });
  }

  @Test
  void crlfFilesStayCrlf() throws Exception {
    TextFile file = text("a\r\nb\r\n");
    assertThat(file.lf()).isEqualTo("a\nb\n");
    assertThat(disk(file.withText("a\nx\nb\nc"))).isEqualTo("a\r\nx\r\nb\r\nc");
    assertThat(disk(file.withText("a\r\nx\r\n"))).isEqualTo("a\r\nx\r\n");
  }

  @Test
  void lfFilesTakeNoCrlfFromNewText() throws Exception {
    assertThat(disk(text("a\nb\n").withText("a\r\nx\r\n"))).isEqualTo("a\nx\n");
  }

  @Test
  void aChangedLineOfAMixedFileKeepsTheEndingOfTheOneItReplaces() throws Exception {
    TextFile file = text("a\nb\r\nc\n");
    assertThat(file.lineEnding()).isEqualTo(LineEnding.MIXED);
    assertThat(disk(file.withText("a\nB\nc\n"))).isEqualTo("a\nB\r\nc\n");
    assertThat(disk(file.withText("a\nb\nnew\nc\n"))).isEqualTo("a\nb\r\nnew\r\nc\n");
    assertThat(disk(file.withText("new\na\nb\nc\n"))).isEqualTo("new\na\nb\r\nc\n");
  }

  @Test
  void aLoneCarriageReturnIsAnOrdinaryCharacter() throws Exception {
    TextFile file = text("a\rb\r\r\nc\r");
    assertThat(file.lineEnding()).isEqualTo(LineEnding.CRLF);
    assertThat(file.lf()).isEqualTo("a\rb\r\nc\r");
    assertThat(disk(file.withText("a\rb\r\nd\r"))).isEqualTo("a\rb\r\r\nd\r");
  }

  @Test
  void aFinalNewlineIsNeitherAddedNorLost() throws Exception {
    assertThat(text("a").endsWithNewline()).isFalse();
    assertThat(disk(text("a").withText("b"))).isEqualTo("b");
    assertThat(disk(text("a\r\nb").withText("a\nc"))).isEqualTo("a\r\nc");
    assertThat(disk(text("a\r\nb").withText("a\nb\n"))).isEqualTo("a\r\nb\r\n");
  }

  @Test
  void bomAndUtf16Stay() throws Exception {
    byte[] utf16 = Encoding.UTF_16LE.encode("h\u00e9\r\n");
    TextFile file = text(utf16);
    assertThat(file.encoding()).isEqualTo(Encoding.UTF_16LE);
    assertThat(file.lf()).isEqualTo("h\u00e9\n");
    assertThat(file.withText("x\n").bytes()).isEqualTo(Encoding.UTF_16LE.encode("x\r\n"));
    TextFile bom = text(Encoding.UTF_8_BOM.encode("a"));
    assertThat(bom.lf()).isEqualTo("a");
    assertThat(bom.withText("b").bytes()).isEqualTo(Encoding.UTF_8_BOM.encode("b"));
  }

  @Test
  void aMarkIsNotAddedToAFileThatHasNone() throws Exception {
    assertThat(disk(text("a").withText("\uFEFFb"))).isEqualTo("b");
    assertThat(TextFile.create("\uFEFFa").encoding()).isEqualTo(Encoding.UTF_8_BOM);
    assertThat(TextFile.create("\uFEFFa").lf()).isEqualTo("a");
  }

  @Test
  void latin1CanBeReadAndNotWritten() throws Exception {
    TextFile file = text("caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(file.lf()).isEqualTo("caf\u00e9\n");
    assertThat(file.readOnlyReason()).get().asString().contains("convert it to UTF-8");
    assertThat(file.withText("caf\u00e9\n")).isSameAs(file);
    assertThatThrownBy(() -> file.withText("x"))
        .isInstanceOf(UnwritableTextException.class)
        .hasMessageContaining("guessed");
  }

  @Test
  void binaryIsRecognised() {
    byte[] random = new byte[4000];
    new Random(1).nextBytes(random);
    byte[] withoutNul = random.clone();
    for (int i = 0; i < random.length; i++) {
      withoutNul[i] = random[i] == 0 ? 1 : random[i];
    }
    byte[] utf32 = {(byte) 0xFF, (byte) 0xFE, 0, 0, 'a', 0, 0, 0};
    byte[] controls = new byte[100];
    Arrays.fill(controls, (byte) 2);
    for (byte[] bytes :
        List.of(random, withoutNul, utf32, controls, new byte[] {'a', 0, 'b'}, oddUtf16())) {
      assertThat(FileContent.of(bytes)).isInstanceOf(BinaryFile.class);
    }
    byte[] ansi = "\u001b[1mbold\u001b[0m\f\n".getBytes(StandardCharsets.UTF_8);
    assertThat(FileContent.of(ansi)).isInstanceOf(TextFile.class);
    assertThat(FileContent.of(new byte[0])).isInstanceOf(TextFile.class);
  }

  private static byte[] oddUtf16() {
    return new byte[] {(byte) 0xFE, (byte) 0xFF, 'a'};
  }

  @Test
  void textThatCannotBeWrittenIsRefused() {
    TextFile file = text("a");
    assertThatThrownBy(() -> file.withText("x\ud800y")).hasMessageContaining("half a character");
    assertThatThrownBy(() -> file.withText("x\0y")).hasMessageContaining("NUL");
    assertThatThrownBy(() -> TextFile.create("\udc00")).hasMessageContaining("half a character");
  }

  @Test
  void aRewriteOfALargeMixedFileIsQuick() throws Exception {
    var before = new StringBuilder();
    var after = new StringBuilder();
    for (int i = 0; i < 60_000; i++) {
      before.append("line ").append(i % 500).append(i % 2 == 0 ? "\n" : "\r\n");
      after.append("line ").append((i * 7) % 500).append('\n');
    }
    TextFile file = text(before.toString());
    assertThat(file.withText(after.toString()).lf()).isEqualTo(after.toString());
  }

  @Test
  void modesSurvive() throws Exception {
    var file = (TextFile) FileContent.of("a".getBytes(StandardCharsets.UTF_8), new FileMode(0750));
    assertThat(file.withText("b").mode()).contains(new FileMode(0750));
    assertThat(FileMode.of(new FileMode(0641).permissions())).isEqualTo(new FileMode(0641));
    assertThat(new FileMode(07)).hasToString("007");
  }
}
