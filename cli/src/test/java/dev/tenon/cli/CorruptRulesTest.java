package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.base.Streams;
import dev.tenon.core.change.journal.Journal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a person allowed with "always" cannot be read: every face says so and none goes on as if
/// there were no rules.
@Timeout(60)
class CorruptRulesTest {
  private static final String BROKEN = "{\"allow\":[\"bash(touch)\"";

  @TempDir Path folder;
  private Path project;
  private Path home;
  private Path rules;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void breakTheFile() throws IOException {
    project = Files.createDirectory(folder.resolve("project")).toRealPath();
    home = Files.createDirectory(folder.resolve("home"));
    rules = Files.createDirectories(Journal.folderOf(home, project)).resolve("permissions.json");
    Files.writeString(rules, BROKEN);
  }

  private int run(String... words) {
    var all = new String[words.length + 2];
    System.arraycopy(words, 0, all, 0, words.length);
    all[words.length] = "--root";
    all[words.length + 1] = project.toString();
    return Main.run(
        new Streams(
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            new Streams.Tty(false, false, false)),
        Map.of("TENON_HOME", home.toString()),
        all);
  }

  private void assertTold(ByteArrayOutputStream where) throws IOException {
    assertThat(where.toString(StandardCharsets.UTF_8))
        .contains(rules + " cannot be understood (", "repair the file, or remove it to begin anew");
    assertThat(rules).hasContent(BROKEN);
  }

  @Test
  void aRunWithoutATerminalWarnsAndAllowsNothing() throws Exception {
    Path script = folder.resolve("script.json");
    Files.writeString(
        script,
        """
        {"steps": [
          {"calls": [{"name": "bash", "arguments": {"command": "touch made"}}]},
          {"expect": {"lastResult": "failed"}, "text": "It was not allowed."}]}
        """);
    assertThat(run("-p", "go", "--mode", "edit", "--model", "scripted:" + script)).isZero();
    assertTold(err);
    assertThat(project.resolve("made")).doesNotExist();
  }

  @Test
  void theCommandAboutRulesWarns() throws Exception {
    assertThat(run("permissions")).isZero();
    assertTold(err);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("no rules");
    assertThat(run("permissions", "remove", "bash(touch)")).isEqualTo(1);
    assertTold(err);
  }

  @Test
  void doctorNamesIt() throws Exception {
    assertThat(run("doctor")).isEqualTo(1);
    assertTold(out);
    assertThat(out.toString(StandardCharsets.UTF_8)).containsPattern("BAD +permissions ");
  }
}
