package dev.tenon.cli.terminal.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PromptHistoryTest {
  @TempDir Path folder;

  private final List<PromptHistory> opened = new ArrayList<>();

  private PromptHistory open() {
    var history = new PromptHistory(folder.resolve("state/history"));
    opened.add(history);
    history.load();
    return history;
  }

  /// The database is written beside; it has to be done before the folder goes.
  @AfterEach
  void close() {
    opened.forEach(PromptHistory::close);
  }

  @Test
  void survivesTheProgramInAFileOfItsOwner() throws IOException {
    PromptHistory history = open();
    history.add("one");
    history.add("two\nlines \\ and \\n more");
    assertThat(open().entries()).containsExactly("one", "two\nlines \\ and \\n more");
    var permissions = Files.getPosixFilePermissions(folder.resolve("state/history"));
    assertThat(PosixFilePermissions.toString(permissions)).isEqualTo("rw-------");
  }

  @Test
  void eachTextIsThereOnceWhereItWasUsedLast() {
    PromptHistory history = open();
    history.add("a");
    history.add("b");
    history.add("a");
    history.add("a");
    assertThat(history.entries()).containsExactly("b", "a");
    assertThat(open().entries()).containsExactly("b", "a");
  }

  @Test
  void secretsAndBlanksAreNotKept() {
    PromptHistory history = open();
    history.add(" begins with a space");
    history.add("  ");
    history.add("x".repeat(100_000));
    assertThat(history.entries()).isEmpty();
    assertThat(folder.resolve("state")).doesNotExist();
  }

  @Test
  void isBounded() throws IOException {
    var lines = new ArrayList<String>();
    for (int i = 0; i < 5000; i++) {
      lines.add("entry " + i);
    }
    Files.createDirectories(folder.resolve("state"));
    Files.write(folder.resolve("state/history"), lines);
    PromptHistory history = open();
    assertThat(history.entries()).hasSize(1000).startsWith("entry 4000").endsWith("entry 4999");
    assertThat(Files.readAllLines(folder.resolve("state/history"))).hasSize(1000);
    assertThat(folder.resolve("state")).isDirectoryNotContaining("glob:**.new");
  }

  @Test
  void aDamagedFileCostsOnlyItsDamage() throws IOException {
    Files.createDirectories(folder.resolve("state"));
    byte[] bytes = "good\n\n???\nfine\\\nlast".getBytes(java.nio.charset.StandardCharsets.UTF_8);
    bytes[6] = (byte) 0xff;
    Files.write(folder.resolve("state/history"), bytes);
    assertThat(open().entries()).startsWith("good").endsWith("fine\\", "last");
    assertThat(open().problem()).isEmpty();
  }

  @Test
  void aFileThatCannotBeWrittenIsToldAndHarmless() throws IOException {
    Files.createDirectories(folder.resolve("state/history"));
    PromptHistory history = open();
    history.add("x");
    assertThat(history.entries()).containsExactly("x");
    assertThat(history.problem()).isPresent();
  }

  private PromptHistory open(String project) {
    var history = new PromptHistory(folder.resolve("state/history"), Path.of(project));
    opened.add(history);
    history.load();
    return history;
  }

  @Test
  void everyProjectHasItsOwn() throws IOException {
    open().add("before projects");
    PromptHistory first = open("/projects/one");
    assertThat(first.entries()).containsExactly("before projects");
    first.add("in one");
    PromptHistory second = open("/projects/two");
    assertThat(second.entries())
        .as("nothing typed yet")
        .containsExactly("before projects", "in one");
    second.add("in two");
    assertThat(open("/projects/one").entries()).containsExactly("in one");
    assertThat(open("/projects/two").entries()).containsExactly("in two");
    assertThat(open().entries()).containsExactly("before projects", "in one", "in two");
    try (var files = Files.list(folder.resolve("state/history.d"))) {
      assertThat(files)
          .hasSize(2)
          .allSatisfy(
              file ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                      .isEqualTo("rw-------"));
    }
  }

  @Test
  void whatCannotBeKeptIsOneLineAndStaysInTheProgram() throws IOException {
    Files.createDirectories(folder.resolve("state/history"));
    PromptHistory history = open("/projects/one");
    history.add("typed");
    assertThat(history.entries()).containsExactly("typed");
    assertThat(history.problem()).hasValueSatisfying(line -> assertThat(line).doesNotContain("\n"));
  }

  @Test
  void aFileOfAnotherProgramIsReadAsTextAndNothingOfItIsLost() throws IOException {
    Path file = folder.resolve("state/history");
    Files.createDirectories(file.getParent());
    byte[] before =
        "_HiStOrY_V2_\nold \\x entry\n\377\376\0bin\n"
            .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
    Files.write(file, before);
    PromptHistory history = open();
    history.add("new");
    assertThat(history.entries()).contains("new", "_HiStOrY_V2_");
    assertThat(Files.readAllBytes(file)).startsWith(before);
  }
}
