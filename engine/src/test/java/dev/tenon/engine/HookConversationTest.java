package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.script.Expectation;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.config.Consent.Decision;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.hook.HookEvent;
import dev.tenon.engine.hook.HookLoader;
import dev.tenon.engine.hook.HookRunner;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionQuestions;
import dev.tenon.engine.session.SessionRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Conversations with hooks, each around the part that it has a say about.
@Timeout(300)
final class HookConversationTest {
  @TempDir Path folder;
  private Path home;
  private Path root;
  private final List<String> notes = new CopyOnWriteArrayList<>();
  private final List<AgentEvent> events = new CopyOnWriteArrayList<>();
  private final List<Approver.Question> asked = new CopyOnWriteArrayList<>();
  private Approver approver = Approver.nobody();
  private String more = "";
  private boolean once;

  @BeforeEach
  void makeProject() throws Exception {
    home = Files.createDirectories(folder.resolve("home"));
    root = Files.createDirectories(folder.resolve("project")).toRealPath();
    Files.writeString(root.resolve("a.txt"), "one\n");
  }

  private ProjectOptions options() {
    return ProjectOptions.of(home, root)
        .withEnvironment(Map.of())
        .with("editDialect", "edit_file")
        .with("sandbox.kind", "off");
  }

  private interface Work {
    void with(ProjectConversation conversation, Conversation live) throws Exception;
  }

  private static String hook(String event, String matcher, String command) {
    return "  "
        + event
        + ": [{matcher: "
        + Json.of(matcher).compact()
        + ", hooks: [{type: command, command: "
        + Json.of(command).compact()
        + "}]}]\n";
  }

  private void converse(Model model, Mode mode, String hooks, Work work) throws Exception {
    Files.writeString(
        home.resolve("config.yml"), (hooks.isEmpty() ? "" : "hooks:\n" + hooks) + more);
    ProjectOptions options = options();
    try (Project project = Project.open(options);
        ActiveSession session =
            ActiveSession.open(options, SessionRequest.NEW, SessionQuestions.nobody(), notes::add);
        ProjectConversation conversation =
            project.conversation(
                (once
                        ? ConversationOptions.of(model, mode).once()
                        : ConversationOptions.of(model, mode))
                    .recordedIn(session))) {
      Conversation live =
          conversation.start(
              new ConversationFace(
                  events::add,
                  question -> {
                    asked.add(question);
                    return approver.ask(question);
                  },
                  null,
                  notes::add));
      work.with(conversation, live);
    }
    if (model instanceof ScriptedModel scripted) {
      scripted.verify();
    }
  }

  private static Step bash(String command) {
    return Step.calls("bash", Json.object().put("command", command).build());
  }

  private static ScriptedModel refused(String command) {
    return ScriptedModel.of(
        bash(command), Step.says("ok").expecting(Expectation.lastResultIs(Part.Outcome.FAILED)));
  }

  private static Step write(String path, String content) {
    return Step.calls(
        "write_file", Json.object().put("path", path).put("content", content).build());
  }

  private Json.Obj kept(String file) throws Exception {
    return Json.parseObject(Files.readString(root.resolve(file)));
  }

  private static String results(Conversation live) {
    var out = new StringBuilder();
    for (Message message : live.history()) {
      if (message instanceof Message.ToolResults all) {
        all.results().forEach((Part.Result result) -> out.append(result.text()).append('\n'));
      }
    }
    return out.toString();
  }

  @Test
  void aCallIsRefusedAndItsInputIsTheContracts() throws Exception {
    converse(
        ScriptedModel.of(
            write("b.txt", "two\n"),
            Step.says("No.").expecting(Expectation.lastResultContains("not b.txt"))),
        Mode.EDIT,
        hook("PreToolUse", "Write", "tee seen.json >/dev/null; echo 'not b.txt' >&2; exit 2"),
        (conversation, live) -> {
          live.prompt("write it");
          assertThat(root.resolve("b.txt")).doesNotExist();
          Json.Obj seen = kept("seen.json");
          assertThat(seen.string("tool_name")).isEqualTo("Write");
          assertThat(seen.string("tenon_tool")).isEqualTo("write_file");
          assertThat(seen.string("permission_mode")).isEqualTo("acceptEdits");
          assertThat(seen.string("tenon_mode")).isEqualTo("edit");
          assertThat(seen.string("hook_event_name")).isEqualTo("PreToolUse");
          assertThat(seen.string("cwd")).isEqualTo(root.toString());
          assertThat(seen.string("model")).isNotEmpty();
          String session = conversation.session().orElseThrow().log().id();
          assertThat(seen.string("session_id")).isEqualTo(session);
          assertThat(seen.string("turn_id")).isEqualTo(session + "-1");
          assertThat(seen.string("transcript_path")).endsWith(".jsonl");
          assertThat(seen.string("tool_use_id")).isNotEmpty();
          Json.Obj input = seen.objectOrEmpty("tool_input");
          assertThat(input.string("file_path")).isEqualTo(root.resolve("b.txt").toString());
          assertThat(input.string("path")).isEqualTo("b.txt");
          assertThat(conversation.hooks().orElseThrow().runner().runs())
              .extracting(HookRunner.Run::result)
              .containsExactly("block: not b.txt");
        });
  }

  @Test
  void anAllowSparesTheModesQuestionAndNeverARule() throws Exception {
    String allow = "echo '{\"hookSpecificOutput\":{\"permissionDecision\":\"allow\"}}'";
    converse(
        ScriptedModel.of(bash("touch made"), Step.says("ok")),
        Mode.EDIT,
        hook("PreToolUse", "Bash", allow),
        (conversation, live) -> live.prompt("go"));
    assertThat(root.resolve("made")).exists();
    assertThat(asked).isEmpty();
    more = "permissions: {ask: ['bash(touch *)']}\n";
    converse(
        refused("touch other"),
        Mode.EDIT,
        hook("PreToolUse", "Bash", allow),
        (conversation, live) -> live.prompt("go"));
    assertThat(root.resolve("other")).doesNotExist();
    assertThat(asked).hasSize(1);
    more = "permissions: {deny: ['bash(touch *)']}\n";
    converse(
        refused("touch other"),
        Mode.FULL,
        hook("PreToolUse", "Bash", allow),
        (conversation, live) -> live.prompt("go"));
    assertThat(root.resolve("other")).doesNotExist();
  }

  @Test
  void anAskAsksWhateverTheModeSays() throws Exception {
    approver = question -> Approver.Answer.no("not today");
    String ask =
        "echo '{\"hookSpecificOutput\":{\"permissionDecision\":\"ask\","
            + "\"permissionDecisionReason\":\"it is late\"}}'";
    converse(
        ScriptedModel.of(
            Step.answer()
                .call("bash", Json.object().put("command", "touch made").build())
                .call("list_files", Json.Obj.EMPTY),
            Step.says("ok")),
        Mode.FULL,
        hook("PreToolUse", "*", ask),
        (conversation, live) -> {
          live.prompt("go");
          assertThat(results(live)).contains("not today");
        });
    assertThat(root.resolve("made")).doesNotExist();
    assertThat(asked).hasSize(2);
    assertThat(asked.getFirst().items().getFirst().ask().because()).contains("it is late");
  }

  @Test
  void aChangedInputIsBoundJudgedAndShownAgain() throws Exception {
    String change =
        "sed 's/.*\"command\":\"\\([^\"]*\\)\".*/\\1/' >/dev/null; echo"
            + " '{\"hookSpecificOutput\":{\"updatedInput\":{\"command\":\"touch changed\"}}}'";
    converse(
        ScriptedModel.of(
            bash("touch asked-for"),
            Step.says("ok").expecting(Expectation.lastResultContains("A hook changed the input"))),
        Mode.FULL,
        hook("PreToolUse", "Bash", change),
        (conversation, live) -> live.prompt("go"));
    assertThat(root.resolve("changed")).exists();
    assertThat(root.resolve("asked-for")).doesNotExist();
    assertThat(events)
        .anyMatch(
            event ->
                event instanceof AgentEvent.ToolStarted started
                    && started.title().equals("touch changed")
                    && started.call().arguments().string("command", "").equals("touch changed"));
    more = "permissions: {deny: ['bash(touch changed*)']}\n";
    Files.delete(root.resolve("changed"));
    converse(
        refused("true"),
        Mode.FULL,
        hook("PreToolUse", "Bash", change),
        (conversation, live) -> live.prompt("go"));
    assertThat(root.resolve("changed")).doesNotExist();
  }

  @Test
  void whatComesAfterwardsReachesTheModel() throws Exception {
    converse(
        ScriptedModel.of(
            write("b.txt", "two\n"),
            Step.calls("read_file", Json.object().put("path", "gone.txt").build())
                .expecting(Expectation.lastResultContains("run the formatter")),
            Step.says("ok").expecting(Expectation.lastResultContains("look in src"))),
        Mode.EDIT,
        hook(
                "PostToolUse",
                "Edit|Write",
                "tee after.json >/dev/null; echo 'run the formatter' >&2; exit 2")
            + hook(
                "PostToolUseFailure",
                "Read",
                "tee failed.json >/dev/null; echo"
                    + " '{\"hookSpecificOutput\":{\"additionalContext\":\"look in src\"}}'"),
        (conversation, live) -> live.prompt("go"));
    assertThat(kept("after.json").objectOrEmpty("tool_response").bool("success", false)).isTrue();
    assertThat(kept("failed.json").string("error")).contains("gone.txt");
  }

  @Test
  void aPromptIsRefusedOrGetsContext() throws Exception {
    converse(
        ScriptedModel.of(
            Step.says("hello").expecting(Expectation.lastUserContains("the branch is main"))),
        Mode.EDIT,
        hook(
                "UserPromptSubmit",
                "",
                "grep -q password && { echo 'no secrets' >&2; exit 2; }; echo the branch is main")
            + hook("SessionStart", "startup", "until [ -e go ]; do sleep 0.02; done; echo begun"),
        (conversation, live) -> {
          Files.createFile(root.resolve("go"));
          Outcome refused = live.prompt("my password is x");
          assertThat(refused.ending()).isEqualTo(Outcome.Ending.REFUSED);
          assertThat(refused.problemText().orElse("")).contains("no secrets");
          assertThat(live.history()).isEmpty();
          assertThat(events).noneMatch(AgentEvent.PromptStarted.class::isInstance);
          live.prompt("hi");
          assertThat(live.history().getFirst().toString()).contains("begun");
        });
  }

  @Test
  void aStopIsHeldUpFiveTimesAtMost() throws Exception {
    var steps = new ArrayList<Step>();
    steps.add(Step.says("one"));
    for (int i = 0; i < 5; i++) {
      steps.add(Step.says("more").expecting(Expectation.lastUserContains("tests are red")));
    }
    converse(
        ScriptedModel.of(steps.toArray(Step[]::new)),
        Mode.EDIT,
        hook("Stop", "", "cat >> stops; echo 'tests are red' >&2; exit 2"),
        (conversation, live) ->
            assertThat(live.prompt("go").ending()).isEqualTo(Outcome.Ending.COMPLETED));
    List<String> seen = Files.readAllLines(root.resolve("stops"));
    assertThat(seen).hasSize(6);
    assertThat(Json.parseObject(seen.getFirst()).bool("stop_hook_active", true)).isFalse();
    assertThat(Json.parseObject(seen.getFirst()).string("last_assistant_message")).isEqualTo("one");
    assertThat(Json.parseObject(seen.get(1)).bool("stop_hook_active", false)).isTrue();
    assertThat(notes).anyMatch(note -> note.contains("ends all the same"));
  }

  @Test
  void theFirstAnswerWinsBetweenDialogAndHook() throws Exception {
    String allow = "echo '{\"hookSpecificOutput\":{\"decision\":{\"behavior\":\"allow\"}}}'";
    approver =
        question -> {
          Thread.sleep(Duration.ofMinutes(4));
          return Approver.Answer.NO;
        };
    converse(
        ScriptedModel.of(bash("touch made"), Step.says("ok")),
        Mode.EDIT,
        hook("PermissionRequest", "Bash", "tee seen.json >/dev/null; " + allow)
            + hook("Notification", "permission_prompt", "cat > notified.json"),
        (conversation, live) -> {
          live.prompt("go");
          await()
              .atMost(Duration.ofSeconds(60))
              .until(() -> Files.size(root.resolve("notified.json")) > 0);
        });
    assertThat(root.resolve("made")).exists();
    assertThat(kept("seen.json").objectOrEmpty("tool_input").string("command"))
        .isEqualTo("touch made");
    assertThat(notes).anyMatch(note -> note.contains("a hook allowed"));

    approver = question -> Approver.Answer.no("mine");
    converse(
        ScriptedModel.of(
            bash("touch other"), Step.says("ok").expecting(Expectation.lastResultContains("mine"))),
        Mode.EDIT,
        hook("PermissionRequest", "Bash", "sleep 200; " + allow),
        (conversation, live) -> live.prompt("go"));

    approver = Approver.nobody();
    converse(
        ScriptedModel.of(
            bash("touch other"),
            Step.says("ok").expecting(Expectation.lastResultContains("not by me"))),
        Mode.EDIT,
        hook("PermissionRequest", "Bash", "echo 'not by me' >&2; exit 2"),
        (conversation, live) -> live.prompt("go"));
    more = "permissions: {ask: ['bash(touch *)']}\n";
    converse(
        refused("touch other"),
        Mode.EDIT,
        hook("PermissionRequest", "Bash", allow),
        (conversation, live) -> live.prompt("go"));
    assertThat(root.resolve("other")).doesNotExist();
    assertThat(notes).anyMatch(note -> note.contains("does not count here"));
  }

  @Test
  void helpersAreUnderHooksToo() throws Exception {
    var model =
        new TreeModel()
            .script("0-Main", HelpersTest.task("worker", "Look"), Step.says("done"))
            .script(
                "0-Look",
                bash("touch made").expecting(Expectation.systemContains("be brief")),
                HelpersTest.yields("first"),
                HelpersTest.yields("second").expecting(Expectation.lastUserContains("not enough")));
    once = true;
    Files.createDirectories(home.resolve("agents"));
    Files.writeString(
        home.resolve("agents/worker.md"), "---\nname: worker\ndescription: works\n---\nWork.\n");
    converse(
        model,
        Mode.FULL,
        hook(
                "SubagentStart",
                "worker",
                "cat > start.json; echo"
                    + " '{\"hookSpecificOutput\":{\"additionalContext\":\"be brief\"}}'")
            + hook("PreToolUse", "Bash", "cat > call.json; exit 2")
            + hook(
                "SubagentStop",
                "worker",
                "cat > stop.json; [ -e once ] && exit 0; touch once; echo 'not enough' >&2; exit"
                    + " 2"),
        (conversation, live) -> {
          live.prompt("go");
          assertThat(results(live)).contains("second");
        });
    assertThat(root.resolve("made")).doesNotExist();
    assertThat(kept("start.json").string("agent_id")).isEqualTo("0-Look");
    assertThat(kept("call.json").string("agent_type")).isEqualTo("worker");
    assertThat(kept("stop.json").bool("stop_hook_active", false)).isTrue();
  }

  @Test
  void theSessionBeginsAndEndsAndItsVariablesReachCommands() throws Exception {
    converse(
        ScriptedModel.of(
            bash("echo \"got $FROM_HOOK\""),
            Step.says("ok").expecting(Expectation.lastResultContains("got yes"))),
        Mode.FULL,
        hook("SessionStart", "", "cat > begin.json; echo 'export FROM_HOOK=yes' > $CLAUDE_ENV_FILE")
            + hook("SessionEnd", "", "cat > end.json")
            + hook("PreCompact", "manual", "echo 'keep it all' >&2; exit 2"),
        (conversation, live) -> {
          live.prompt("go");
          assertThat(live.compact("")).isEmpty();
        });
    assertThat(notes).anyMatch(note -> note.contains("keep it all"));
    assertThat(kept("begin.json").string("source")).isEqualTo("startup");
    assertThat(kept("end.json").string("reason")).isEqualTo("prompt_input_exit");
  }

  @Test
  void aHookThatStopsEndsThePrompt() throws Exception {
    converse(
        ScriptedModel.of(bash("true")),
        Mode.FULL,
        hook("PostToolUse", "Bash", "echo '{\"continue\":false,\"stopReason\":\"enough\"}'"),
        (conversation, live) ->
            assertThat(live.prompt("go").ending()).isEqualTo(Outcome.Ending.ABORTED));
    assertThat(notes).anyMatch(note -> note.contains("enough"));
  }

  @Test
  void aProjectsHooksNeedConsentAndRunBehindTheWall() throws Exception {
    Path settings = root.resolve(".claude/settings.json");
    Path script = root.resolve("check.sh");
    Files.createDirectories(root.resolve(".claude"));
    Files.writeString(script, "echo refused >&2; exit 2\n");
    Files.writeString(
        settings,
        """
        {"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [
          {"type": "command", "command": "sh \\"$CLAUDE_PROJECT_DIR\\"/check.sh"}]}]}}
        """);
    converse(
        ScriptedModel.of(bash("touch made"), Step.says("ok")),
        Mode.FULL,
        "",
        (conversation, live) -> {
          assertThat(conversation.hooks()).isEmpty();
          assertThat(conversation.project().warnings().toString())
              .contains(".claude/settings.json:2");
          live.prompt("go");
        });
    assertThat(root.resolve("made")).exists();
    var asked = new HookLoader(options(), List.of()).questions().getFirst();
    assertThat(asked.question().orElse("")).contains("check.sh").contains("behind the wall");
    asked.decide(Decision.ACCEPTED);
    assertThat(new HookLoader(options(), List.of()).usable()).hasSize(1);
    converse(
        ScriptedModel.of(
            bash("touch again"),
            Step.says("ok").expecting(Expectation.lastResultContains("refused"))),
        Mode.FULL,
        "",
        (conversation, live) -> live.prompt("go"));
    assertThat(root.resolve("again")).doesNotExist();
    Files.writeString(script, "exit 0\n");
    assertThat(new HookLoader(options(), List.of()).usable()).as("another script").isEmpty();
  }

  @Test
  void changesOfTheSessionAskAndTell() throws Exception {
    converse(
        ScriptedModel.of(),
        Mode.EDIT,
        hook("TenonBeforeSwitch", "resume", "echo busy >&2; exit 2")
            + hook("TenonAfterTree", "", "cat > tree.json"),
        (conversation, live) -> {
          var hooks = conversation.hooks().orElseThrow();
          assertThat(
                  hooks.before(
                      HookEvent.BEFORE_SWITCH, Json.object().put("reason", "resume").build()))
              .contains("a hook refused it: busy");
          assertThat(
                  hooks.before(HookEvent.BEFORE_SWITCH, Json.object().put("reason", "new").build()))
              .isEmpty();
          hooks.after(HookEvent.AFTER_TREE, Json.object().put("new_leaf_id", "x").build());
          await()
              .atMost(Duration.ofSeconds(60))
              .until(
                  () ->
                      Files.exists(root.resolve("tree.json"))
                          && Files.size(root.resolve("tree.json")) > 0);
        });
    assertThat(kept("tree.json").string("new_leaf_id")).isEqualTo("x");
  }
}
