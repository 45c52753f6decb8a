package dev.tenon.cli.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.effects.TreeFingerprints;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.evidence.Check;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.json.Json;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.session.SessionRecorder;
import dev.tenon.core.session.SessionStore;
import dev.tenon.core.workspace.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimelineTest {
  private static final DisplayOptions LOOK = DisplayOptions.plain(Glyphs.UNICODE);

  @TempDir Path folder;
  private final SessionLog log = SessionStore.inMemory(Path.of("/p"));
  private Journal journal;
  private Instant since = Instant.EPOCH;

  @BeforeEach
  void open() throws Exception {
    journal = journal("one");
  }

  private Journal journal(String session) throws Exception {
    Path root = Files.createDirectories(folder.toRealPath().resolve("project"));
    return ProjectJournal.open(folder.resolve("state"), Workspace.open(root, List.of()), session);
  }

  private void says(String prompt) throws Exception {
    String checkpoint = journal.beginPrompt(prompt).id();
    log.append(
        new Entry.Custom(
            SessionRecorder.CHECKPOINT, Json.object().put("checkpoint", checkpoint).build()));
    log.append(new Entry.Said(Json.object().put("role", "user").put("content", prompt).build()));
  }

  @Test
  void whatWentAlongWithAPromptIsNotPartOfIt() throws Exception {
    log.append(
        new Entry.Said(
            Json.parseObject(
                """
                {"role": "user", "content": [{"type": "text", "text": "Look at @a.txt"},
                 {"type": "text", "text": "<file path=\\"a.txt\\" sha256=\\"0a\\">one</file>"}]}
                """)));
    var text = new TimelineText(LOOK, new Undo(journal), ZoneOffset.UTC);
    List<Timeline.Event> events = events();
    assertThat(text.line(events.getFirst(), LOOK))
        .contains("Look at @a.txt")
        .doesNotContain("<file");
    assertThat(String.join("\n", text.rows(events.getFirst(), events, 80)))
        .doesNotContain("sha256");
  }

  private void runs(String id, String command, String result) throws Exception {
    log.append(
        new Entry.Said(
            Json.parseObject(
                """
                {"role": "assistant", "content": [{"type": "toolCall", "id": "%s",
                 "name": "bash", "arguments": {"command": "%s"}}]}
                """
                    .formatted(id, command))));
    log.append(
        new Entry.Said(
            Json.parseObject(
                """
                {"role": "toolResult", "toolCallId": "%s", "toolName": "bash",
                 "content": [{"type": "text", "text": "out"}], %s}
                """
                    .formatted(id, result))));
  }

  private void checked(String callId, String by, String command, int exit, String helper)
      throws Exception {
    var check =
        new Check(
            "c1",
            callId,
            by,
            command,
            List.of(command),
            "",
            Shell.Ending.EXITED,
            exit,
            Instant.now(),
            Instant.now(),
            "",
            "",
            TreeFingerprints.UNKNOWN,
            List.of(),
            "",
            helper);
    log.append(new Entry.Custom(Check.ENTRY, check.toJson()));
  }

  @Test
  void everyCommandThatRanStandsThereWhoeverRanIt() throws Exception {
    says("test it");
    log.append(
        new Entry.Said(
            Json.parseObject(
                """
                {"role": "assistant", "content": [{"type": "toolCall", "id": "r1",
                 "name": "recipe", "arguments": {"op": "test --all"}}]}
                """)));
    checked("r1", "recipe", "npm run test -- --all", 1, "");
    log.append(
        new Entry.Said(
            Json.parseObject(
                """
                {"role": "toolResult", "toolCallId": "r1", "toolName": "recipe",
                 "content": [{"type": "text", "text": "2 failed\\n{\\"code\\":\\"timeout\\"}"}],
                 "isError": true}
                """)));
    checked("elsewhere", "bash", "make lint", 0, "reviewer");
    checked("", "!", "git status", 0, "");
    checked("", Check.CONFIGURED, "mvn -q test", 2, "");
    log.append(new Entry.Custom(Check.ENTRY, Json.object().put("id", "of a later form").build()));
    assertThat(lines())
        .containsExactlyInAnyOrder(
            "❯ test it",
            "✗ exit 1 npm run test -- --all",
            "✓ exit 0 make lint  (reviewer)",
            "✓ exit 0 git status  (you)",
            "✗ exit 2 mvn -q test  (configured check)");
    List<Timeline.Event> events = events();
    assertThat(
            events.stream()
                .map(event -> String.join("\n", text().rows(event, events, 200)))
                .filter(shown -> shown.contains("npm run test")))
        .singleElement()
        .asString()
        .contains("2 failed")
        .doesNotContain("{");
  }

  @Test
  void aCommandWhoseCallWasNeverAnsweredStandsThereToo() throws Exception {
    says("test it");
    // What the program reminds the model of is no prompt.
    log.append(
        new Entry.Said(
            Json.object()
                .put("role", "user")
                .put("content", "<tenon-reminder>\nNot proved.\n</tenon-reminder>")
                .build()));
    log.append(
        new Entry.Said(
            Json.parseObject(
                """
                {"role": "assistant", "content": [{"type": "toolCall", "id": "b1",
                 "name": "bash", "arguments": {"command": "sleep 100"}}]}
                """)));
    checked("b1", "bash", "sleep 100", 137, "");
    assertThat(lines()).containsExactly("❯ test it", "✗ exit 137 sleep 100");
  }

  private void creates(String path, String text) throws Exception {
    journal.commit(
        new Transaction(List.of(new FileChange.Create(path, text))),
        new Attribution(Origin.AGENT, "write_file", "call"));
  }

  private List<Timeline.Event> events() throws Exception {
    return Timeline.of(log, journal, CallCommands.own(log, since, journal.session()));
  }

  private TimelineText text() {
    return new TimelineText(LOOK, new Undo(journal), ZoneOffset.UTC);
  }

  private List<String> lines() throws Exception {
    TimelineText text = text();
    // Without the time in front.
    return events().stream().map(it -> text.line(it, LOOK).substring(10)).toList();
  }

  @Test
  void promptsCommandsChangesAndUndosStandInTheirOrder() throws Exception {
    says("make it\nwell");
    runs("c1", "npm test", "\"details\": {\"ok\": true, \"data\": {\"exit_code\": 3}}");
    creates("a.txt", "one\ntwo\n");
    runs(
        "c2",
        "npm test",
        "\"details\": {\"envelope\": {\"ok\": true, \"data\": {\"exit_code\": 0}}}");
    runs("c3", "rm -rf x", "\"isError\": true, \"details\": {\"ok\": false}");
    new Undo(journal).undoLatestPrompt();
    assertThat(lines())
        .containsExactlyInAnyOrder(
            "❯ make it ↵ well",
            "✗ exit 3 npm test",
            "• write_file: a.txt created  +2 −0  (taken back)",
            "✓ exit 0 npm test",
            "✗ did not run rm -rf x",
            "↵ undo: a.txt deleted  +0 −2");
    assertThat(lines().getFirst()).startsWith("❯ make it");
    assertThat(lines().getLast()).startsWith("↵ undo");
    new Undo(journal).redo();
    assertThat(lines().getLast()).startsWith("↵ redo: a.txt created");
  }

  @Test
  void aPromptIsShownWithItsChangesAndTheWayBack() throws Exception {
    says("make it");
    creates("a.txt", "one\n");
    creates("src/B.java", "class B {}\n");
    List<Timeline.Event> events = events();
    String prompt = journal.checkpoints().getFirst().id();
    assertThat(String.join("\n", text().rows(events.getFirst(), events, 200)))
        .contains("make it")
        .contains("/undo " + prompt + " takes back what came of it; /rollback " + prompt)
        .contains("a.txt (new file)  +1 −0")
        .contains("src/B.java (new file)  +1 −0");
    assertThat(String.join("\n", text().rows(events.getLast(), events, 200)))
        .contains("/undo " + journal.changes().getLast().id() + " takes it back.")
        .contains("+ class B {}");
  }

  /// Its end may be what matters.
  @Test
  void aLineOfADiffThatIsLongerThanARowIsWhole() throws Exception {
    says("make it");
    creates("a.txt", "first " + "word ".repeat(100) + "last\n");
    List<Timeline.Event> events = events();
    for (Timeline.Event event : events) {
      List<String> rows = text().rows(event, events, 60);
      assertThat(String.join(" ", rows)).contains("+ first word").contains("word last");
      assertThat(rows)
          .noneMatch(row -> row.contains("…"))
          .allMatch(row -> DisplayWidth.of(row) <= 60);
    }
  }

  @Test
  void whatAnEarlierRunOfTheSessionChangedBelongsToIt() throws Exception {
    says("make it");
    creates("a.txt", "one\n");
    journal = journal("two");
    assertThat(lines()).hasSize(2);
    journal.beginPrompt("elsewhere");
    Journal other = journal("three");
    other.commit(
        new Transaction(List.of(new FileChange.Create("c.txt", "x\n"))),
        new Attribution(Origin.AGENT, "write_file", "call"));
    assertThat(lines()).hasSize(2);
  }

  /// As after /new: the program is the same, the session another.
  @Test
  void whatThisProgramChangedInAnotherSessionIsNoneOfIt() throws Exception {
    journal.beginPrompt("elsewhere");
    creates("other.txt", "one\n");
    since = journal.changes().getLast().time().plusMillis(1);
    assertThat(lines()).isEmpty();
    says("make it");
    journal.commit(
        new Transaction(List.of(new FileChange.Create("a.txt", "x\n"))),
        new Attribution(Origin.AGENT, "write_file", "call"));
    assertThat(lines()).hasSize(2).noneMatch(line -> line.contains("other.txt"));
  }

  @Test
  void linesThatLookLikeTheHeadOfADiffAreCounted() throws Exception {
    says("make it");
    creates("a.sql", "-- one\n++ two\nthree\n");
    assertThat(lines()).anyMatch(line -> line.contains("a.sql created  +3 −0"));
    new Undo(journal).undoLatestPrompt();
    assertThat(lines()).anyMatch(line -> line.contains("a.sql deleted  +0 −3"));
  }

  @Test
  void theMenuFitsEveryWindowAndIsSearched() throws Exception {
    says("make \033[2J 漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字");
    for (int i = 0; i < 50; i++) {
      creates("file" + i + ".txt", "one\n");
    }
    var menu = new TimelineMenu(events(), text(), LOOK);
    for (int columns : new int[] {1, 20, 60, 200}) {
      for (int rows : new int[] {0, 1, 5, 24}) {
        List<String> lines = menu.lines(columns, rows);
        assertThat(lines.size()).isBetween(1, Math.max(1, rows - 1));
        assertThat(lines)
            .allMatch(line -> DisplayWidth.of(line) <= Math.max(1, columns - 1))
            .noneMatch(line -> line.contains("\033"));
      }
    }
    menu.type("file49");
    assertThat(menu.options()).singleElement().asString().contains("file49.txt");
  }
}
