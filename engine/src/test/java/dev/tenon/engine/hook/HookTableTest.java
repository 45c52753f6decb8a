package dev.tenon.engine.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.engine.hook.HookAnswer.Verdict;
import dev.tenon.harness.TestPrograms;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every event with every kind of end and every kind of output. What is expected stands here in the
/// words of the public contract, and not in those of the code.
@Timeout(300)
class HookTableTest extends HookTrial {
  /// What a no stops.
  private static final Set<String> STOPPABLE =
      Set.of(
          "UserPromptSubmit",
          "PreToolUse",
          "PermissionRequest",
          "Stop",
          "SubagentStop",
          "PreCompact",
          "TenonBeforeSwitch",
          "TenonBeforeBranch",
          "TenonBeforeTree");

  /// What has happened, and the model hears of it.
  private static final Set<String> HEARD = Set.of("PostToolUse", "PostToolUseFailure");

  /// Where text that is no JSON is for the model.
  private static final Set<String> TEXT = Set.of("UserPromptSubmit", "SessionStart");

  private static final String WHY = "because of the tests";

  private enum Output {
    NONE(""),
    JSON(
        "{\"decision\": \"block\", \"reason\": \"the reason\", \"systemMessage\": \"a word to"
            + " you\"}"),
    TEXT("only words");

    private final String text;

    Output(String text) {
      this.text = text;
    }
  }

  record Row(HookEvent event, int exit, Output output) {
    @Override
    public String toString() {
      return event.label() + " exit " + exit + " " + output;
    }
  }

  static Stream<Row> rows() {
    var rows = new ArrayList<Row>();
    for (HookEvent event : HookEvent.values()) {
      for (int exit : List.of(0, 1, 2, 3)) {
        for (Output output : Output.values()) {
          rows.add(new Row(event, exit, output));
        }
      }
    }
    return rows.stream();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void aCommandMeansWhatTheContractSays(Row row) throws Exception {
    String line =
        "cat >/dev/null; printf '%s' '"
            + row.output.text
            + "'; echo '"
            + WHY
            + "' >&2; exit "
            + row.exit;
    HookAnswer answer = run(command(row.event, line));
    switch (row.exit) {
      case 0 -> said(row.event, row.output, answer);
      case 2 -> isNo(row.event, WHY, answer);
      default -> isNoVerdict(answer, "exit code " + row.exit, WHY);
    }
  }

  private void said(HookEvent event, Output output, HookAnswer answer) {
    switch (output) {
      case NONE -> assertThat(answer).isEqualTo(HookAnswer.NOTHING);
      case JSON -> {
        isNo(event, "the reason", answer);
        assertThat(person).anyMatch(line -> line.contains("a word to you"));
      }
      case TEXT -> {
        assertThat(answer.verdict()).isEqualTo(Verdict.NONE);
        assertThat(answer.context()).isEqualTo(TEXT.contains(event.label()) ? "only words" : "");
        assertThat(person).isEmpty();
      }
    }
  }

  private void isNo(HookEvent event, String why, HookAnswer answer) {
    assertThat(answer.stop()).isNull();
    if (STOPPABLE.contains(event.label())) {
      assertThat(answer.verdict()).isEqualTo(Verdict.BLOCK);
      assertThat(answer.reason()).isEqualTo(why);
      assertThat(answer.context()).isEmpty();
      return;
    }
    assertThat(answer.verdict()).isEqualTo(Verdict.NONE);
    boolean heard = HEARD.contains(event.label());
    assertThat(answer.context()).isEqualTo(heard ? why : "");
    assertThat(person.stream().anyMatch(line -> line.contains(why))).isEqualTo(!heard);
  }

  /// Whatever it printed, it decides nothing, and the person knows.
  private void isNoVerdict(HookAnswer answer, String... parts) {
    assertThat(answer.verdict()).isEqualTo(Verdict.NONE);
    assertThat(answer.reason()).isEmpty();
    assertThat(answer.context()).isEmpty();
    assertThat(answer.stop()).isNull();
    assertThat(person).singleElement().asString().contains(parts);
  }

  static Stream<HookEvent> events() {
    return Stream.of(HookEvent.values());
  }

  /// A question to a model has no exit code: it says yes, no, something else, or nothing.
  @ParameterizedTest
  @MethodSource("events")
  void aPromptMeansWhatTheContractSays(HookEvent event) throws Exception {
    Hook hook = hook(event, new Hook.Kind.Prompt("Is it fine? $ARGUMENTS", null), false);
    model =
        ScriptedModel.of(
            Step.says("{\"ok\": true}"),
            Step.says("{\"ok\": false, \"reason\": \"it is late\"}"),
            Step.says("Perhaps."),
            Step.fails(ModelException.Kind.OVERLOADED, "busy"));
    assertThat(run(hook)).isEqualTo(HookAnswer.NOTHING);
    isNo(event, "it is late", run(hook));
    person.clear();
    isNoVerdict(run(hook), "no answer that says ok");
    person.clear();
    isNoVerdict(run(hook), "could not ask its model");
    ((ScriptedModel) model).verify();
  }

  // ---- the same with programs in Python and for Node

  /// @param crashes whether it ends by an error that nobody catches
  record Program(HookEvent event, String language, Output output, int exit, boolean crashes) {
    @Override
    public String toString() {
      return event.label() + " " + language + " " + output + (crashes ? " crash" : " " + exit);
    }

    private String text() {
      String text = Json.of(output.text).compact();
      String why = Json.of(WHY).compact();
      return language.equals("py")
          ? "import json, sys\njson.load(sys.stdin)\nprint("
              + text
              + ", flush=True)\n"
              + (crashes
                  ? "raise RuntimeError(" + why + ")\n"
                  : "print(" + why + ", file=sys.stderr)\nsys.exit(" + exit + ")\n")
          : "import {readFileSync} from 'node:fs';\nJSON.parse(readFileSync(0));\nconsole.log("
              + text
              + ");\n"
              + (crashes
                  ? "throw new Error(" + why + ");\n"
                  : "console.error(" + why + ");\nprocess.exitCode = " + exit + ";\n");
    }
  }

  static Stream<Program> programs() {
    var programs = new ArrayList<Program>();
    for (String language : List.of("py", "mjs")) {
      for (HookEvent event :
          List.of(
              HookEvent.PRE_TOOL_USE,
              HookEvent.POST_TOOL_USE,
              HookEvent.STOP,
              HookEvent.SESSION_START)) {
        for (Output output : List.of(Output.JSON, Output.TEXT)) {
          for (int exit : List.of(0, 1, 2, 3)) {
            programs.add(new Program(event, language, output, exit, false));
          }
          programs.add(new Program(event, language, output, 1, true));
        }
      }
    }
    return programs.stream();
  }

  @ParameterizedTest
  @MethodSource("programs")
  void programsInOtherLanguagesMeanTheSame(Program program) throws Exception {
    String interpreter = program.language.equals("py") ? "python3" : "node";
    TestPrograms.require(interpreter);
    Files.writeString(root.resolve("hook." + program.language), program.text());
    HookAnswer answer = run(command(program.event, interpreter + " hook." + program.language));
    if (program.crashes) {
      isNoVerdict(answer, "failed with exit code 1");
      return;
    }
    switch (program.exit) {
      case 0 -> said(program.event, program.output, answer);
      case 2 -> isNo(program.event, WHY, answer);
      default -> isNoVerdict(answer, "exit code " + program.exit, WHY);
    }
  }

  /// A crash of a required hook is a no.
  @Test
  void aRequiredProgramThatCrashesBlocks() throws Exception {
    TestPrograms.require("python3");
    Files.writeString(root.resolve("hook.py"), "raise RuntimeError('broken')\n");
    var crash = new Hook.Kind.Command("python3 hook.py", null);
    HookAnswer answer = run(hook(HookEvent.PRE_TOOL_USE, crash, true));
    assertThat(answer.blocks()).isTrue();
    assertThat(answer.reason()).contains("exit code 1", "it is required");
  }
}
