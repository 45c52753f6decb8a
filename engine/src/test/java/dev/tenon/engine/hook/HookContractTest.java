package dev.tenon.engine.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.effects.HookExtent;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.engine.hook.HookAnswer.Verdict;
import dev.tenon.harness.TestPrograms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What hooks are told and what their answers mean, by the public contract: rows of event, kind,
/// exit code and output, with real programs.
@Timeout(300)
class HookContractTest extends HookTrial {
  // ---- event × exit code

  static Stream<HookEvent> events() {
    return Stream.of(HookEvent.values());
  }

  @ParameterizedTest
  @MethodSource("events")
  void exitCodesMeanWhatTheyMeanAtEveryEvent(HookEvent event) throws Exception {
    HookAnswer fine = run(command(event, "cat >/dev/null"));
    assertThat(fine).isEqualTo(HookAnswer.NOTHING);

    String json = "{\"decision\":\"approve\",\"continue\":false}";
    HookAnswer no = run(command(event, "echo '" + json + "'; echo because >&2; exit 2"));
    assertThat(no.stop()).as("stdout counts for nothing with exit code 2").isNull();
    switch (event.effect()) {
      case BLOCKS -> {
        assertThat(no.verdict()).isEqualTo(Verdict.BLOCK);
        assertThat(no.reason()).isEqualTo("because");
      }
      case TELLS_MODEL -> {
        assertThat(no.verdict()).isEqualTo(Verdict.NONE);
        assertThat(no.context()).isEqualTo("because");
      }
      case TELLS_PERSON -> {
        assertThat(no.verdict()).isEqualTo(Verdict.NONE);
        assertThat(no.said()).anyMatch(line -> line.contains("because"));
      }
    }

    for (String failing :
        List.of("exit 1", "exit 126", "exit 127", "exit 3", "kill -9 $$", "no-such-program-here")) {
      HookAnswer lost = run(command(event, failing));
      assertThat(lost.verdict()).as(failing).isEqualTo(Verdict.NONE);
      assertThat(lost.said()).as(failing).hasSize(1);
      HookAnswer required = run(hook(event, new Hook.Kind.Command(failing, null), true));
      assertThat(required.blocks())
          .as(failing + ", required")
          .isEqualTo(event.effect() == HookEvent.Effect.BLOCKS);
    }
  }

  // ---- event × interpreter × JSON

  /// @param script its ending names the interpreter
  record Row(
      HookEvent event, String script, String text, Verdict verdict, String reason, String context) {
    @Override
    public String toString() {
      return event.label() + " " + script + " " + text;
    }
  }

  static Stream<Row> rows() {
    var rows = new ArrayList<Row>();
    for (String script : List.of("a.py", "a.mjs", "a.sh")) {
      rows.add(
          new Row(
              HookEvent.PRE_TOOL_USE,
              script,
              specific("PreToolUse", "'permissionDecision':'deny','permissionDecisionReason':'r'"),
              Verdict.BLOCK,
              "r",
              ""));
      rows.add(
          new Row(
              HookEvent.USER_PROMPT_SUBMIT,
              script,
              "just a text",
              Verdict.NONE,
              "",
              "just a text"));
      rows.add(
          new Row(
              HookEvent.STOP,
              script,
              "{'decision':'block','reason':'tests'}",
              Verdict.BLOCK,
              "tests",
              ""));
    }
    String sh = "a.sh";
    rows.add(
        new Row(
            HookEvent.PRE_TOOL_USE,
            sh,
            specific("PreToolUse", "'permissionDecision':'allow','additionalContext':'c'"),
            Verdict.ALLOW,
            "",
            "c"));
    rows.add(
        new Row(
            HookEvent.PRE_TOOL_USE,
            sh,
            specific("PreToolUse", "'permissionDecision':'ask','permissionDecisionReason':'hm'"),
            Verdict.ASK,
            "hm",
            ""));
    rows.add(
        new Row(
            HookEvent.PRE_TOOL_USE,
            sh,
            specific("PreToolUse", "'permissionDecision':'defer'"),
            Verdict.NONE,
            "",
            ""));
    rows.add(new Row(HookEvent.PRE_TOOL_USE, sh, "{'decision':'approve'}", Verdict.ALLOW, "", ""));
    rows.add(
        new Row(
            HookEvent.PRE_TOOL_USE,
            sh,
            "{'decision':'block','reason':'x'}",
            Verdict.BLOCK,
            "x",
            ""));
    rows.add(
        new Row(
            HookEvent.PERMISSION_REQUEST,
            sh,
            specific("PermissionRequest", "'decision':{'behavior':'allow'}"),
            Verdict.ALLOW,
            "",
            ""));
    rows.add(
        new Row(
            HookEvent.PERMISSION_REQUEST,
            sh,
            specific("PermissionRequest", "'decision':{'behavior':'deny','message':'not this'}"),
            Verdict.BLOCK,
            "not this",
            ""));
    rows.add(
        new Row(
            HookEvent.PERMISSION_REQUEST,
            sh,
            specific("PermissionRequest", "'decision':{'behavior':'allow','updatedInput':{'a':1}}"),
            Verdict.NONE,
            "",
            ""));
    rows.add(
        new Row(
            HookEvent.POST_TOOL_USE,
            sh,
            "{'decision':'block','reason':'format it'}",
            Verdict.NONE,
            "format it",
            "format it"));
    rows.add(
        new Row(
            HookEvent.POST_TOOL_USE_FAILURE,
            sh,
            specific("PostToolUseFailure", "'additionalContext':'try make'"),
            Verdict.NONE,
            "",
            "try make"));
    rows.add(
        new Row(
            HookEvent.USER_PROMPT_SUBMIT,
            sh,
            specific("UserPromptSubmit", "'additionalContext':'branch main'"),
            Verdict.NONE,
            "",
            "branch main"));
    rows.add(
        new Row(
            HookEvent.USER_PROMPT_SUBMIT,
            sh,
            "{'decision':'block','reason':'secret'}",
            Verdict.BLOCK,
            "secret",
            ""));
    rows.add(new Row(HookEvent.SESSION_START, sh, "hello", Verdict.NONE, "", "hello"));
    rows.add(
        new Row(
            HookEvent.SESSION_START,
            sh,
            specific("SessionStart", "'additionalContext':'ctx'"),
            Verdict.NONE,
            "",
            "ctx"));
    rows.add(new Row(HookEvent.POST_TOOL_USE, sh, "just a text", Verdict.NONE, "", ""));
    rows.add(
        new Row(
            HookEvent.SUBAGENT_START,
            sh,
            specific("SubagentStart", "'additionalContext':'be brief'"),
            Verdict.NONE,
            "",
            "be brief"));
    for (HookEvent blocking :
        List.of(
            HookEvent.SUBAGENT_STOP,
            HookEvent.PRE_COMPACT,
            HookEvent.BEFORE_SWITCH,
            HookEvent.BEFORE_BRANCH,
            HookEvent.BEFORE_TREE)) {
      rows.add(new Row(blocking, sh, "{'decision':'block','reason':'y'}", Verdict.BLOCK, "y", ""));
    }
    rows.add(
        new Row(
            HookEvent.PRE_TOOL_USE,
            sh,
            specific("PostToolUse", "'permissionDecision':'allow'"),
            Verdict.NONE,
            "",
            ""));
    return rows.stream();
  }

  private static String specific(String event, String fields) {
    return "{'hookSpecificOutput':{'hookEventName':'" + event + "'," + fields + "}}";
  }

  @ParameterizedTest
  @MethodSource("rows")
  void answersMeanWhatTheContractSays(Row row) throws Exception {
    String text = row.text.replace('\'', '"');
    String command = script(row.script, text);
    HookAnswer answer = run(command(row.event, command));
    assertThat(answer.verdict()).as(person.toString()).isEqualTo(row.verdict);
    assertThat(answer.reason()).isEqualTo(row.reason);
    assertThat(answer.context()).isEqualTo(row.context);
  }

  /// A script that prints the text once it has read its input, in the language of its ending.
  private String script(String name, String text) throws Exception {
    Path file = root.resolve(name);
    String quoted = Json.of(text).compact();
    if (name.endsWith(".py")) {
      TestPrograms.require("python3");
      Files.writeString(file, "import json,sys\njson.load(sys.stdin)\nprint(" + quoted + ")\n");
      return "python3 \"$CLAUDE_PROJECT_DIR/" + name + "\"";
    }
    if (name.endsWith(".mjs")) {
      TestPrograms.require("node");
      Files.writeString(
          file,
          "import {readFileSync} from 'node:fs';\nJSON.parse(readFileSync(0));\nconsole.log("
              + quoted
              + ");\n");
      return "node " + name;
    }
    Files.writeString(file, "cat >/dev/null\ncat <<'END'\n" + text + "\nEND\n");
    return "sh ./" + name;
  }

  // ---- what could not run is no verdict

  @Test
  void outputIsBoundedAndBrokenJsonIsNoVerdict() throws Exception {
    HookAnswer much =
        run(command(HookEvent.USER_PROMPT_SUBMIT, "head -c 3000000 /dev/zero | tr '\\0' x"));
    assertThat(much.context()).hasSizeLessThan(10_100).contains("more characters");
    HookAnswer cut =
        run(
            command(
                HookEvent.PRE_TOOL_USE,
                "printf '{\"reason\":\"'; head -c 2000000 /dev/zero | tr '\\0' x; echo '\"}'"));
    assertThat(cut.said().toString()).contains("1 MB");
    HookAnswer broken = run(command(HookEvent.PRE_TOOL_USE, "echo '{\"decision\": \"block\"'"));
    assertThat(broken.verdict()).isEqualTo(Verdict.NONE);
    assertThat(broken.said().toString()).contains("is none");
  }

  // ---- together

  @Test
  void theStrictestWinsAndTheSameCommandRunsOnce() throws Exception {
    String allow = "echo '{\"decision\":\"approve\"}'; echo ran >> count";
    HookAnswer answer =
        run(
            command(HookEvent.PRE_TOOL_USE, allow),
            command(HookEvent.PRE_TOOL_USE, allow),
            command(
                HookEvent.PRE_TOOL_USE,
                "echo '"
                    + specific("PreToolUse", "'permissionDecision':'ask'").replace('\'', '"')
                    + "'"),
            command(HookEvent.PRE_TOOL_USE, "echo no >&2; exit 2"));
    assertThat(answer.verdict()).isEqualTo(Verdict.BLOCK);
    assertThat(answer.reason()).isEqualTo("no");
    assertThat(Files.readAllLines(root.resolve("count"))).hasSize(1);
  }

  @Test
  void allRunSideBySide() throws Exception {
    // Each waits for the other's sign.
    HookAnswer answer =
        run(
            command(
                HookEvent.USER_PROMPT_SUBMIT,
                "touch one; until [ -e two ]; do sleep 0.02; done; echo first"),
            command(
                HookEvent.USER_PROMPT_SUBMIT,
                "touch two; until [ -e one ]; do sleep 0.02; done; echo second"));
    assertThat(answer.context()).isEqualTo("first\nsecond");
  }

  @Test
  void twoThatChangeTheInputDifferentlyBlock() throws Exception {
    String change = specific("PreToolUse", "'updatedInput':{'command':'%s'}").replace('\'', '"');
    Hook one = command(HookEvent.PRE_TOOL_USE, "echo '" + change.formatted("ls") + "'");
    Hook other = command(HookEvent.PRE_TOOL_USE, "echo '" + change.formatted("pwd") + "'");
    assertThat(run(one).input()).isEqualTo(Json.parseObject("{\"command\":\"ls\"}"));
    assertThat(run(one, other).blocks()).isTrue();
  }

  @Test
  void keysAreHiddenAndTheVariablesAreSet() throws Exception {
    Path plugin = Files.createDirectories(root.resolve("plugin"));
    var hook =
        new Hook(
            HookEvent.SESSION_START,
            HookMatcher.ALL,
            HookCondition.ALWAYS,
            new Hook.Kind.Command(
                "echo \"$CLAUDE_PROJECT_DIR|$CLAUDE_PLUGIN_ROOT|${CLAUDE_ENV_FILE:+set}\"", null),
            Duration.ofSeconds(60),
            false,
            Hook.Waiting.FOR_ANSWER,
            Hook.Repeating.EVERY_TIME,
            new Hook.Source("x", 1, Hook.Owner.USER, plugin));
    try (var variables = new SessionVariables()) {
      HookAnswer answer =
          runner(List.of(hook))
              .run(
                  HookEvent.SESSION_START,
                  Json.Obj.EMPTY,
                  List.of(),
                  variables,
                  HookExtent.Turn.NEXT);
      assertThat(answer.context()).isEqualTo(root + "|" + plugin + "|set");
    }
  }

  @Test
  void atATrialVariablesAreWrittenAndThrownAway() throws Exception {
    Hook hook =
        command(HookEvent.SESSION_START, "echo 'export X=1' >> \"$CLAUDE_ENV_FILE\" && echo ok");
    HookAnswer answer =
        runner(List.of(hook))
            .run(HookEvent.SESSION_START, Json.parseObject("{\"source\": \"startup\"}"));
    assertThat(answer.context()).as(answer.said().toString()).isEqualTo("ok");
  }

  @Test
  void permissionsThatAHookWouldKeepAreToldAsNotSupported() throws Exception {
    String line =
        specific(
            "PermissionRequest",
            "'decision':{'behavior':'allow','updatedPermissions':[{'type':'addRules'}]}");
    HookAnswer answer =
        run(command(HookEvent.PERMISSION_REQUEST, "echo '" + line.replace('\'', '"') + "'"));
    assertThat(answer.verdict()).isEqualTo(Verdict.ALLOW);
    assertThat(answer.said())
        .singleElement()
        .asString()
        .contains("updatedPermissions, which is not supported", "config.yml");
  }

  @Test
  void aModelCanBeAsked() throws Exception {
    Hook hook =
        hook(HookEvent.STOP, new Hook.Kind.Prompt("Are the tests green? $ARGUMENTS", null), false);
    model =
        ScriptedModel.of(
            Step.says("```json\n{\"ok\": false, \"reason\": \"two are red\"}\n```"),
            Step.says("{\"ok\": true}"),
            Step.says("I think so."),
            Step.fails(ModelException.Kind.OVERLOADED, "busy"));
    HookAnswer no = run(hook);
    assertThat(no.verdict()).isEqualTo(Verdict.BLOCK);
    assertThat(no.reason()).isEqualTo("two are red");
    assertThat(run(hook)).isEqualTo(HookAnswer.NOTHING);
    assertThat(run(hook).said().toString()).contains("no answer that says ok");
    HookAnswer failed = run(hook);
    assertThat(failed.verdict()).isEqualTo(Verdict.NONE);
    assertThat(failed.said().toString()).contains("could not ask its model");
    ScriptedModel scripted = (ScriptedModel) model;
    assertThat(scripted.requests().getFirst().messages().toString())
        .contains("Are the tests green? {\"hook_event_name\":\"Stop\"}");
  }

  @Test
  void runsAreRemembered() throws Exception {
    HookRunner runner =
        runner(List.of(command(HookEvent.STOP, "true"), command(HookEvent.STOP, "exit 2")));
    runner.run(HookEvent.STOP, Json.Obj.EMPTY, List.of());
    assertThat(runner.runs())
        .extracting(HookRunner.Run::result)
        .containsExactlyInAnyOrder("ok", "block: it gave no reason");
  }

  // ---- what is of another kind than it has to be

  /// It neither widens nor weakens a hook: the hook does not run, and that is told.
  @Test
  void aFieldOfAnotherKindIsToldWithItsLineAndTheHookDoesNotRun() throws Exception {
    for (String wrong :
        List.of(
            "\"required\": [true]",
            "\"required\": {}",
            "\"async\": [false]",
            "\"once\": [1]",
            "\"timeout\": [5]",
            "\"args\": \"y\"",
            "\"args\": [[\"y\"]]",
            "\"args\": {\"a\": 1}",
            "\"if\": [\"Bash\"]",
            "\"model\": [\"x\"]")) {
      HookFiles.Found read =
          written(
              "[{\"hooks\": [{\"type\": \"command\", \"command\": \"true\",\n" + wrong + "}]}]");
      assertThat(read.hooks()).as(wrong).isEmpty();
      assertThat(read.problems())
          .as(wrong)
          .singleElement()
          .asString()
          .contains("settings.json:3: ");
      assertThat(read.harmless()).as(wrong).isEmpty();
    }
    HookFiles.Found matcher =
        written(
            "[{\n"
                + "\"matcher\": [\"Bash\"], \"hooks\": [{\"type\": \"command\", \"command\":"
                + " \"true\"}]},{\"hooks\": [{\"type\": \"command\", \"command\": \"echo\"}]}]");
    assertThat(matcher.hooks()).extracting(hook -> hook.kind().shown()).containsExactly("echo");
    assertThat(matcher.problems())
        .singleElement()
        .asString()
        .contains("settings.json:3: the matcher must be a text", "its hooks do not run");
  }

  private HookFiles.Found written(String groups) throws Exception {
    Path file =
        Files.writeString(
            root.resolve("settings.json"), "{\"hooks\": {\n\"PreToolUse\": " + groups + "}}");
    return HookFiles.read(new HookFiles.Place(file, "settings.json", Hook.Owner.USER, null));
  }

  @Test
  void anAnswerOfAnotherKindIsNoAnswer() throws Exception {
    for (String wrong :
        List.of(
            "{\"hookSpecificOutput\": {\"permissionDecision\": 7}}",
            "{\"hookSpecificOutput\": {\"decision\": \"deny\"}}",
            "{\"hookSpecificOutput\": {\"decision\": {\"behavior\": [\"deny\"]}}}",
            "{\"hookSpecificOutput\": [\"deny\"]}",
            "{\"decision\": 5}",
            "{\"decision\": {\"x\": 1}}",
            "{\"continue\": \"no\"}")) {
      String line = "echo '" + wrong + "'";
      HookAnswer answer = run(command(HookEvent.PRE_TOOL_USE, line));
      assertThat(answer.verdict()).as(wrong).isEqualTo(Verdict.NONE);
      assertThat(answer.said())
          .as(wrong)
          .singleElement()
          .asString()
          .contains("gave an answer that cannot be understood");
      assertThat(
              run(hook(HookEvent.PRE_TOOL_USE, new Hook.Kind.Command(line, null), true)).blocks())
          .as(wrong)
          .isTrue();
    }
  }
}
