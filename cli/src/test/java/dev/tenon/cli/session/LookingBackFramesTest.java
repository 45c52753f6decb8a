package dev.tenon.cli.session;

import dev.tenon.cli.slash.PickingContext;
import dev.tenon.cli.slash.SlashCommand;
import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.Picker;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.GoldenFrames;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.json.Json;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.session.SessionRecorder;
import dev.tenon.core.session.SessionSummary;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionNames;
import dev.tenon.engine.session.SessionQuestions;
import dev.tenon.engine.session.SessionRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The pickers of sessions and of prompts to go back to, at three widths.
class LookingBackFramesTest {
  @TempDir Path folder;

  /// Nobody looks whether it is there, so that its path is the same everywhere.
  private static final Path PROJECT = Path.of("/home/ann/parser");

  private ActiveSession active;
  private Journal journal;

  @BeforeEach
  void open() throws Exception {
    Path root = Files.createDirectories(folder.toRealPath().resolve("project"));
    journal = ProjectJournal.open(folder.resolve("state"), Workspace.open(root, List.of()), "one");
    active =
        ActiveSession.open(
            ProjectOptions.of(folder.resolve("state"), root).withEnvironment(Map.of()),
            SessionRequest.NEW,
            SessionQuestions.nobody(),
            problem -> {});
    try (SessionLog log = active.store().create(PROJECT)) {
      for (String[] each :
          new String[][] {
            {"user", "Why does the parser lose 漢字 at the end of each line?\033[2J"},
            {"assistant", "Since `end` is one too small."}
          }) {
        log.append(
            new Entry.Said(Json.object().put("role", each[0]).put("content", each[1]).build()));
      }
    }
    for (String path : List.of("src/Parser.java", "docs/parser.md")) {
      String prompt = journal.beginPrompt("make " + path).id();
      if (path.endsWith(".java")) {
        // The other one was asked for in another session.
        active
            .log()
            .append(
                new Entry.Custom(
                    SessionRecorder.CHECKPOINT, Json.object().put("checkpoint", prompt).build()));
      }
      journal.commit(
          new Transaction(List.of(new FileChange.Create(path, "a\nb\n"))),
          new Attribution(Origin.AGENT, "write_file", "call"));
    }
  }

  @AfterEach
  void close() {
    active.close();
  }

  private String sessions(DisplayOptions look, int columns, Key... keys) throws Exception {
    Picker<SessionSummary> picker =
        new SessionPicker(active).picker(active.store().listing().of(PROJECT), look);
    picker.lines(columns, 24);
    for (Key key : keys) {
      picker.press(key);
    }
    String frame = String.join("\n", picker.lines(columns, 24)) + "\n";
    return picker
        .marked()
        .map(each -> frame.replace(SessionNames.shortId(each.id()), "c0ffee00"))
        .orElse(frame);
  }

  private String rewind(DisplayOptions look, int columns, Key... keys) throws Exception {
    var context = new PickingContext().looking(look, columns).pressing(keys);
    var tree = new TreeCommand(active, Optional.of(journal), with -> {}, TreeCommand.Offer.NONE);
    for (SlashCommand command : new RewindCommand(active, journal, tree).list()) {
      if (command.name().equals("rewind")) {
        command.action().run("", context);
      }
    }
    return context.screen() + "\n";
  }

  private Map<String, String> scenes(DisplayOptions look, int columns) throws Exception {
    var scenes = new LinkedHashMap<String, String>();
    var delete = new Key.Chord(Key.Modifier.CONTROL, 'd');
    var rename = new Key.Chord(Key.Modifier.CONTROL, 'r');
    scenes.put("sessions", sessions(look, columns));
    scenes.put("sessions-delete", sessions(look, columns, delete));
    scenes.put("sessions-rename", sessions(look, columns, rename));
    scenes.put("sessions-nothing", sessions(look, columns, new Key.Pasted("zzz")));
    scenes.put("rewind", rewind(look, columns));
    scenes.put("rewind-earlier", rewind(look, columns, Key.Named.DOWN));
    scenes.put("rewind-elsewhere", rewind(look, columns, Key.Named.ENTER));
    return scenes;
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 200})
  void theyLookAsTheyDid(int columns) throws Exception {
    GoldenFrames.check(LookingBackFramesTest.class, columns, look -> scenes(look, columns));
  }
}
