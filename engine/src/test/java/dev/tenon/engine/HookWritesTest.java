package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.Expectation;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.config.ProjectOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What hooks write is in the journal with the prompt that they ran for, and goes back with it.
@Timeout(300)
final class HookWritesTest {
  /// Ends each line of the file of the call with a semicolon, as formatters do.
  private static final String FORMAT =
      "f=$(sed 's/.*\"file_path\":\"\\([^\"]*\\)\".*/\\1/'); sed -i 's/;*$/;/' \"$f\"";

  @TempDir Path folder;
  private Path home;
  private Path root;
  private final List<String> notes = new CopyOnWriteArrayList<>();

  @BeforeEach
  void makeProject() throws Exception {
    home = Files.createDirectories(folder.resolve("home"));
    root = Files.createDirectories(folder.resolve("project")).toRealPath();
    write("a.js", "let a = 1\nlet b = 2\n");
  }

  private void write(String file, String text) throws Exception {
    Files.createDirectories(root.resolve(file).getParent());
    Files.writeString(root.resolve(file), text);
  }

  private String read(String file) throws Exception {
    return Files.readString(root.resolve(file));
  }

  private interface Work {
    void with(Project project, Conversation live) throws Exception;
  }

  private static String hook(String event, String matcher, String command, String more) {
    return "  "
        + event
        + ": [{matcher: "
        + Json.of(matcher).compact()
        + ", hooks: [{type: command, command: "
        + Json.of(command).compact()
        + more
        + "}]}]\n";
  }

  private void converse(ScriptedModel model, String hooks, Work work) throws Exception {
    converse(model, hooks, ProjectOptions.Edits.DIRECT, work);
  }

  private void converse(ScriptedModel model, String hooks, ProjectOptions.Edits edits, Work work)
      throws Exception {
    Files.writeString(home.resolve("config.yml"), "hooks:\n" + hooks);
    ProjectOptions options =
        ProjectOptions.of(home, root)
            .withEnvironment(Map.of())
            .with("editDialect", "edit_file")
            .with("sandbox.kind", "off");
    options = edits == ProjectOptions.Edits.STAGED ? options.staged() : options;
    try (Project project = Project.open(options);
        ProjectConversation conversation =
            project.conversation(ConversationOptions.of(model, Mode.EDIT))) {
      Conversation live =
          conversation.start(
              new ConversationFace(event -> {}, Approver.nobody(), null, notes::add));
      work.with(project, live);
    }
    model.verify();
  }

  private static Step writing(String path, String content) {
    return Step.calls(
        "write_file", Json.object().put("path", path).put("content", content).build());
  }

  private static Step editing(String path, String old, String now) {
    return Step.calls(
        "edit_file",
        Json.object().put("path", path).put("old_text", old).put("new_text", now).build());
  }

  private static Step reading(String path) {
    return Step.calls("read_file", Json.object().put("path", path).build());
  }

  private static List<String> told(Journal journal) throws Exception {
    var told = new ArrayList<String>();
    for (Change change : journal.changes()) {
      told.add(change.by().origin() + " " + change.by().tool() + " " + change.path());
    }
    return told;
  }

  @Test
  void whatAFormatterWritesGoesBackWithTheEdit() throws Exception {
    converse(
        ScriptedModel.of(
            writing("new.js", "let n = 0\n"),
            reading("a.js").expecting(Expectation.lastResultContains("A hook has changed new.js")),
            editing("a.js", "let a = 1", "let a = 3"),
            editing("a.js", "let b = 2;", "let b = 4")
                .expecting(Expectation.lastResultContains("A hook has changed a.js")),
            Step.says("Done.")),
        hook("PostToolUse", "Edit|Write|MultiEdit", FORMAT, ""),
        (project, live) -> {
          live.prompt("change them");
          assertThat(read("new.js")).isEqualTo("let n = 0;\n");
          assertThat(read("a.js")).isEqualTo("let a = 3;\nlet b = 4;\n");
          Journal journal = project.journal();
          assertThat(told(journal))
              .containsExactly(
                  "AGENT write_file new.js",
                  "HOOK PostToolUse new.js",
                  "AGENT edit_file a.js",
                  "HOOK PostToolUse a.js",
                  "AGENT edit_file a.js",
                  "HOOK PostToolUse a.js");
          assertThat(journal.changes()).extracting(Change::prompt).containsOnly(prompt(journal));
          assertThat(journal.changes().get(1).by().callId())
              .isEqualTo(journal.changes().get(0).by().callId());
          var undo = new Undo(journal);
          assertThat(undo.undoLatestPrompt().conflicts()).isEmpty();
          assertThat(root.resolve("new.js")).doesNotExist();
          assertThat(read("a.js")).isEqualTo("let a = 1\nlet b = 2\n");
          assertThat(undo.redo().conflicts()).isEmpty();
          assertThat(read("new.js")).isEqualTo("let n = 0;\n");
          assertThat(read("a.js")).isEqualTo("let a = 3;\nlet b = 4;\n");
          undo.rollback(journal.checkpoints().getLast());
          assertThat(root.resolve("new.js")).doesNotExist();
          assertThat(read("a.js")).isEqualTo("let a = 1\nlet b = 2\n");
        });
  }

  private static String prompt(Journal journal) {
    return journal.currentPrompt().map(Checkpoint::id).orElseThrow();
  }

  @Test
  void hooksOfAllKindsBelongToThePromptThatTheyRanFor() throws Exception {
    converse(
        ScriptedModel.of(
            Step.says("One."), reading("a.js"), Step.says("Two."), Step.says("Three.")),
        hook("SessionStart", "*", "echo start >> start.txt", "")
            + hook("UserPromptSubmit", "*", "echo asked >> asked.txt; sleep 0.01", "")
            + hook("PreToolUse", "Read", "echo pre >> pre.txt; exit 2", "")
            + hook("Stop", "*", "echo stop >> stop.txt", ""),
        (project, live) -> {
          Journal journal = project.journal();
          live.prompt("first");
          String first = prompt(journal);
          live.prompt("second");
          String second = prompt(journal);
          assertThat(journal.changes())
              .extracting(change -> change.by().tool() + " " + change.prompt())
              .containsExactly(
                  "SessionStart " + first,
                  "UserPromptSubmit " + first,
                  "Stop " + first,
                  "UserPromptSubmit " + second,
                  "PreToolUse " + second,
                  "Stop " + second);
          var undo = new Undo(journal);
          assertThat(undo.undoLatestPrompt().conflicts()).isEmpty();
          assertThat(read("asked.txt")).isEqualTo("asked\n");
          assertThat(root.resolve("pre.txt")).doesNotExist();
          assertThat(undo.undoLatestPrompt().conflicts()).isEmpty();
          assertThat(root.resolve("start.txt")).doesNotExist();
          assertThat(root.resolve("asked.txt")).doesNotExist();
          live.prompt("third");
        });
  }

  @Test
  void inALargeProjectTheFilesOfTheCallAreLookedAt() throws Exception {
    for (int i = 0; i < 600; i++) {
      write("many/" + i / 100 + "/" + i + ".txt", "x");
    }
    converse(
        ScriptedModel.of(editing("a.js", "let a = 1", "let a = 3"), Step.says("Done.")),
        hook(
            "PostToolUse",
            "Edit",
            FORMAT + "; echo x >> \"$CLAUDE_PROJECT_DIR\"/edits.log; echo x > $(printf un%s named)",
            ""),
        (project, live) -> {
          live.prompt("change it");
          assertThat(told(project.journal()))
              .containsExactly(
                  "AGENT edit_file a.js", "HOOK PostToolUse a.js", "HOOK PostToolUse edits.log");
          assertThat(new Undo(project.journal()).undoLatestPrompt().conflicts()).isEmpty();
          assertThat(read("a.js")).isEqualTo("let a = 1\nlet b = 2\n");
          assertThat(root.resolve("edits.log")).doesNotExist();
          assertThat(root.resolve("unnamed")).as("documented").exists();
        });
  }

  @Test
  void aFileThatGitIgnoresGoesBackWhenACallIsAboutIt() throws Exception {
    write(".gitignore", "*.js\n");
    Files.createDirectories(root.resolve(".git"));
    converse(
        ScriptedModel.of(editing("a.js", "let a = 1", "let a = 3"), Step.says("Done.")),
        hook("PostToolUse", "Edit", FORMAT, ""),
        (project, live) -> {
          live.prompt("change it");
          assertThat(told(project.journal()))
              .containsExactly("AGENT edit_file a.js", "HOOK PostToolUse a.js");
          assertThat(new Undo(project.journal()).undoLatestPrompt().conflicts()).isEmpty();
          assertThat(read("a.js")).isEqualTo("let a = 1\nlet b = 2\n");
        });
  }

  @Test
  void aHookForWhichNobodyWaitsIsRecordedToo() throws Exception {
    converse(
        ScriptedModel.of(editing("a.js", "let a = 1", "let a = 3"), Step.says("Done.")),
        hook("PostToolUse", "Edit", FORMAT, ", async: true"),
        (project, live) -> {
          live.prompt("change it");
          await()
              .untilAsserted(
                  () ->
                      assertThat(told(project.journal()))
                          .containsExactly("AGENT edit_file a.js", "HOOK PostToolUse a.js"));
          assertThat(new Undo(project.journal()).undoLatestPrompt().conflicts()).isEmpty();
          assertThat(read("a.js")).isEqualTo("let a = 1\nlet b = 2\n");
        });
  }

  /// What a person does before the hook runs is not the hook's.
  @Test
  void anEditFromOutsideIsNotTheHooks() throws Exception {
    converse(
        ScriptedModel.of(
            editing("a.js", "let a = 1", "let a = 3"), Step.says("Done."), Step.says("Done.")),
        hook("PostToolUse", "Edit", FORMAT, "") + hook("Stop", "*", "echo x >> a.js", ""),
        (project, live) -> {
          live.prompt("change it");
          write("a.js", read("a.js") + "mine\n");
          live.prompt("and again");
          assertThat(told(project.journal()))
              .containsExactly(
                  "AGENT edit_file a.js",
                  "HOOK PostToolUse a.js",
                  "HOOK Stop a.js",
                  "USER outside Tenon a.js",
                  "HOOK Stop a.js");
        });
  }

  @Test
  void underReviewHooksWriteOnTheDiskAndLeaveStagedFilesAlone() throws Exception {
    converse(
        ScriptedModel.of(
            writing("new.js", "let n = 0\n"),
            editing("a.js", "let a = 1", "let a = 3"),
            editing("a.js", "let a = 3", "let a = 5"),
            Step.says("Done.")),
        hook("PostToolUse", "Edit|Write", "echo x >> edits.log", ""),
        ProjectOptions.Edits.STAGED,
        (project, live) -> {
          live.prompt("change them");
          assertThat(read("a.js")).isEqualTo("let a = 1\nlet b = 2\n");
          assertThat(root.resolve("new.js")).doesNotExist();
          assertThat(told(project.journal()))
              .containsExactly(
                  "HOOK PostToolUse edits.log",
                  "HOOK PostToolUse edits.log",
                  "HOOK PostToolUse edits.log");
          assertThat(project.staged().orElseThrow().review().bundle().files())
              .extracting(file -> file.path())
              .containsOnly("a.js", "new.js");
        });
  }
}
