package dev.tenon.cli.session;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.Pager;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.GoldenFrames;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.json.Json;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.session.SessionRecorder;
import dev.tenon.core.session.SessionStore;
import dev.tenon.core.session.SessionTree;
import dev.tenon.core.workspace.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The tree of a session, its timeline, and the pager that shows one of its events, at three
/// widths.
class SessionFramesTest {
  @TempDir Path folder;
  private final SessionLog log = SessionStore.inMemory(Path.of("/p"));
  private Journal journal;

  private String says(String role, String text) throws Exception {
    return log.append(new Entry.Said(Json.object().put("role", role).put("content", text).build()))
        .id();
  }

  @BeforeEach
  void happens() throws Exception {
    Path root = Files.createDirectories(folder.toRealPath().resolve("project"));
    journal = ProjectJournal.open(folder.resolve("state"), Workspace.open(root, List.of()), "one");
    log.append(new Entry.ModelChanged("p/m", null));
    String first = says("user", "Look at the parser, it loses the last token of each line");
    String answer = says("assistant", "It does: `end` is one too small.");
    says("user", "Then write a test for it\nand run it");
    says("assistant", "Done. 漢字 👨‍👩‍👧 pass as well.");
    log.branch(answer);
    String checkpoint = journal.beginPrompt("Mend it").id();
    log.append(
        new Entry.Custom(
            SessionRecorder.CHECKPOINT, Json.object().put("checkpoint", checkpoint).build()));
    says("user", "Mend it");
    log.append(
        new Entry.Said(
            Json.parseObject(
                """
                {"role": "assistant", "content": [{"type": "toolCall", "id": "b1",
                 "name": "bash", "arguments": {"command": "npm test -- --reporter=dot"}}]}
                """)));
    log.append(
        new Entry.Said(
            Json.parseObject(
                """
                {"role": "toolResult", "toolCallId": "b1", "toolName": "bash",
                 "content": [{"type": "text", "text": "2 failed"}],
                 "details": {"ok": true, "data": {"exit_code": 1}}}
                """)));
    journal.commit(
        new Transaction(
            List.of(new FileChange.Create("src/Parser.java", "class Parser {\n  int at;\n}\n"))),
        new Attribution(Origin.AGENT, "write_file", "call"));
    log.append(new Entry.Labelled(first, "the beginning"));
  }

  private TreeMenu tree(DisplayOptions look) throws Exception {
    SessionTree tree = SessionTree.of(log);
    return new TreeMenu(tree, look, (id, label) -> tree, id -> "all of it");
  }

  private static String frame(List<String> lines) {
    return (String.join("\n", lines) + "\n")
        .replaceAll("[0-9]{2}:[0-9]{2}:[0-9]{2}", "12:34:56")
        .replaceAll("20[0-9]{2}-[0-9]{2}-[0-9]{2}T([0-9:]+)[.][0-9]+Z", "2026-01-02T$1.003Z")
        .replaceAll("/(undo|rollback) [0-9a-z-]+([.][0-9]+)?", "/$1 c0ffee");
  }

  private Map<String, String> scenes(DisplayOptions look, int columns) throws Exception {
    var scenes = new LinkedHashMap<String, String>();
    scenes.put("tree", frame(tree(look).lines(columns, 24)));
    TreeMenu searched = tree(look);
    searched.press(new Key.Typed("t"));
    searched.press(new Key.Typed("e"));
    scenes.put("tree-searched", frame(searched.lines(columns, 24)));
    List<Timeline.Event> events = Timeline.of(log, journal, change -> true);
    var text = new TimelineText(look, new Undo(journal), ZoneOffset.UTC);
    var timeline = new TimelineMenu(events, text, look);
    scenes.put("timeline", frame(timeline.lines(columns, 24)));
    timeline.type("zzz");
    scenes.put("timeline-nothing", frame(timeline.lines(columns, 24)));
    Timeline.Event last = events.getLast();
    var pager =
        new Pager(
            List.of(
                new Pager.Text("before", wide -> List.of("one row")),
                new Pager.Text(
                    text.line(last, DisplayOptions.plain(Glyphs.UNICODE)),
                    wide -> text.rows(last, events, wide))),
            look);
    scenes.put("pager", frame(pager.lines(columns, 24)));
    pager.press(new Key.Typed("/"));
    pager.press(new Key.Typed("int"));
    scenes.put("pager-search", frame(pager.lines(columns, 8)));
    return scenes;
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 200})
  void theyLookAsTheyDid(int columns) throws Exception {
    GoldenFrames.check(SessionFramesTest.class, columns, look -> scenes(look, columns));
  }
}
