package dev.tenon.cli.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.Picker;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.core.json.Json;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.session.SessionSummary;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionQuestions;
import dev.tenon.engine.session.SessionRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionPickerTest {
  private static final Key RENAME = new Key.Chord(Key.Modifier.CONTROL, 'r');
  private static final Key DELETE = new Key.Chord(Key.Modifier.CONTROL, 'd');

  @TempDir Path folder;
  private Path root;
  private ActiveSession active;
  private Picker<SessionSummary> picker;

  @BeforeEach
  void open() throws Exception {
    root = Files.createDirectories(folder.toRealPath().resolve("project"));
    active =
        ActiveSession.open(
            ProjectOptions.of(folder.resolve("state"), root).withEnvironment(Map.of()),
            SessionRequest.NEW,
            SessionQuestions.nobody(),
            problem -> {});
    said(root, "the parser", "It is a recursive one.");
    said(root, "the lexer\033[2J", "A table.");
    said(folder.resolve("elsewhere"), "another matter", "Indeed.");
    picker =
        new SessionPicker(active)
            .picker(active.store().listing().of(root), DisplayOptions.plain(Glyphs.UNICODE));
  }

  @AfterEach
  void close() {
    active.close();
  }

  private void said(Path project, String prompt, String answer) throws IOException {
    try (SessionLog log = active.store().create(project)) {
      for (String[] each : new String[][] {{"user", prompt}, {"assistant", answer}}) {
        log.append(
            new Entry.Said(Json.object().put("role", each[0]).put("content", each[1]).build()));
      }
    }
  }

  private String screen() {
    return String.join("\n", picker.lines(100, 24));
  }

  private void sees(String text) {
    await().untilAsserted(() -> assertThat(screen()).contains(text));
  }

  private void type(String text) {
    picker.press(new Key.Pasted(text));
  }

  @Test
  void aRowHasTitleAgeAndMessagesAndThePreviewTheLastExchange() {
    type("parser");
    assertThat(screen())
        .contains("❯ the parser")
        .contains("just now")
        .contains("2 messages")
        .contains("you: the parser")
        .contains("It is a recursive one.")
        .contains("this project")
        .doesNotContain("another matter")
        .doesNotContain("\033");
  }

  @Test
  void tabShowsAllProjects() {
    picker.press(Key.Named.TAB);
    sees("another matter");
    assertThat(screen()).contains("all projects").contains("elsewhere");
    picker.press(Key.Named.TAB);
    sees("/2  ");
    assertThat(screen()).doesNotContain("another matter");
  }

  @Test
  void aSessionIsRenamed() throws Exception {
    type("parser");
    picker.press(RENAME);
    picker.press(Key.Named.ERASE_ALL);
    picker.press(Key.Named.ENTER);
    assertThat(screen()).contains("A title has at least one letter.");
    type("My title");
    picker.press(Key.Named.ENTER);
    picker.press(Key.Named.ESCAPE);
    sees("❯ My title");
    assertThat(active.store().listing().of(root))
        .extracting(SessionSummary::name)
        .contains("My title");
  }

  @Test
  void aSessionIsDeletedAfterAYes() throws Exception {
    type("parser");
    picker.press(DELETE);
    assertThat(screen()).contains("Delete for good? 'the parser'");
    picker.press(Key.Named.ENTER);
    assertThat(active.store().listing().of(root)).hasSize(2);
    picker.press(DELETE);
    type("y");
    assertThat(active.store().listing().of(root)).hasSize(2);
    picker.press(DELETE);
    picker.press(new Key.Typed("y"));
    assertThat(active.store().listing().of(root)).hasSize(1);
    sees("Nothing fits 'parser'");
  }

  @Test
  void oneThatIsOpenElsewhereStays() throws Exception {
    SessionSummary first = active.store().listing().of(root).getFirst();
    try (SessionLog held = active.store().open(first.file())) {
      picker.mark(first);
      picker.press(DELETE);
      picker.press(new Key.Typed("y"));
      assertThat(screen()).contains("is open already");
      assertThat(held.file()).isPresent();
    }
    assertThat(first.file()).exists();
  }

  @Test
  void withoutSessionsItSaysSo() {
    picker =
        new SessionPicker(active).picker(java.util.List.of(), DisplayOptions.plain(Glyphs.UNICODE));
    assertThat(screen()).contains("No sessions of this project; Tab shows those of all");
  }
}
