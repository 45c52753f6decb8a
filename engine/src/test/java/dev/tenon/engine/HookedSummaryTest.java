package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.Expectation;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.config.ProjectOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Hooks around a summary of the history, around an end, and around stream rules.
@Timeout(300)
final class HookedSummaryTest {
  @TempDir Path folder;
  private Path home;
  private Path root;
  private final List<String> notes = new CopyOnWriteArrayList<>();

  @BeforeEach
  void makeProject() throws Exception {
    home = Files.createDirectories(folder.resolve("home"));
    root = Files.createDirectories(folder.resolve("project")).toRealPath();
  }

  private interface Work {
    void with(Conversation live) throws Exception;
  }

  private void converse(ScriptedModel model, String configuration, Work work) throws Exception {
    Files.writeString(home.resolve("config.yml"), configuration);
    ProjectOptions options =
        ProjectOptions.of(home, root).withEnvironment(Map.of()).with("sandbox.kind", "off");
    try (Project project = Project.open(options);
        ProjectConversation conversation =
            project.conversation(
                ConversationOptions.of(model, Mode.FULL)
                    .watchedBy(
                        new StreamRuleLoader(options, project.settings().rules())
                            .load(notes::add)))) {
      work.with(
          conversation.start(
              new ConversationFace(event -> {}, Approver.nobody(), null, notes::add)));
    }
    model.verify();
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

  private Json.Obj kept(String file) throws Exception {
    return Json.parseObject(Files.readString(root.resolve(file)));
  }

  private static Step bash(String command) {
    return Step.calls("bash", Json.object().put("command", command).build());
  }

  @Test
  void afterASummaryHooksMaySetVariablesAsAtTheStart() throws Exception {
    converse(
        ScriptedModel.of(
            Step.says("one"),
            Step.says("the summary"),
            bash("echo \"got $FROM_HOOK\"").expecting(Expectation.lastUserContains("begun anew")),
            Step.says("ok").expecting(Expectation.lastResultContains("got again"))),
        "compaction: {keepTokens: 0}\nhooks:\n"
            + hook("PostCompact", "manual", "cat > post.json")
            + hook(
                "SessionStart",
                "compact",
                "cat > start.json; echo 'export FROM_HOOK=again' >> \"$CLAUDE_ENV_FILE\";"
                    + " echo begun anew"),
        live -> {
          live.prompt("hi");
          assertThat(live.compact("")).isPresent();
          live.prompt("go on");
        });
    assertThat(notes).noneMatch(note -> note.contains("hook"));
    assertThat(kept("start.json").string("source")).isEqualTo("compact");
    assertThat(kept("post.json").string("trigger")).isEqualTo("manual");
    assertThat(kept("post.json").string("compact_summary")).contains("the summary");
  }

  @Test
  void whatStopsAfterASummaryIsToldAndEndsAPrompt() throws Exception {
    String stop = "echo '{\"continue\":false,\"stopReason\":\"%s\"}'";
    String hooks =
        "hooks:\n"
            + hook("PostCompact", "", stop.formatted("look at the summary"))
            + hook("SessionStart", "compact", stop.formatted("wait for me"));
    converse(
        ScriptedModel.of(Step.says("one"), Step.says("the summary")),
        "compaction: {keepTokens: 0}\n" + hooks,
        live -> {
          live.prompt("hi");
          assertThat(live.compact("")).isPresent();
        });
    assertThat(notes)
        .anyMatch(note -> note.contains("PostCompact") && note.contains("look at the summary"))
        .anyMatch(note -> note.contains("SessionStart") && note.contains("wait for me"));
    notes.clear();
    converse(
        ScriptedModel.of(
            Step.says("one"),
            Step.says("the summary"),
            Step.says("never").pacing(Duration.ofMinutes(5))),
        "historyBudget: 16384\ncompaction: {keepTokens: 0}\n" + hooks,
        live -> {
          live.prompt("x ".repeat(7_000));
          Outcome stopped = live.prompt("y ".repeat(1_000));
          assertThat(stopped.ending()).as(notes.toString()).isEqualTo(Outcome.Ending.ABORTED);
        });
    assertThat(notes)
        .anyMatch(note -> note.contains("a hook stopped the prompt: look at the summary"));
  }

  @Test
  void whyAHookEndsThePromptIsTold() throws Exception {
    converse(
        ScriptedModel.of(Step.says("one")),
        "hooks:\n"
            + hook(
                "Stop",
                "",
                "echo '{\"continue\":false,\"stopReason\":\"the budget of today is spent\"}'"),
        live -> assertThat(live.prompt("go").ending()).isEqualTo(Outcome.Ending.COMPLETED));
    assertThat(notes).contains("a hook ends the prompt here: the budget of today is spent");
  }

  @Test
  void aStreamRuleThatIsBrokenIsTold() throws Exception {
    Files.createDirectories(home.resolve("rules"));
    Files.writeString(
        home.resolve("rules/no-any.md"), "---\ncondition: 'as any\\b'\n---\nWrite the type.\n");
    converse(
        ScriptedModel.of(Step.says("x as any here"), Step.says("x as string")),
        "hooks:\n"
            + hook("TenonRulesTriggered", "no-any", "cat > rules.part; mv rules.part rules.json"),
        live -> {
          live.prompt("go");
          await()
              .atMost(Duration.ofSeconds(60))
              .until(() -> Files.exists(root.resolve("rules.json")));
        });
    assertThat(kept("rules.json").array("rules").toString()).contains("no-any");
    assertThat(kept("rules.json").string("effect")).isEqualTo("discarded");
  }
}
