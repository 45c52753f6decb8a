package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.script.Expectation;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionQuestions;
import dev.tenon.engine.session.SessionRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What hooks are told and what is told of them: ends of helpers, refusals, the session's file.
@Timeout(300)
final class HookedHelperTest {
  @TempDir Path folder;
  private Path home;
  private Path root;
  private final List<String> notes = new CopyOnWriteArrayList<>();

  @BeforeEach
  void make() throws Exception {
    home = Files.createDirectories(folder.resolve("home"));
    root = Files.createDirectories(folder.resolve("project")).toRealPath();
  }

  private static String hook(String event, String command) {
    return "  "
        + event
        + ": [{hooks: [{type: command, command: "
        + Json.of(command).compact()
        + "}]}]\n";
  }

  private void converse(Model model, Mode mode, String hooks) throws Exception {
    Files.writeString(home.resolve("config.yml"), "hooks:\n" + hooks);
    ProjectOptions options =
        ProjectOptions.of(home, root).withEnvironment(Map.of()).with("sandbox.kind", "off");
    try (Project project = Project.open(options);
        ActiveSession session =
            ActiveSession.open(options, SessionRequest.NEW, SessionQuestions.nobody(), notes::add);
        ProjectConversation conversation =
            project.conversation(ConversationOptions.of(model, mode).once().recordedIn(session))) {
      conversation
          .start(
              new ConversationFace(
                  event -> {}, question -> Approver.Answer.ABSENT, null, notes::add))
          .prompt("go");
    }
  }

  /// A helper that is reminded of handing over its result has not ended.
  @Test
  void aHelperEndsOnceHoweverOftenItIsReminded() throws Exception {
    Files.createDirectories(home.resolve("agents"));
    Files.writeString(
        home.resolve("agents/worker.md"), "---\nname: worker\ndescription: works\n---\nWork.\n");
    converse(
        new TreeModel()
            .script("0-Main", HelpersTest.task("worker", "Look"), Step.says("done"))
            .script(
                "0-Look",
                Step.says("I am done."),
                Step.says("Really.").expecting(Expectation.lastUserContains("Reminder 1")),
                HelpersTest.yields("first").expecting(Expectation.lastUserContains("Reminder 2")),
                Step.says("Hm.").expecting(Expectation.lastUserContains("not enough"))),
        Mode.FULL,
        hook(
            "SubagentStop",
            "cat >> stops; echo >> stops; [ -e once ] && exit 0; touch once; echo 'not enough' >&2;"
                + " exit 2"));
    assertThat(Files.readAllLines(root.resolve("stops")).stream().filter(line -> !line.isEmpty()))
        .satisfiesExactly(
            first -> assertThat(first).contains("\"stop_hook_active\":false"),
            second -> assertThat(second).contains("\"stop_hook_active\":true"));
  }

  @Test
  void whatAHookRefusesIsNotToldAsTheWordsOfThePerson() throws Exception {
    var model =
        ScriptedModel.of(
            Step.calls("bash", Json.object().put("command", "touch made").build()),
            Step.says("ok")
                .expecting(Expectation.lastResultContains("a hook said no to: "))
                .expecting(Expectation.lastResultContains("it says: not by me")));
    converse(model, Mode.ASK, hook("PermissionRequest", "echo 'not by me' >&2; exit 2"));
    model.verify();
    assertThat(root.resolve("made")).doesNotExist();
  }

  @Test
  void theFileOfTheSessionIsKnownBeforeItIsThere() throws Exception {
    var model = ScriptedModel.of(Step.says("ok"));
    converse(
        model,
        Mode.FULL,
        hook("SessionStart", "cat > start.json") + hook("UserPromptSubmit", "cat > said.json"));
    for (String file : List.of("start.json", "said.json")) {
      String transcript =
          Json.parseObject(Files.readString(root.resolve(file))).string("transcript_path", "");
      assertThat(transcript).as(file).endsWith(".jsonl");
      assertThat(Path.of(transcript)).as("it is there in the end").exists();
    }
  }
}
