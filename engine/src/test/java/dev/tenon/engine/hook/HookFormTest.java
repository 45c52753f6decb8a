package dev.tenon.engine.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.engine.config.value.Raw;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
