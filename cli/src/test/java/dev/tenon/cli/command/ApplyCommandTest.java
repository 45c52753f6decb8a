package dev.tenon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.json.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `tenon apply` at a terminal that shows lines only, and without one.
class ApplyCommandTest {
  private static final Streams.Tty PIPE = new Streams.Tty(false, false, false);
  private static final Streams.Tty PERSON = new Streams.Tty(true, true, true);

  @TempDir Path folder;
  private Path project;
  private final Map<String, String> environment = new HashMap<>();

  private record Shown(int code, String out, String err) {}

  @BeforeEach
  void stage() throws IOException {
    project = Files.createDirectory(folder.resolve("project")).toRealPath();
    environment.put("TENON_HOME", folder.resolve("home").toString());
    environment.put("TENON_SANDBOX_KIND", "off");
    Files.writeString(
        folder.resolve("script.json"),
        """
        {"steps": [
          {"calls": [
            {"name": "write_file", "arguments": {"path": "a.txt", "content": "a\\n"}},
            {"name": "write_file", "arguments": {"path": "b.txt", "content": "b\\n"}}]},
          {"text": "done"}]}
        """);
    Shown run = run(PIPE, "", "-p", "go", "--mode", "full", "--review", "--model", model("script"));
    assertThat(run.err).contains("2 hunks are staged");
  }

  private String model(String name) {
    return "scripted:" + folder.resolve(name + ".json");
  }

  private Shown run(Streams.Tty tty, String input, String... words) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--root", project.toString()));
    var streams =
        new Streams(
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            tty);
    int code = Main.run(streams, environment, all.toArray(String[]::new));
    streams.end();
    return new Shown(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  @Test
  void theSessionThatGoesOnGetsToKnowWhatWasRefusedAndWhy() throws Exception {
    Shown applied = run(PERSON, "n not like this\ny\n", "apply");
    assertThat(applied.code).isZero();
    assertThat(applied.out)
        .contains("applied: b.txt (1 hunk)")
        .contains("rejected: a.txt: not like this");
    assertThat(project.resolve("a.txt")).doesNotExist();
    assertThat(project.resolve("b.txt")).exists();
    assertThat(run(PERSON, "", "apply").out).isEqualTo("Nothing is staged.\n");

    Files.writeString(folder.resolve("again.json"), "{\"steps\": [{\"text\": \"sorry\"}]}");
    Shown other = run(PIPE, "", "-p", "hello", "--model", model("again"));
    assertThat(other.code).isZero();
    assertThat(sessions()).doesNotContain("not like this");
    String session = session();
    assertThat(run(PIPE, "", "-p", "next", "--resume=" + session, "--model", model("again")).code)
        .isZero();
    assertThat(sessions()).containsOnlyOnce("Reason: not like this");
    assertThat(run(PIPE, "", "-p", "more", "--resume=" + session, "--model", model("again")).code)
        .isZero();
    assertThat(sessions()).containsOnlyOnce("Reason: not like this");
  }

  /// Whatever comes of it, a program that asked for JSON reads JSON.
  @Test
  void everyOutcomeIsJsonWhereThatIsAskedFor() throws Exception {
    Json.Obj staged = Json.parseObject(run(PIPE, "", "apply", "--json").out);
    String hunk =
        staged.objects("files").getFirst().objects("hunks").getFirst().string("hunk_id", "");
    Shown applied = run(PIPE, "", "apply", hunk, "--json");
    assertThat(Json.parseObject(applied.out).objects("applied_files"))
        .as(staged.compact())
        .extracting(each -> each.string("file_path") + " " + each.number("applied_hunks", -1))
        .containsExactly("a.txt 1", "b.txt 0");
    assertThat(Json.parseObject(run(PIPE, "", "apply", "--none", "--json").out).compact())
        .isEqualTo("{\"dropped_files\":[\"b.txt\"]}");
    assertThat(Json.parseObject(run(PIPE, "", "apply", "--json").out).compact())
        .isEqualTo("{\"files\":[]}");
    assertThat(Json.parseObject(run(PIPE, "", "apply", "--all", "--json").out).compact())
        .isEqualTo("{\"files\":[]}");
  }

  @Test
  void aCheckThatFailsKeepsEverythingAsItWas() throws Exception {
    String staged = run(PIPE, "", "apply", "--json").out;
    Shown failed = run(PIPE, "", "apply", "--check", "cat a.txt; touch junk; test ! -e b.txt");
    assertThat(failed.code).isEqualTo(1);
    assertThat(failed.out).isEmpty();
    assertThat(failed.err)
        .contains("a\n")
        .contains("failed (exit code 1) with hunks 1, 2 accepted; nothing was written");
    assertThat(project).isEmptyDirectory();
    assertThat(run(PIPE, "", "apply", "--json").out).isEqualTo(staged);
    Shown json = run(PIPE, "", "apply", "--check", "exit 3", "--json");
    assertThat(json.code).isEqualTo(1);
    Json.Obj check = Json.parseObject(json.out).objectOrEmpty("check");
    assertThat(check.number("exit_code", 0)).isEqualTo(3);
    assertThat(Json.parseObject(json.out).objects("applied_files")).isEmpty();
    // Each has to pass by itself, whatever the others say or leave.
    for (List<String> checks :
        List.of(
            List.of("false", "echo fine; true"),
            List.of("true; exit 0", "false"),
            List.of("touch left", "test -e left"),
            List.of("exec true", "exit 1"))) {
      Shown both = run(PIPE, "", "apply", "--check", checks.get(0), "--check", checks.get(1));
      assertThat(both.code).as("%s", checks).isEqualTo(1);
      assertThat(project).as("%s", checks).isEmptyDirectory();
    }
    Shown second = run(PIPE, "", "apply", "--check", "true", "--check", "exit 4", "--json");
    assertThat(Json.parseObject(second.out).objects("checks"))
        .extracting(each -> each.string("status"))
        .containsExactly("passed", "failed");
    assertThat(run(PIPE, "", "apply", "--check", "true", "--check", "rm -rf /").code).isEqualTo(2);
    assertThat(run(PIPE, "", "apply", "--check", "rm -rf /").code).isEqualTo(2);
    assertThat(run(PIPE, "", "apply", "--check", "true", "--none").code).isEqualTo(2);

    Shown passed = run(PIPE, "", "apply", "--check", "grep -q a a.txt && touch junk");
    assertThat(passed.code).isZero();
    assertThat(passed.out)
        .contains("passed with hunks 1, 2 accepted")
        .contains("applied: a.txt (1 hunk)");
    assertThat(project.resolve("b.txt")).hasContent("b");
    assertThat(project.resolve("junk")).doesNotExist();
  }

  @Test
  void aPersonChecksWhatIsAccepted() throws Exception {
    Shown applied = run(PERSON, "y\nc test -e a.txt -a ! -e b.txt\nc\n\nn\n", "apply");
    assertThat(applied.out)
        .contains("test -e a.txt -a ! -e b.txt passed with hunk 1 accepted")
        .contains("Check hunk 1 accepted with [test -e a.txt -a ! -e b.txt]:")
        .contains("applied: a.txt (1 hunk)");
  }

  /// The session that made the edits.
  private String session() throws IOException {
    try (var files = Files.walk(folder.resolve("home"))) {
      for (Path file : files.filter(it -> it.toString().endsWith(".jsonl")).toList()) {
        if (Files.readString(file).contains("write_file") && file.toString().contains("sessions")) {
          return file.toString();
        }
      }
    }
    throw new AssertionError("no session");
  }

  private String sessions() throws IOException {
    var all = new StringBuilder();
    try (var files = Files.walk(folder.resolve("home"))) {
      for (Path file : files.filter(it -> it.toString().contains("sessions")).toList()) {
        all.append(file.toString().endsWith(".jsonl") ? Files.readString(file) : "");
      }
    }
    return all.toString();
  }

  @Test
  void withoutATerminalItListsAndDoesWhatItIsTold() throws Exception {
    assertThat(run(PIPE, "", "apply").out).contains("of a.txt\n").contains("tenon apply");
    Shown unknown = run(PIPE, "", "apply", "h_nothing");
    assertThat(unknown.code).isEqualTo(2);
    Files.writeString(project.resolve("a.txt"), "meanwhile\n");
    Shown conflict = run(PIPE, "", "apply", "--all");
    assertThat(conflict.code).isEqualTo(1);
    assertThat(conflict.err).contains("a.txt exists").contains("nothing was written");
    assertThat(project.resolve("b.txt")).doesNotExist();
    Files.delete(project.resolve("a.txt"));
    assertThat(run(PIPE, "", "apply", "--all").out)
        .isEqualTo("applied: a.txt (1 hunk)\napplied: b.txt (1 hunk)\n");
    assertThat(run(PIPE, "", "apply", "--none").out).contains("Nothing is staged");
  }
}
