package dev.tenon.cli.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.json.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The receipt of a prompt in everything that a script gets to see, and what becomes of one that
/// somebody has changed.
class ReceiptsCommandTest {
  private static final String SCRIPT =
      """
      [{"calls": [{"name": "bash", "arguments": {"command": "test -f a.txt"}}]},
       {"calls": [{"name": "write_file", "arguments": {"path": "b.txt", "content": "b\\n"}}]},
       {"calls": [{"name": "bash", "arguments": {"command": "test -f b.txt"}}]},
       {"text": "done"}]
      """;

  @TempDir Path folder;
  private Path home;
  private Path root;

  private record Shown(int code, String out, String err) {}

  private Shown run(String... words) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--root", root.toString()));
    int code =
        Main.run(
            new Streams(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                new Streams.Tty(false, false, false)),
            Map.of("TENON_HOME", home.toString(), "PATH", System.getenv("PATH")),
            all.toArray(String[]::new));
    return new Shown(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  @Test
  void aReceiptIsEverywhereAndAChangedOneIsFound() throws Exception {
    home = Files.createDirectories(folder.resolve("home"));
    root = Files.createDirectories(folder.resolve("project")).toRealPath();
    Files.writeString(root.resolve("a.txt"), "a\n");
    Files.writeString(home.resolve("config.yml"), "sandbox: {kind: off}\n");
    Path script = Files.writeString(folder.resolve("script.json"), SCRIPT);
    Shown ran =
        run(
            "-p",
            "go",
            "--permission-mode",
            "full",
            "--output-format",
            "json",
            "--model",
            "scripted:" + script);
    assertThat(ran.code()).as(ran.err()).isZero();
    Json.Obj receipt = Json.parseObject(ran.out()).objectOrEmpty("receipt");
    assertThat(receipt.compact()).contains("\"files\":[\"b.txt\"]");
    assertThat(receipt.objects("checks"))
        .extracting(
            check ->
                check.string("command")
                    + " "
                    + check.number("exit", -1)
                    + " "
                    + check.bool("after_last_change", false))
        .containsExactly("test -f a.txt 0 false", "test -f b.txt 0 true");

    Json.Obj again =
        (Json.Obj) ((Json.Arr) Json.parse(run("receipts", "--json").out())).items().getFirst();
    assertThat(again.get("checks")).isEqualTo(receipt.get("checks"));
    assertThat(run("receipts").out()).contains("changed 1 file: b.txt", "test -f b.txt");
    Shown verified = run("receipts", "--verify");
    assertThat(verified.out()).contains("1 receipts, all as journal and checks have it.");
    assertThat(verified.code()).isZero();
    String session = again.string("session", "");
    assertThat(run("sessions", "export", session, "--format", "html").out())
        .contains("Receipt:", "changed 1 file: b.txt");

    // Somebody makes a kept receipt look better than it is.
    Path file;
    try (Stream<Path> all = Files.walk(home.resolve("sessions"))) {
      file = all.filter(each -> each.toString().endsWith(".jsonl")).findFirst().orElseThrow();
    }
    var lines = new ArrayList<String>();
    for (String line : Files.readAllLines(file)) {
      lines.add(
          line.contains("tenon.receipt")
              ? line.replace("\"after_last_change\":false", "\"after_last_change\":true")
              : line);
    }
    Files.write(file, lines);
    Shown wrong = run("receipts", "--verify");
    assertThat(wrong.code()).isEqualTo(1);
    assertThat(wrong.out()).contains("NOT AS KEPT");
  }
}
