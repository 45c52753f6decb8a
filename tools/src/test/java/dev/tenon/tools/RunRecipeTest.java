package dev.tenon.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.CommandRunner;
import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.tool.OutputBound;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The project's own tasks with the real runners.
class RunRecipeTest {
  @TempDir Path temporary;

  private final Shell shell = new Shell(Set.of());
  private final List<Access> asked = new ArrayList<>();

  @Test
  void makeRunsAndItsFailureIsSeen() throws Exception {
    TestPrograms.require("make");
    Path root = project();
    Files.writeString(
        root.resolve("Makefile"),
        "hello:\n\t@echo hello $(NAME)\nbroken:\n\t@echo so far; exit 3\n");
    Part.Result hello = call(root, Mode.FULL, "hello NAME=world");
    assertThat(hello.text()).startsWith("hello world");
    assertThat(hello.envelope().objectOrEmpty("data").number("exit_code", -1)).isZero();
    assertThat(call(root, Mode.FULL, "broken").text()).contains("so far", "[exit code 2]");
  }

  @Test
  void npmRunsInTheFolderOfTheWorkspace() throws Exception {
    TestPrograms.require("npm");
    Path root = project();
    Files.writeString(root.resolve("package-lock.json"), "{\"lockfileVersion\":3,\"packages\":{}}");
    Files.writeString(root.resolve("package.json"), "{\"workspaces\":[\"packages/*\"]}");
    Path inner = Files.createDirectories(root.resolve("packages/a"));
    Files.writeString(
        inner.resolve("package.json"), "{\"name\":\"a\",\"scripts\":{\"where\":\"pwd\"}}");
    assertThat(call(root, Mode.FULL, "a/where").text()).contains(inner.toRealPath().toString());
  }

  @Test
  void thePolicySeesTheRealCommand() throws Exception {
    TestPrograms.require("make");
    Path root = project();
    Files.writeString(root.resolve("Makefile"), "hello:\n\t@echo hello\n");
    assertThat(call(root, Mode.PLAN, "hello").text()).contains("plan");
    Part.Result refused = call(root, Mode.ASK, "hello X=1; touch y");
    assertThat(refused.envelope().bool("ok", true)).isFalse();
    assertThat(asked)
        .singleElement()
        .isInstanceOfSatisfying(
            Access.Execute.class,
            execute -> assertThat(execute.command()).isEqualTo("make hello X=1; touch y"));
  }

  @Test
  void whatIsUnknownIsAnsweredWithTheTasks() throws Exception {
    TestPrograms.require("make");
    Path root = project();
    Files.writeString(root.resolve("Makefile"), "hello: ## Greet\n");
    assertThat(call(root, Mode.PLAN, "helo").text())
        .contains("there is no task 'helo'", "hello - make hello: Greet");
  }

  @Test
  void thereIsNoToolWithoutAManifest() throws Exception {
    Path root = project();
    assertThat(BuiltinTools.recipes(root, new CommandRunner(shell), ToolLimits.DEFAULT)).isEmpty();
    Files.writeString(root.resolve("pom.xml"), "<project/>");
    assertThat(BuiltinTools.recipes(root, new CommandRunner(shell), ToolLimits.DEFAULT)).hasSize(1);
  }

  private Path project() throws IOException {
    return Files.createDirectories(temporary.resolve("project"));
  }

  private Part.Result call(Path root, Mode mode, String op) throws Exception {
    Workspace workspace = Workspace.open(root);
    List<Tool<?>> tools = BuiltinTools.recipes(root, new CommandRunner(shell), ToolLimits.DEFAULT);
    var runner =
        new ToolRunner(
            tools,
            workspace,
            new DirectEditing(
                workspace, ProjectJournal.open(temporary.resolve("state"), workspace, "test")),
            new ModePolicy(mode),
            question -> {
              asked.add(question.items().getFirst().access());
              return Approver.Answer.NO;
            },
            OutputBound.DEFAULT);
    return runner
        .call(Part.Call.of("1", "recipe", Json.object().put("op", op).build()), text -> {})
        .result();
  }
}
