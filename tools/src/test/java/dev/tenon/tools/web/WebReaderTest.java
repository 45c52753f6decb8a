package dev.tenon.tools.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.harness.RawServer;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Web pages are read where files can be.
class WebReaderTest extends WebFixture {
  // What is read.

  @Test
  void aPageIsReadInLinesByTheirNumbers() {
    var lines = new StringBuilder();
    for (int i = 1; i <= 4000; i++) {
      lines.append("line ").append(i).append('\n');
    }
    pages.page("/x?a=b&c=*", "text/plain; charset=utf-8", lines.toString());
    Part.Result read = read("/x?a=b&c=*", 3998, 3999);
    assertThat(read.text()).isEqualTo("line 3998\nline 3999\n");
    Json.Obj data = read.envelope().objectOrEmpty("data");
    assertThat(data.string("path")).isEqualTo(at("/x?a=b&c=*"));
    assertThat(data.number("total_lines", 0)).isEqualTo(4000);
    assertThat(data.string("version")).isNull();
    assertThat(read("/x?a=b&c=*").text())
        .contains("Lines 1-3000 of 4000 are shown", "For more use start_line 3001.")
        .doesNotContain("or search it");
    assertThat(read("/x?a=b&c=*", 9000, 9001).text()).contains("Line 9000 is beyond the end");
    assertThat(pages.heads).allSatisfy(head -> assertThat(head).doesNotContain("ookie"));
  }

  @Test
  void aColonBelongsToTheAddress() {
    pages.page("/a:40-60", "text/plain", "of the whole path\n").page("/", "text/plain", "root\n");
    assertThat(read("/a:40-60").text()).isEqualTo("of the whole path\n");
    pages.page("/a:0", "text/plain", "zero\n").page("/a:9-1:raw", "text/plain", "raw\n");
    assertThat(read("/a:0").text()).isEqualTo("zero\n");
    assertThat(read("/a:9-1:raw").text()).isEqualTo("raw\n");
    // The port itself looks like a selector.
    assertThat(call("read_file", Json.object().put("path", at(""))).text()).isEqualTo("root\n");
    assertThat(call("read_file", Json.object().put("path", at("").replace("http", "HTTP"))).text())
        .isEqualTo("root\n");
  }

  @Test
  void severalPagesAndFilesAreReadAtOnceWithOneQuestion() throws Exception {
    pages.page("/a?x=1", "text/plain", "page a\n").page("/b", "text/plain", "page b\n");
    Files.writeString(root.resolve("f.txt"), "of the file\n");
    answer = Approver.Answer.ONCE;
    use(Mode.EDIT, allow(USER, "other.test"));
    var questions = new ArrayList<Integer>();
    runner = runner(Mode.EDIT, questions, List.of());
    Part.Result many =
        call(
            "read_many_files",
            Json.object()
                .put(
                    "paths",
                    Json.strings(
                        List.of(at("/a?x=1"), "f.txt", at("/b"), "http://a b/", at("/c")))));
    assertThat(many.text())
        .contains("page a\n", "page b\n", "of the file", "a space at", "status 404");
    assertThat(questions).containsExactly(1);
  }

  @ParameterizedTest
  @CsvSource({
    "ISO-8859-1, charset=iso-8859-1",
    "windows-1252, charset=windows-1252",
    "UTF-8, charset=utf-8",
    "UTF-8, x=y",
    "UTF-16LE, charset=utf-16le",
    "Shift_JIS, charset=shift_jis"
  })
  void charsetsAreHonoured(String charset, String parameter) {
    String text = charset.equals("Shift_JIS") ? "日本語\n" : "Grüße, Ærøskøbing\n";
    pages.page(
        "/c",
        "Content-Type: text/plain; " + parameter + "\r\n",
        text.getBytes(Charset.forName(charset)));
    assertThat(read("/c").text()).isEqualTo(text);
  }

  @Test
  void aCharsetThatNobodyKnowsIsToldOf() {
    pages.page("/c", "Content-Type: text/plain; charset=klingon\r\n", "plain\n".getBytes(UTF_8));
    assertThat(read("/c").text()).contains("plain\n", "a charset that is not known ('klingon')");
  }

  private static final Charset UTF_8 = StandardCharsets.UTF_8;

  @Test
  void packedBodiesAreUnpacked() throws Exception {
    byte[] text = "packed text\n".getBytes(UTF_8);
    var gzip = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(gzip)) {
      out.write(text);
    }
    var deflate = new ByteArrayOutputStream();
    try (var out = new DeflaterOutputStream(deflate)) {
      out.write(text);
    }
    pages
        .page("/g", "Content-Type: text/plain\r\nContent-Encoding: gzip\r\n", gzip.toByteArray())
        .page(
            "/d",
            "Content-Type: text/plain\r\nContent-Encoding: deflate\r\n",
            deflate.toByteArray());
    assertThat(read("/g").text()).isEqualTo("packed text\n");
    assertThat(read("/d").text()).isEqualTo("packed text\n");
  }

  @Test
  void bombsAndHugeBodiesAreRefused() throws Exception {
    var bomb = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(bomb)) {
      byte[] zeros = new byte[1 << 20];
      Arrays.fill(zeros, (byte) 'a');
      for (int i = 0; i < 64; i++) {
        out.write(zeros);
      }
    }
    pages.page("/b", "Content-Type: text/plain\r\nContent-Encoding: gzip\r\n", bomb.toByteArray());
    Part.Result packed = read("/b");
    assertThat(packed.failed()).isTrue();
    pages.handle(
        "/endless",
        (in, out) -> {
          RawServer.write(out, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n");
          byte[] row = "and so on\n".repeat(1000).getBytes(UTF_8);
          for (int i = 0; i < 10_000; i++) {
            out.write(row);
          }
        });
    Part.Result huge = read("/endless");
    assertThat(huge.failed()).isTrue();
    assertThat(huge.text()).contains(at("/endless") + " has more than 5000000 bytes");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"image/png", "application/pdf", "application/octet-stream", "x", "video/a"})
  void bytesAreDescribedAndNotShown(String type) {
    byte[] bytes = new byte[3000];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (i * 31);
    }
    pages.page("/p", "Content-Type: " + type + "\r\n", bytes);
    Part.Result read = read("/p");
    assertThat(read.failed()).isTrue();
    assertThat(read.text())
        .contains(at("/p") + " is not text (")
        .contains(type.equals("x") ? "of no declared type, 3000 bytes" : type);
  }

  @Test
  void textOfAnUnknownTypeIsTextAndBytesThatSayTheyAreTextAreNone() {
    pages
        .page("/yes", "Content-Type: application/octet-stream\r\n", "just text\n".getBytes(UTF_8))
        .page("/no", "Content-Type: text/plain\r\n", new byte[] {1, 0, 2, 0, 0, 3});
    assertThat(read("/yes").text()).isEqualTo("just text\n");
    assertThat(read("/no").text()).contains("is not text (it contains NUL");
  }

  @Test
  void htmlIsMadeReadable() {
    pages.page(
        "/h",
        "text/html",
        "<!doctype html><title>T &amp; U</title><script>bad()</script><h1>Head</h1>"
            + "<p>One <a href='/next'>link</a>.</p><ul><li>a<li>b</ul>");
    assertThat(read("/h").text())
        .startsWith("T & U\n\n# Head\n\nOne [link](/next).\n\n- a\n- b\n")
        .contains("Made from HTML")
        .doesNotContain("bad()");
    pages.page("/bare", "", "<!DOCTYPE HTML><p>untyped");
    assertThat(read("/bare").text()).startsWith("untyped\n");
  }

  @Test
  void longLinesAreFoldedSoThatAllOfThemCanBeRead() {
    pages.page("/j", "application/json", "{\"a\":\"" + "x".repeat(90_000) + "\"}");
    Part.Result read = read("/j");
    assertThat(read.text()).contains("are folded", "For more use start_line 13.");
    assertThat(read("/j", 23, 24).text()).contains("xx\"}");
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404, 410, 418, 500, 503, 304})
  void anyStatusButOkIsAnErrorThatNamesIt(int status) {
    pages.handle(
        "/s?token=abc",
        (in, out) ->
            RawServer.write(out, "HTTP/1.1 " + status + " x\r\nContent-Length: 0\r\n\r\n"));
    Part.Result read = read("/s?token=abc");
    assertThat(read.failed()).isTrue();
    assertThat(read.text()).contains(at("/s?token=abc") + " was answered with status " + status);
    assertThat(read.text()).contains(status == 404 || status == 410 ? "not_found" : "failed");
  }

  @Test
  void anEmptyAnswerSaysSo() {
    pages.handle("/e", (in, out) -> RawServer.write(out, "HTTP/1.1 204 none\r\n\r\n"));
    assertThat(read("/e").text()).contains("It is empty.");
  }

  @Test
  void aFileThatIsReallyCalledSoWins() throws Exception {
    Path folder = Files.createDirectories(root.resolve("http:/127.0.0.1:" + pages.port()));
    Files.writeString(folder.resolve("x"), "a real\nfile\n");
    assertThat(read("/x").text()).contains("a real\nfile\n");
    assertThat(call("read_file", Json.object().put("path", at("/x:2"))).text())
        .contains("file\n")
        .doesNotContain("a real");
    assertThat(pages.connections()).isZero();
  }

  @Test
  void itIsNotSearchedWrittenOrFoundElsewhere() {
    pages.page("/x", "text/plain", "here\n");
    assertThat(call("grep", Json.object().put("pattern", "h").put("path", at("/x"))).text())
        .contains("can be read with read_file, not searched");
    assertThat(call("write_file", Json.object().put("path", at("/x")).put("content", "y")).text())
        .contains("is an address, not a file");
    assertThat(call("list_files", Json.object().put("path", at("/x"))).failed()).isTrue();
    assertThat(pages.connections()).isZero();
  }
}
