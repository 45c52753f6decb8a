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
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a later version of Tenon keeps in the state folder, found by this one after a downgrade:
/// each store is refused with words and left as it is, or what is known of it is used and the rest
/// kept. The history of prompts has `PromptDatabaseTest`, the server's store `SqliteFileTest`.
@Timeout(60)
class LaterVersionTest {
  private static final String EDIT =
      """
      {"steps": [
        {"calls": [{"name": "write_file", "arguments": {"path": "made", "content": "x"}}]},
        {"text": "done"}]}
      """;

  @TempDir Path folder;
  private Path project;
  private Path home;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void makeFolders() throws IOException {
    project = Files.createDirectory(folder.resolve("project")).toRealPath();
    home = Files.createDirectory(folder.resolve("home"));
  }

  private int run(String... words) {
    out.reset();
    err.reset();
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

  private String said() {
    return out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8);
  }

  private int prompt(String... more) throws IOException {
    Path script = Files.writeString(folder.resolve("script.json"), EDIT);
    var words =
        Stream.concat(
            Stream.of("-p", "go", "--mode", "full", "--model", "scripted:" + script),
            Stream.of(more));
    return run(words.toArray(String[]::new));
  }

  @Test
  void aWholeStateOfALaterFormIsLeftAlone() throws Exception {
    Files.writeString(home.resolve("state-version"), "2\n");
    Map<String, String> before = content();
    for (List<String> words :
        List.of(
            List.of("sessions"),
            List.of("changes"),
            List.of("undo"),
            List.of("usage"),
            List.of("permissions"),
            List.of("config"),
            List.of("tool", "read_file", "{\"path\":\"a\"}"),
            List.of("serve", "--port", "0"))) {
      assertThat(run(words.toArray(String[]::new))).as(words.toString()).isOne();
      assertThat(said()).as(words.toString()).contains("a later version of Tenon (form 2");
    }
    assertThat(prompt()).isOne();
    assertThat(project.resolve("made")).doesNotExist();
    assertThat(content()).isEqualTo(before);
  }

  @Test
  void aJournalOfALaterFormIsLeftAlone() throws Exception {
    assertThat(prompt()).as(said()).isZero();
    Path made = project.resolve("made");
    assertThat(made).exists();
    Path journal;
    try (Stream<Path> files = Files.walk(Journal.folderOf(home, project))) {
      journal = files.filter(it -> it.toString().endsWith("journal.jsonl")).findAny().orElseThrow();
    }
    // What this version would take for unfinished and take back.
    String ended = Files.readString(journal).replace("\"type\":\"done\"", "\"type\":\"ended\"");
    Files.writeString(journal, "{\"type\":\"form\",\"form\":2}\n" + ended);
    String later = Files.readString(journal);
    for (List<String> words : List.of(List.of("changes"), List.of("undo"), List.of("redo"))) {
      assertThat(run(words.toArray(String[]::new))).as(words + ": " + said()).isOne();
      assertThat(said())
          .as(words.toString())
          .contains(journal + " was written by a later version of Tenon (form 2, this one knows 1)")
          .doesNotContain("Exception");
    }
    Files.delete(made);
    assertThat(prompt("--output-format", "stream-json")).isZero();
    assertThat(said()).contains("was written by a later version of Tenon");
    assertThat(made).doesNotExist();
    assertThat(journal).hasContent(later);
  }

  @Test
  void aSessionOfALaterFormIsOnlyLookedAt() throws Exception {
    assertThat(prompt()).as(said()).isZero();
    Path session;
    try (Stream<Path> files = Files.walk(home.resolve("sessions"))) {
      session = files.filter(it -> it.toString().endsWith(".jsonl")).findAny().orElseThrow();
    }
    String text = Files.readString(session).replaceFirst("\"version\":\\d+", "\"version\":99");
    Files.writeString(session, text);
    assertThat(prompt("--continue")).as(said()).isEqualTo(2);
    assertThat(said()).contains("version 99 of the format by a later Tenon");
    assertThat(session).hasContent(text);
    String name = session.getFileName().toString();
    String id = name.substring(name.indexOf('_') + 1, name.length() - ".jsonl".length());
    assertThat(run("sessions", "show", id)).as(said()).isZero();
    assertThat(said()).contains("go");
    assertThat(session).hasContent(text);
  }

  @Test
  void rulesThatThisVersionDoesNotKnowAllowNothingAndStay() throws Exception {
    Path rules =
        Files.createDirectories(Journal.folderOf(home, project)).resolve("permissions.json");
    Files.writeString(
        rules, "{\"later\":{\"a\":1},\"allow\":[\"bash(ls)\",\"teleport(moon){fast}\"]}");
    assertThat(run("permissions")).as(said()).isZero();
    assertThat(said()).contains("bash(ls)");
    assertThat(run("permissions", "remove", "bash(ls)")).as(said()).isZero();
    assertThat(rules)
        .content()
        .contains("teleport(moon){fast}", "\"later\"")
        .doesNotContain("(ls)");
  }

  @Test
  void aSettingThatThisVersionDoesNotKnowIsNamedWithItsPlace() throws Exception {
    Path settings = home.resolve("config.yml");
    Files.writeString(settings, "mode: plan\nflux:\n  capacitor: on\n");
    assertThat(run("config")).isEqualTo(2);
    assertThat(said()).contains(settings + ":2").contains("flux");
    assertThat(settings).content().contains("capacitor");
    Files.writeString(settings, "  - broken", StandardOpenOption.APPEND);
    assertThat(run("config")).isEqualTo(2);
    assertThat(said()).contains(settings.toString());
  }

  private Map<String, String> content() throws IOException {
    var all = new TreeMap<String, String>();
    try (Stream<Path> files = Files.walk(home)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        all.put(file.toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
      }
    }
    return all;
  }
}
