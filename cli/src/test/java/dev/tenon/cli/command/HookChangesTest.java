package dev.tenon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A project with the hooks of somebody who comes from Claude Code: a formatter and a log.
@Timeout(120)
class HookChangesTest {
  private static final String SETTINGS =
      """
      {"hooks": {"PostToolUse": [{"matcher": "Edit|Write|MultiEdit", "hooks": [
        {"type": "command", "command":
          "f=$(sed 's/.*\\"file_path\\":\\"\\\\([^\\"]*\\\\).*/\\\\1/'); sed -i 's/;*$/;/' \\"$f\\""},
        {"type": "command", "command":
          "echo x >> \\"$CLAUDE_PROJECT_DIR\\"/.claude/audit.log"}]}]}}
      """;
  private static final String EDITS =
      """
      {"steps": [
        {"calls": [{"name": "write_file", "arguments": {"path": "new.js", "content": "let n"}}]},
        {"calls": [{"name": "edit_file",
          "arguments": {"path": "a.js", "old_text": "let a", "new_text": "let b"}}]},
        {"text": "done"}]}
      """;

  @TempDir Path folder;
  private Path project;
  private Path home;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @BeforeEach
  void makeProject() throws IOException {
    project = Files.createDirectory(folder.resolve("project")).toRealPath();
    home = Files.createDirectory(folder.resolve("home"));
    Files.createDirectory(project.resolve(".claude"));
    Files.writeString(project.resolve(".claude/settings.json"), SETTINGS);
    Files.writeString(project.resolve("a.js"), "let a\n");
  }

  private int run(String... words) {
    out.reset();
    var all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--root", project.toString()));
    var told = new PrintStream(out, true, StandardCharsets.UTF_8);
    return Main.run(
        new Streams(
            new ByteArrayInputStream(new byte[0]),
            told,
            told,
            new Streams.Tty(false, false, false)),
        Map.of("TENON_HOME", home.toString()),
        all.toArray(String[]::new));
  }

  private String said() {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void changesNameTheHookAndUndoTakesAllBack() throws Exception {
    Path script = Files.writeString(folder.resolve("script.json"), EDITS);
    assertThat(
            run(
                "-p",
                "go",
                "--mode",
                "edit",
                "--trust",
                "-c",
                "sandbox.kind=off",
                "-c",
                "editDialect=edit_file",
                "--model",
                "scripted:" + script))
        .as(said())
        .isZero();
    assertThat(said()).doesNotContain("could not be run");
    assertThat(project.resolve("a.js")).hasContent("let b;");
    assertThat(project.resolve("new.js")).hasContent("let n;");
    assertThat(project.resolve(".claude/audit.log")).hasContent("x\nx");
    assertThat(run("changes")).isZero();
    assertThat(said())
        .containsPattern("hook PostToolUse +updated +a.js")
        .containsPattern("hook PostToolUse +updated +new.js")
        .containsPattern("hook PostToolUse +created +.claude/audit.log")
        .doesNotContain("outside Tenon");
    assertThat(run("undo")).as(said()).isZero();
    assertThat(project.resolve("a.js")).hasContent("let a");
    assertThat(project.resolve("new.js")).doesNotExist();
    assertThat(project.resolve(".claude/audit.log")).doesNotExist();
    assertThat(run("redo")).as(said()).isZero();
    assertThat(project.resolve("a.js")).hasContent("let b;");
  }
}
