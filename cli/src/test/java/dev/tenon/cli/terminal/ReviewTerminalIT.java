package dev.tenon.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.Main;
import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `tenon apply` in a real terminal, as a process of its own.
@Timeout(180)
class ReviewTerminalIT {
  private static final String SCRIPT =
      """
      {"steps": [
        {"calls": [{"name": "read_file", "arguments": {"path": "a.txt"}}]},
        {"calls": [
          {"name": "edit_file",
           "arguments": {"path": "a.txt", "old_text": "one", "new_text": "ONE"}},
          {"name": "edit_file",
           "arguments": {"path": "a.txt", "old_text": "twelve", "new_text": "TWELVE"}},
          {"name": "write_file", "arguments": {"path": "new/b.txt", "content": "bee\\n"}}]},
        {"text": "done"}]}
      """;

  private static final String BEFORE =
      "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\neleven\ntwelve\n";

  @TempDir Path folder;
  private Path project;
  private @Nullable Tmux tmux;

  @BeforeAll
  static void needsTmux() {
    TestPrograms.require("tmux");
  }

  @BeforeEach
  void stage() throws Exception {
    project = Files.createDirectory(folder.resolve("project"));
    Files.writeString(project.resolve("a.txt"), BEFORE);
    Files.writeString(folder.resolve("script.json"), SCRIPT);
    var words = new ArrayList<>(command());
    words.addAll(
        List.of("-p", "improve it", "--model", "scripted:../script.json", "--mode", "full"));
    words.add("--review");
    var builder = new ProcessBuilder(words).directory(project.toFile()).redirectErrorStream(true);
    builder.environment().put("TENON_HOME", folder.resolve("home").toString());
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    Process process = builder.start();
    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains("3 hunks are staged");
    assertThat(process.waitFor()).isZero();
  }

  @AfterEach
  void close() throws IOException, InterruptedException {
    if (tmux != null) {
      tmux.close();
    }
  }

  private static List<String> command() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "--enable-native-access=ALL-UNNAMED",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-cp",
        System.getProperty("java.class.path"),
        Main.class.getName());
  }

  private Tmux apply() throws Exception {
    var line =
        new StringBuilder("(cd project; exec env EDITOR='sed -i s/TWELVE/dozen/' TENON_HOME=");
    line.append(quoted(folder.resolve("home").toString()));
    command().forEach(word -> line.append(' ').append(quoted(word)));
    line.append(" apply)");
    tmux = new Tmux(folder, 80, 24, line.toString());
    return tmux;
  }

  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  @Test
  void hunksAreDecidedAboutEditedAndWritten() throws Exception {
    Tmux shown = apply();
    shown.see("0 of 3 decided");
    shown.pressUntil("a", "1 of 3 decided");
    shown.pressUntil("e", "Edited and accepted");
    shown.see("3 of 4 decided");
    shown.pressUntil("n", "new/b.txt  hunk 1 of 1");
    shown.pressUntil("r", "All is decided");
    assertThat(project.resolve("a.txt")).content().isEqualTo(BEFORE);
    shown.press("Enter");
    shown.see("applied: a.txt (3 hunks)");
    shown.see("rejected: new/b.txt");
    assertThat(project.resolve("a.txt"))
        .content()
        .isEqualTo(BEFORE.replace("one", "ONE").replace("twelve", "dozen"));
    assertThat(project.resolve("new/b.txt")).doesNotExist();
    assertThat(shown.code()).isZero();
    assertThat(shown.restored()).isTrue();
  }

  @Test
  void whatWasDecidedSurvivesTheEndOfTheProgram() throws Exception {
    Tmux shown = apply();
    shown.see("0 of 3 decided");
    shown.pressUntil("a", "1 of 3 decided");
    // The end of the terminal is the end of the program.
    shown.close();
    Files.deleteIfExists(folder.resolve("tmux"));
    apply().see("1 of 3 decided");
    assertThat(project.resolve("a.txt")).content().isEqualTo(BEFORE);
  }
}
