package dev.tenon.cli.terminal.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PromptHistoryTest {
  @TempDir Path folder;

  private final List<PromptHistory> opened = new ArrayList<>();

  private PromptHistory open() {
    return open(new PromptHistory(folder.resolve("state/history")));
  }

  private PromptHistory open(PromptHistory history) {
    opened.forEach(PromptHistory::settle);
    opened.add(history);
    history.load();
    history.settle();
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
    history.add("/login anthropic " + "x".repeat(100_000));
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
    assertThat(open().entries()).containsExactly("good", "fine\\", "last");
    assertThat(open().problem())
        .hasValueSatisfying(
            line ->
                assertThat(line)
                    .contains("state/history is damaged: 1 of its 4 lines")
                    .doesNotContain("\n"));
    assertThat(Files.readAllBytes(folder.resolve("state/history"))).isEqualTo(bytes);
  }

  @Test
  void whatIsNoHistoryAtAllIsToldAndLeftAlone() throws IOException {
    var random = new byte[20_000];
    new Random(14).nextBytes(random);
    open("/projects/one").add("before");
    Path file;
    opened.forEach(PromptHistory::settle);
    try (var files = Files.list(folder.resolve("state/history.d"))) {
      file = files.findFirst().orElseThrow();
    }
    Files.write(file, random);
    PromptHistory history = open("/projects/one");
    assertThat(history.entries()).containsExactly("before");
    assertThat(history.problem())
        .hasValueSatisfying(line -> assertThat(line).contains(file + " is damaged"));
    history.add("after");
    history.settle();
    assertThat(Files.readAllBytes(file)).startsWith(random);
  }

  @Test
  void aFileThatCannotBeWrittenIsToldAndHarmless() throws IOException {
    Files.createDirectories(folder.resolve("state/history"));
    PromptHistory history = open();
    history.add("x");
    history.settle();
    assertThat(history.entries()).containsExactly("x");
    assertThat(history.problem())
        .hasValueSatisfying(line -> assertThat(line).doesNotContain("Exception"));
  }

  private PromptHistory open(String project) {
    return open(new PromptHistory(folder.resolve("state/history"), Path.of(project)));
  }

  @Test
  void everyProjectHasItsOwn() throws IOException {
    open().add("before projects");
    PromptHistory first = open("/projects/one");
    assertThat(first.entries()).as("nothing typed yet").isEmpty();
    first.add("in one");
    PromptHistory second = open("/projects/two");
    assertThat(second.entries()).as("nothing typed yet").isEmpty();
    assertThat(second.search("in")).isEmpty();
    second.add("in two");
    assertThat(second.search("in")).containsExactly("in two");
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
    history.settle();
    assertThat(history.entries()).contains("new", "_HiStOrY_V2_");
    assertThat(Files.readAllBytes(file)).startsWith(before);
  }

  private static String megabyte(String begin) {
    return begin + "\n" + "a line \\ of a paste, äöü\n".repeat(45_000) + "end";
  }

  private List<Path> longTexts() throws IOException {
    try (var files = Files.list(folder.resolve("state/history.d/long"))) {
      return files.toList();
    }
  }

  @Test
  void aPromptOfAMegabyteIsKeptWholeInAFileOfItsOwner() throws IOException {
    PromptHistory history = open("/projects/one");
    history.add("before");
    history.add(megabyte("first"));
    history.add("\\@0123456789abcdef-12");
    assertThat(open("/projects/one").entries())
        .containsExactly("before", megabyte("first"), "\\@0123456789abcdef-12");
    assertThat(open().entries()).hasSize(3).contains(megabyte("first"));
    assertThat(open("/projects/one").search("first")).hasSize(1);
    assertThat(Files.size(folder.resolve("state/history"))).isLessThan(1000);
    assertThat(longTexts())
        .singleElement()
        .satisfies(
            file ->
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------"));
  }

  @Test
  void ofLongPromptsTheLatestAreKept() throws IOException {
    PromptHistory history = open("/projects/one");
    for (int i = 0; i < 24; i++) {
      history.add(i + " " + "x".repeat(70_000));
    }
    history.add("last");
    history.settle();
    assertThat(history.entries()).hasSize(21).last().isEqualTo("last");
    assertThat(longTexts()).hasSize(20);
    List<String> again = open("/projects/one").entries();
    assertThat(again).hasSize(21);
    assertThat(again.getFirst()).startsWith("4 ");
  }

  @Test
  void aLongTextThatIsGoneOrAnotherCostsItsEntryAlone() throws IOException {
    PromptHistory history = open("/projects/one");
    history.add(megabyte("one"));
    history.add("short");
    history.settle();
    Files.writeString(longTexts().getFirst(), "something else");
    assertThat(open("/projects/one").entries()).containsExactly("short");
    Files.delete(longTexts().getFirst());
    assertThat(open("/projects/one").entries()).containsExactly("short");
  }

  @Test
  void aDraftOfFiveMegabytesOutlivesItsProgram() throws Exception {
    String text = megabyte("draft").repeat(5);
    PromptHistory killed = open("/projects/one");
    killed.typed(() -> text);
    await().until(() -> Files.exists(folder.resolve("state/history.d")) && !drafts().isEmpty());
    killed.settle();
    assertThat(open("/projects/one").entries()).containsExactly(text);
    assertThat(open("/projects/one").entries()).containsExactly(text);
  }

  @Test
  void whatIsTooLongForTheHistoryIsTold() {
    PromptHistory history = open("/projects/one");
    history.add("x".repeat(17 << 20));
    assertThat(history.entries()).isEmpty();
    assertThat(history.problem())
        .hasValueSatisfying(line -> assertThat(line).contains("17825792 characters"));
  }

  private List<Path> drafts() throws IOException {
    if (!Files.exists(folder.resolve("state/history.d"))) {
      return List.of();
    }
    try (var files = Files.list(folder.resolve("state/history.d"))) {
      return files.filter(file -> file.toString().contains("draft")).toList();
    }
  }

  @Test
  void whoLeavesFindsWhatWasNotSent() throws IOException {
    PromptHistory history = open("/projects/one");
    history.add("sent");
    history.leave("a draft\nof two lines");
    assertThat(open("/projects/one").entries()).containsExactly("sent", "a draft\nof two lines");
    assertThat(drafts()).isEmpty();
  }

  /// The file of a program that was killed has the number of a process that is no more.
  @Test
  void theDraftOfAProgramThatWasKilledIsTheLastEntry() throws Exception {
    PromptHistory killed = open("/projects/one");
    killed.add("sent");
    killed.typed(() -> "half a thou");
    await().until(() -> Files.exists(folder.resolve("state/history.d")) && !drafts().isEmpty());
    Path draft = drafts().getFirst();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(draft)))
        .isEqualTo("rw-------");
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    String name = draft.getFileName().toString();
    Path left = draft.resolveSibling(name.substring(0, name.lastIndexOf('-') + 1) + gone.pid());
    Files.move(draft, left);
    assertThat(open("/projects/two").entries()).doesNotContain("half a thou");
    assertThat(open("/projects/one").entries()).containsExactly("sent", "half a thou");
    assertThat(left).doesNotExist();
  }

  @Test
  void theDraftOfAProgramThatRunsIsLeftToItAndGoesWithWhatIsSent() throws Exception {
    PromptHistory history = open("/projects/one");
    history.add("sent");
    history.typed(() -> "going on");
    await().until(() -> !drafts().isEmpty());
    Path own = drafts().getFirst();
    Process other = new ProcessBuilder("sleep", "60").start();
    try {
      String name = own.getFileName().toString();
      Path of = own.resolveSibling(name.substring(0, name.lastIndexOf('-') + 1) + other.pid());
      Files.copy(own, of);
      assertThat(open("/projects/one").entries()).doesNotContain("another");
      assertThat(of).exists();
    } finally {
      other.destroyForcibly();
    }
    await()
        .until(
            () -> {
              history.typed(() -> "");
              return !Files.exists(own);
            });
  }

  @Test
  void whatIsNotForTheHistoryIsNoDraftEither() throws Exception {
    PromptHistory history = open("/projects/one");
    history.add("sent");
    history.typed(() -> "visible");
    await().until(() -> !drafts().isEmpty());
    history.typed(() -> "/login anthropic secret");
    await().until(() -> drafts().isEmpty());
    history.leave("/login anthropic secret");
    assertThat(open("/projects/one").entries()).containsExactly("sent");
  }
}
