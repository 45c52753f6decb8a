package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.Expectation;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.harness.TestPrograms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A guard that looks at the file of a call sees every file of one that is about several.
@Timeout(300)
final class HookFilesOfCallTest {
  /// As guards are customarily written.
  private static final String GUARD =
      """
      import json, sys
      call = json.load(sys.stdin)
      path = call["tool_input"].get("file_path", "")
      with open("seen", "a") as seen:
          seen.write(call["tool_name"] + " " + path.rsplit("/", 1)[-1] + "\\n")
      if path.endswith(".env"):
          print("keep away from " + path.rsplit("/", 1)[-1], file=sys.stderr)
          sys.exit(2)
      """;

  @TempDir Path folder;
  private Path home;
  private Path root;
  private final List<String> notes = new CopyOnWriteArrayList<>();

  @BeforeEach
  void make() throws Exception {
    TestPrograms.require("python3");
    home = Files.createDirectories(folder.resolve("home"));
    root = Files.createDirectories(folder.resolve("project")).toRealPath();
    Files.writeString(root.resolve("a.txt"), "one\n");
    Files.writeString(root.resolve(".env"), "SECRET=one\n");
    Path guard = Files.writeString(home.resolve("guard.py"), GUARD);
    Files.writeString(
        home.resolve("config.yml"),
        "hooks:\n  PreToolUse: [{matcher: Edit|Write|Read, hooks: [{type: command, command: "
            + Json.of("python3 " + guard).compact()
            + "}]}]\n");
  }

  private void converse(String dialect, ScriptedModel model) throws Exception {
    ProjectOptions options =
        ProjectOptions.of(home, root)
            .withEnvironment(Map.of())
            .with("editDialect", dialect)
            .with("sandbox.kind", "off");
    try (Project project = Project.open(options);
        ProjectConversation conversation =
            project.conversation(ConversationOptions.of(model, Mode.EDIT))) {
      conversation
          .start(new ConversationFace(event -> {}, Approver.nobody(), null, notes::add))
          .prompt("go");
    }
    model.verify();
  }

  private static Step then(String expected) {
    return Step.says("ok").expecting(Expectation.lastResultContains(expected));
  }

  private List<String> seen() throws Exception {
    return Files.readAllLines(root.resolve("seen"));
  }

  @Test
  void aPatch() throws Exception {
    String patch =
        """
        *** Begin Patch
        *** Update File: a.txt
        @@
        -one
        +two
        *** Add File: b.txt
        +new
        *** Update File: .env
        @@
        -SECRET=one
        +SECRET=two
        *** End Patch
        """;
    converse(
        "apply_patch",
        ScriptedModel.of(
            Step.calls("apply_patch", Json.object().put("patch", patch).build()),
            then("keep away from .env")));
    assertThat(seen()).containsExactly("Edit a.txt", "Write b.txt", "Edit .env");
    assertThat(root.resolve(".env")).hasContent("SECRET=one\n");
    assertThat(root.resolve("b.txt")).doesNotExist();

    Files.delete(root.resolve("seen"));
    String fine = patch.replaceFirst("(?s)\\*\\*\\* Update File: .env.*two\n", "");
    converse(
        "apply_patch",
        ScriptedModel.of(
            Step.calls("apply_patch", Json.object().put("input", fine).build()), Step.says("ok")));
    assertThat(root.resolve("b.txt")).hasContent("new\n");
  }

  @Test
  void readsOfSeveralFilesAndOfWhatAPatternLeadsTo() throws Exception {
    for (String paths : List.of("[\"a.txt\", \".env\"]", "[\"*\"]", "[\".e*\"]")) {
      converse(
          "edit_file",
          ScriptedModel.of(
              Step.calls("read_many_files", Json.parseObject("{\"paths\": " + paths + "}")),
              then("keep away from .env")));
    }
    assertThat(seen()).contains("Read a.txt", "Read .env");
  }
}
