package dev.tenon.cli.terminal.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Whatever lies where the history should be: the program starts at once, tells it in one line, and
/// what was typed is there as long as it runs.
@Timeout(60)
class UnusableHistoryTest {
  @TempDir Path home;

  enum Fault {
    FOLDER,
    PIPE,
    FOLDER_OF_PROJECTS_IS_A_FILE,
    HOME_IS_A_FILE,
    ENDLESS_DEVICE
  }

  private Path prompts() {
    return home.resolve("state/prompts");
  }

  private void make(Fault fault) throws IOException, InterruptedException {
    if (fault == Fault.HOME_IS_A_FILE) {
      Files.writeString(home.resolve("state"), "no folder");
      return;
    }
    Files.createDirectories(home.resolve("state"));
    switch (fault) {
      case FOLDER -> Files.createDirectories(prompts());
      case PIPE -> {
        TestPrograms.require("mkfifo");
        assertThat(new ProcessBuilder("mkfifo", prompts().toString()).start().waitFor()).isZero();
      }
      case FOLDER_OF_PROJECTS_IS_A_FILE ->
          Files.writeString(home.resolve("state/prompts.d"), "no folder");
      case ENDLESS_DEVICE -> Files.createSymbolicLink(prompts(), Path.of("/dev/zero"));
      case HOME_IS_A_FILE -> throw new IllegalStateException();
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatWasTypedStaysAndOneLineTells(Fault fault) throws IOException, InterruptedException {
    make(fault);
    var history = new PromptHistory(prompts(), home.resolve("project"));
    long began = System.nanoTime();
    history.load();
    history.add("typed before");
    history.add("typed last");
    assertThat(history.entries()).endsWith("typed before", "typed last");
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(5));
    assertThat(history.search("before")).contains("typed before");
    history.settle();
    assertThat(history.problem())
        .hasValueSatisfying(
            line ->
                assertThat(line)
                    .startsWith("cannot ")
                    .contains("history")
                    .doesNotContain("\n", "Exception"));
    history.close();
  }

  @Test
  void ofAnEnormousFileTheEndIsRead() throws IOException {
    Files.createDirectories(home.resolve("state"));
    var lines = new StringBuilder();
    for (int i = 0; i < 300_000; i++) {
      lines.append("a prompt with the number ").append(i).append('\n');
    }
    Files.writeString(prompts(), lines);
    var history = new PromptHistory(prompts());
    history.load();
    assertThat(history.entries())
        .hasSize(1000)
        .startsWith("a prompt with the number 299000")
        .endsWith("a prompt with the number 299999");
    assertThat(history.problem()).isEmpty();
    history.close();
  }

  @Test
  void aLockedDatabaseDelaysOneSearchAndNotEveryKey() throws Exception {
    Files.createDirectories(home.resolve("state"));
    Files.write(prompts(), List.of("an old prompt", "another"), StandardCharsets.UTF_8);
    Path database = home.resolve("state/history.db");
    var first = new PromptHistory(prompts());
    first.load();
    assertThat(first.search("old")).hasSize(1);
    first.close();
    try (var other = DriverManager.getConnection("jdbc:sqlite:" + database);
        var statement = other.createStatement()) {
      statement.execute("PRAGMA locking_mode = EXCLUSIVE");
      statement.execute("BEGIN EXCLUSIVE");
      var history = new PromptHistory(prompts());
      history.load();
      assertThat(history.search("old")).containsExactly("an old prompt");
      assertThat(history.problem()).hasValueSatisfying(it -> assertThat(it).contains("database"));
      long began = System.nanoTime();
      for (String typed : List.of("a", "an", "ano", "anot", "anoth")) {
        assertThat(history.search(typed)).contains("another");
      }
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofMillis(400));
      history.close();
      statement.execute("ROLLBACK");
    }
  }
}
