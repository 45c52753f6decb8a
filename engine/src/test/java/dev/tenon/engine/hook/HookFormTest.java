package dev.tenon.engine.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.engine.config.value.Raw;
import dev.tenon.tools.BuiltinTools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How hooks are written: matchers, fields in two spellings, and files of every shape.
class HookFormTest {
  @TempDir Path root;

  // ---- matchers

  @Test
  void matchersSeeOurNamesAndClaudes() {
    List<String> bash = ToolWords.all("bash");
    for (String text : List.of("", "*", "Bash", "bash", "Edit|Bash", "Edit, Bash", "B.*", "^ba")) {
      assertThat(HookMatcher.of(text).matches(bash)).as(text).isTrue();
    }
    for (String text : List.of("Bas", "Edit", "mcp__.*", "BASH")) {
      assertThat(HookMatcher.of(text).matches(bash)).as(text).isFalse();
    }
    assertThat(HookMatcher.of("mcp__memory__.*").matches(ToolWords.all("mcp__memory__put")))
        .isTrue();
    assertThat(HookMatcher.of("Edit").matches(ToolWords.all("apply_patch"))).isTrue();
  }

  @Test
  void whatHasTwoNamesIsATool() {
    assertThat(BuiltinTools.EVERYDAY).containsAll(ToolWords.translated());
  }

  @Test
  void inputsHaveBothSpellingsAndComeBack() {
    Json.Obj given = Json.object().put("file", "a/b.txt").put("old", "x").put("more", 1).build();
    Json.Obj sent = ToolWords.input("edit_file", given, Path.of("/p"));
    assertThat(sent.compact())
        .isEqualTo(
            "{\"more\":1,\"path\":\"a/b.txt\",\"file_path\":\"/p/a/b.txt\",\"old_text\":\"x\","
                + "\"old_string\":\"x\"}");
    assertThat(ToolWords.arguments("edit_file", sent, sent).compact())
        .isEqualTo("{\"more\":1,\"path\":\"a/b.txt\",\"old_text\":\"x\"}");
    Json.Obj theirs = sent.with("file_path", Json.of("/p/c.txt"));
    assertThat(ToolWords.arguments("edit_file", sent, theirs).string("path")).isEqualTo("/p/c.txt");
    Json.Obj ours = sent.with("path", Json.of("d.txt"));
    assertThat(ToolWords.arguments("edit_file", sent, ours).string("path")).isEqualTo("d.txt");
    Json.Obj only = Json.object().put("file_path", "/p/e.txt").put("old_string", "x").build();
    assertThat(ToolWords.arguments("edit_file", sent, only).compact())
        .isEqualTo("{\"path\":\"/p/e.txt\",\"old_text\":\"x\"}");
    Json.Obj torn = theirs.with("path", Json.of("f.txt"));
    assertThat(
            org.assertj.core.api.Assertions.catchThrowable(
                () -> ToolWords.arguments("edit_file", sent, torn)))
        .hasMessageContaining("path and file_path");
    assertThat(
            ToolWords.input("read_file", Json.object().put("path", "a:3-9").build(), Path.of("/p"))
                .string("file_path"))
        .isEqualTo("/p/a");
  }

  /// What reads a page is told in the words of the tool that Claude Code has for it.
  @Test
  void aPageIsFetchedAndItsAddressComesBack() {
    Json.Obj given = Json.object().put("path", "https://a.example/x:1-2").build();
    Json.Obj sent = ToolWords.input("read_file", given, Path.of("/p"));
    assertThat(sent.compact())
        .isEqualTo(
            "{\"path\":\"https://a.example/x:1-2\",\"file_path\":\"https://a.example/x:1-2\","
                + "\"url\":\"https://a.example/x:1-2\"}");
    assertThat(ToolWords.all("read_file", given)).containsExactly("WebFetch", "Read", "read_file");
    assertThat(ToolWords.arguments("read_file", sent, sent)).isEqualTo(given);
    Json.Obj moved = Json.object().put("path", "https://b.example").build();
    for (Json.Obj wanted :
        List.of(
            sent.with("url", Json.of("https://b.example")),
            Json.object().put("url", "https://b.example").build())) {
      assertThat(ToolWords.arguments("read_file", sent, wanted)).isEqualTo(moved);
    }
    assertThat(
            ToolWords.arguments(
                "read_file", sent, Json.object().put("url", sent.get("url")).build()))
        .isEqualTo(given);
    Json.Obj torn =
        sent.with("url", Json.of("https://b.example"))
            .with("file_path", Json.of("https://c.example"));
    assertThat(
            org.assertj.core.api.Assertions.catchThrowable(
                () -> ToolWords.arguments("read_file", sent, torn)))
        .hasMessageContaining("file_path and url");
  }

  // ---- conditions

  private static boolean holds(String condition, String tool, String field, String value) {
    Json.Obj arguments = Json.object().put(field, value).build();
    Json.Obj input =
        Json.object()
            .put("tool_name", ToolWords.all(tool, arguments).getFirst())
            .put("tenon_tool", tool)
            .put("tool_input", ToolWords.input(tool, arguments, Path.of("/p")))
            .build();
    return HookCondition.of(condition).holds(input, Path.of("/p"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '§',
      value = {
        "Bash(git push *) § git push origin main § true",
        "Bash(git push *) § git push § true",
        "Bash(git push:*) § git push -f § true",
        "Bash(git push *) § git pushed § false",
        "Bash(git push *) § git status § false",
        "Bash(git push *) § cd src && A=1 git push -f § true",
        "Bash(git push *) § echo git push § false",
        "Bash(git push *) § echo $(git push) § true",
        "Bash(git push *) § timeout 5 git push § true",
        "Bash(git push *) § sh -c 'git push' § true",
        "Bash(git push *) § git $WHAT § true",
        "Bash(git push *) § $PROGRAM push § true",
        "Bash(git push *) § ls $HOME § false",
        "Bash(git push *) § if true; then § true",
        "Bash(ls) § ls § true",
        "Bash(ls) § ls -l § false",
        "Bash(* --force) § git push --force § true",
        "Bash(npm run test*) § npm run test:unit § true",
        "Bash § anything § true",
        "Bash(*) § anything § true",
        "bash(rm *) § rm x § true",
        "Edit(*.ts) § rm x § false",
      })
  void aConditionSpeaksOfCommands(String condition, String command, boolean holds) {
    assertThat(holds(condition, "bash", "command", command)).isEqualTo(holds);
  }

  @ParameterizedTest
  @CsvSource({
    "Edit(*.ts), edit_file, src/a.ts, true",
    "Edit(*.ts), write_file, src/a.ts, true",
    "Edit(*.ts), read_file, src/a.ts, false",
    "Edit(*.ts), edit_file, src/a.js, false",
    "Edit(src/**), edit_file, src/a/b.js, true",
    "Edit(/src/**), edit_file, /p/src/a.js, true",
    "Edit(./src/*.js), edit_file, src/a.js, true",
    "Edit(//p/src/**), edit_file, src/a.js, true",
    "Edit(//q/**), edit_file, src/a.js, false",
    "Edit(/a.js), edit_file, src/a.js, false",
    "Edit(/a.js), edit_file, a.js, true",
    "Write(*.md), edit_file, a.md, false",
    "Write(*.md), write_file, a.md, true",
    "Read(.env), read_file, deep/.env, true",
    "Read, grep, src, true",
    "edit_file, edit_file, x, true",
    "mcp__memory, mcp__memory__put, x, true",
    "mcp__memory__*, mcp__memory__put, x, true",
    "mcp__memory, mcp__memories__put, x, false",
    "Edit(/), edit_file, src/a.js, true",
    "Edit(/), edit_file, a.js, true",
    "Edit(//), edit_file, src/a.js, true",
    "Edit(/), edit_file, /q/a.js, false",
    "Edit(./), edit_file, src/a.js, true",
    "Edit(/**), edit_file, src/deep/a.js, true",
    "Edit(/src/), edit_file, src/deep/a.js, true",
    "Read(/src/**), grep, ., true",
    "WebFetch, read_file, https://example.org/x, true",
    "WebFetch, read_file, HTTP://example.org, true",
    "WebFetch, read_file, src/a.js, false",
    "WebFetch, read_file, artifact://3, false",
    "Read, read_file, https://example.org/x, true",
    "WebFetch(domain:example.org), read_file, https://example.org:81/x, true",
    "WebFetch(domain:example.org), read_file, https://EXAMPLE.org./x, true",
    "WebFetch(domain:*.example.org), read_file, https://a.example.org, true",
    "WebFetch(domain:example.org), read_file, https://example.com/?example.org, false",
  })
  void aConditionSpeaksOfFilesAndTools(String condition, String tool, String path, boolean holds) {
    assertThat(holds(condition, tool, "path", path)).isEqualTo(holds);
  }

  @Test
  void aHookWhoseConditionMeansNothingDoesNotRun() throws Exception {
    String form =
        "{\"hooks\": {\"%s\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"x\", %s}]}]}}";
    Hook hook =
        read(form.formatted("PreToolUse", "\"if\": \"Bash(rm *)\", \"once\": true"), false)
            .hooks()
            .getFirst();
    assertThat(hook.condition().text()).isEqualTo("Bash(rm *)");
    assertThat(hook.repeating()).isEqualTo(Hook.Repeating.ONCE);
    assertThat(hook.content().compact()).contains("\"if\":\"Bash(rm *)\"", "\"once\":true");
    assertThat(hook.written().compact()).contains("\"if\":\"Bash(rm *)\"", "\"once\":true");
    for (String wrong :
        List.of("\"if\": \"rm -rf (x\"", "\"if\": [\"Bash\"]", "\"once\": \"twice\"")) {
      HookFiles.Found found = read(form.formatted("PreToolUse", wrong), false);
      assertThat(found.hooks()).as(wrong).isEmpty();
      assertThat(found.problems().getFirst()).contains("settings.json:1:", "does not run");
      assertThat(found.harmless()).isEmpty();
    }
    HookFiles.Found none = read(form.formatted("Stop", "\"if\": \"Bash\""), false);
    assertThat(none.hooks()).isEmpty();
    assertThat(none.problems().getFirst()).contains("Stop is about none");
  }

  // ---- times

  /// A row without a text has none, and one without seconds does not run.
  @ParameterizedTest
  @CsvSource({
    "PreToolUse, , 60",
    "Stop, , 60",
    "SessionStart, , 60",
    "UserPromptSubmit, , 30",
    "PreToolUse, 3600, 3600",
    "PreToolUse, 5000, 3600",
    "PreToolUse, 600000, 3600",
    "PreToolUse, 1e400, 3600",
    "PreToolUse, 0.5, 0.5",
    "PreToolUse, 0.00001, 0.001",
    "PreToolUse, 0, ",
    "PreToolUse, -1, ",
  })
  void howLongAHookMayTake(String event, String written, Double seconds) throws Exception {
    HookFiles.Found found =
        read(
            "{\"hooks\": {\""
                + event
                + "\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"x\""
                + (written == null ? "" : ", \"timeout\": " + written)
                + "}]}]}}",
            false);
    boolean told = seconds == null || (written != null && Double.parseDouble(written) > 3600);
    assertThat(found.problems()).hasSize(told ? 1 : 0);
    assertThat(found.harmless()).hasSize(told && seconds != null ? 1 : 0);
    if (seconds == null) {
      assertThat(found.hooks()).isEmpty();
      assertThat(found.problems().getFirst()).contains("1..3600 seconds", "does not run");
      return;
    }
    assertThat(found.hooks().getFirst().timeout())
        .isEqualTo(Duration.ofMillis(Math.round(seconds * 1000)));
    if (told) {
      assertThat(found.problems().getFirst())
          .contains("settings.json:1: ", "'" + written + "'", "the hook runs with 3600");
    }
  }

  /// Where the input goes is a part of what a person agrees to.
  @Test
  void aQuestionToAModelIsShownWithTheModel() throws Exception {
    HookFiles.Found found =
        read(
            "{\"hooks\": {\"Stop\": [{\"hooks\": ["
                + "{\"type\": \"prompt\", \"prompt\": \"fine?\", \"model\": \"far/off\"}]}]}}",
            false);
    assertThat(found.hooks().getFirst().kind().shown()).isEqualTo("prompt to far/off: fine?");
  }

  // ---- files

  private HookFiles.Found read(String text, boolean plugin) throws Exception {
    Path file = Files.writeString(root.resolve("settings.json"), text);
    return HookFiles.read(
        new HookFiles.Place(file, "settings.json", Hook.Owner.PROJECT, plugin ? root : null));
  }

  @Test
  void whatIsWrongWithAFileIsNamedAndTheRestWorks() throws Exception {
    HookFiles.Found found =
        read(
            """
            {
              // people write comments
              "hooks": {
                "PreToolUse": [
                  {"matcher": "Bash", "hooks": [
                    {"type": "command", "command": "one", "timeout": 5, "required": true},
                    {"type": "http", "url": "https://a"},
                    {"type": "shout", "command": "x"},
                    {"type": "command"},
                    {"type": "command", "command": "late", "timeout": "soon"},
                    "two"
                  ]},
                  {"matcher": "(", "hooks": [{"type": "command", "command": "three"}]},
                  {"matcher": "Edit"}
                ],
                "WorktreeCreate": [{"hooks": [{"type": "command", "command": "four"}]}],
                "Stop": {"hooks": []},
                "SessionEnd": [{"hooks": [{"type": "prompt", "prompt": "five",}]}],
              },
            }
            """,
            false);
    assertThat(found.hooks())
        .extracting(hook -> hook.kind().shown())
        .containsExactly("one", "prompt: five");
    Hook one = found.hooks().getFirst();
    assertThat(one.source().place()).isEqualTo("settings.json:6");
    assertThat(one.required()).isTrue();
    assertThat(one.timeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(found.problems())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("settings.json:7: ").contains("'http'"),
            line -> assertThat(line).startsWith("settings.json:8: ").contains("'shout'"),
            line -> assertThat(line).startsWith("settings.json:9: ").contains("needs 'command'"),
            line -> assertThat(line).startsWith("settings.json:10: ").contains("'soon'"),
            line -> assertThat(line).startsWith("settings.json:11: "),
            line -> assertThat(line).startsWith("settings.json:13: ").contains("regular"),
            line -> assertThat(line).startsWith("settings.json:14: ").contains("needs 'hooks'"),
            line -> assertThat(line).startsWith("settings.json:16: ").contains("'WorktreeCreate'"),
            line -> assertThat(line).startsWith("settings.json:17: ").contains("must be a list"));
  }

  @Test
  void filesOfEveryShapeAreRead() throws Exception {
    assertThat(read("{\"hooks\": []}", false).problems())
        .containsExactly(
            "settings.json:1: hooks must be a mapping from events to lists, was a list; write"
                + " hooks: {\"PreToolUse\": […]}");
    assertThat(read("{", false).problems().getFirst()).contains("settings.json:1: is not valid");
    assertThat(read("[]", false).problems().getFirst()).contains("must be a JSON object");
    String events = "{\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"x\"}]}]}";
    assertThat(read(events, true).hooks()).as("a plugin's bare events").hasSize(1);
    assertThat(read(events, false).hooks()).as("settings have more than hooks").isEmpty();
    assertThat(read("{\"description\": \"d\", \"hooks\": " + events + "}", true).hooks())
        .as("a plugin's events below hooks")
        .hasSize(1);
    assertThat(read("{\"disableAllHooks\": true}", false).off()).isTrue();
    var parser = new HookParser("config.yml", Hook.Owner.USER, null);
    parser.event("Stop", new Raw.Text("x", 4), 4);
    parser.event("Stopp", new Raw.Items(List.of(), 5), 5);
    assertThat(parser.problems())
        .satisfiesExactly(
            line -> assertThat(line).contains("config.yml:4: hooks.Stop must be a list"),
            line -> assertThat(line).contains("'Stopp' is not supported").contains("'Stop'"));
  }
}
