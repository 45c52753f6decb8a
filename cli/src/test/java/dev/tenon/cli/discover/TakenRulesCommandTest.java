package dev.tenon.cli.discover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the commands say of rules that other tools left.
class TakenRulesCommandTest {
  @TempDir Path folder;
  private Path project;
  private Path home;
  private String out = "";
  private String err = "";

  @BeforeEach
  void make() throws Exception {
    project = Files.createDirectories(folder.resolve("project/.claude")).getParent().toRealPath();
    home = Files.createDirectory(folder.resolve("home"));
    Files.writeString(
        project.resolve(".claude/settings.json"),
        """
        {"permissions": {"deny": ["WebFetch", "NotebookEdit",
          "Bash(*DROP TABLE*)"], "ask": ["Bash(npm*publish)"]}}
        """);
  }

  private int run(String... words) {
    var all = new String[words.length + 2];
    System.arraycopy(words, 0, all, 0, words.length);
    all[words.length] = "--root=" + project;
    all[words.length + 1] = "--config=sandbox.kind=off";
    if (words.length > 1 && words[1].equals("check")) {
      System.arraycopy(words, 2, all, 4, words.length - 2);
      all[2] = "--root=" + project;
      all[3] = "--config=sandbox.kind=off";
    }
    var printed = new ByteArrayOutputStream();
    var told = new ByteArrayOutputStream();
    int code =
        Main.run(
            new Streams(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(printed, true, StandardCharsets.UTF_8),
                new PrintStream(told, true, StandardCharsets.UTF_8),
                new Streams.Tty(false, false, false)),
            Map.of("TENON_HOME", home.toString(), "PATH", "/usr/bin:/bin"),
            all);
    out = printed.toString(StandardCharsets.UTF_8);
    err = told.toString(StandardCharsets.UTF_8);
    return code;
  }

  @Test
  void areNamedAsTheyAreWritten() {
    assertThat(run("discover")).as(err).isZero();
    assertThat(out)
        .contains("deny Bash(*DROP TABLE*)")
        .contains("deny text(*DROP TABLE*)")
        .contains("ask text(npm*publish)")
        .contains("deny write(*.ipynb)")
        .contains("it only makes things stricter");
    assertThat(run("permissions")).isZero();
    assertThat(out)
        .contains("text(*DROP TABLE*)")
        .contains(".claude/settings.json:2, as Bash(*DROP TABLE*)");
    assertThat(run("permissions", "check", "--mode=full", "--", "psql", "-c", "DROP TABLE x"))
        .isEqualTo(4);
    assertThat(out).contains("text(*DROP TABLE*)").contains("as Bash(*DROP TABLE*)");
    assertThat(run("permissions", "check", "--mode=full", "npm run publish")).isEqualTo(3);
    assertThat(out).contains("as Bash(npm*publish)");
    assertThat(run("permissions", "check", "--mode=full", "npm test")).as(out).isZero();
    assertThat(run("permissions", "check", "--mode=full", "mkdir a")).as(out).isZero();
    assertThat(run("permissions", "check", "--mode=full", "curl https://x.example")).isEqualTo(4);
    assertThat(out).contains("deny connect (.claude/settings.json:1)");
  }

  /// What was imported closes as much as where it came from.
  @Test
  void closeTheSameOnceTheyAreTheUsers() throws Exception {
    assertThat(run("discover", "import", "permission:deny Bash(*DROP TABLE*)")).as(err).isZero();
    assertThat(Files.readString(home.resolve("config.yml"))).contains("text(*DROP TABLE*)");
    Files.delete(project.resolve(".claude/settings.json"));
    assertThat(run("permissions", "check", "--mode=full", "psql -c 'DROP TABLE x'")).isEqualTo(4);
    assertThat(out).contains("config.yml:");
  }
}
