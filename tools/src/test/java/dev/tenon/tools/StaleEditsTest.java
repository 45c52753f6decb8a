package dev.tenon.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.Editing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.exec.shell.Reach;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Decision;
import dev.tenon.core.tool.OutputBound;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.workspace.Workspace;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Somebody else changes a file between plan and commit: a helper beside this one, a person.
class StaleEditsTest {
  private static final String PATCH =
      """
      *** Begin Patch
      *** Add File: new.txt
      +a
      *** Update File: a.txt
      @@
      -two
      +2
      *** End Patch
      """;

  @TempDir Path temporary;

  private Path root;
  private Workspace workspace;
  private Shell shell;
  private int commits;

  @BeforeEach
  void open() throws Exception {
    root = Files.createDirectory(temporary.toRealPath().resolve("project"));
    Files.writeString(root.resolve("a.txt"), "one\ntwo\nthree\n");
    workspace = Workspace.open(root);
    shell = new Shell(Set.of());
  }

  @AfterEach
  void close() {
    shell.close();
  }

  @Test
  void aPlanIsMadeAnewForWhatTheFileIsNow() throws Exception {
    Part.Result edited = patch("one\n", "1\n", 1, Decision.Allow.VALUE);
    assertThat(edited.failed()).as(edited.text()).isFalse();
    assertThat(root.resolve("a.txt")).content().isEqualTo("1\n2\nthree\n");
    assertThat(root.resolve("new.txt")).content().isEqualTo("a\n");
    assertThat(commits).isEqualTo(2);
  }

  @Test
  void theNewPlanIsVerifiedAsTheFirst() throws Exception {
    Part.Result edited = patch("two\n", "zwei\n", 1, Decision.Allow.VALUE);
    assertThat(edited.failed()).isTrue();
    assertThat(root.resolve("a.txt")).content().isEqualTo("one\nzwei\nthree\n");
    assertThat(root.resolve("new.txt")).doesNotExist();
    assertThat(commits).isEqualTo(1);
  }

  @Test
  void aFileThatNeverRestsEndsTheCall() throws Exception {
    Part.Result edited = patch("one\n", "one\none\n", 9, Decision.Allow.VALUE);
    assertThat(edited.failed()).isTrue();
    assertThat(edited.text()).contains("a.txt");
    assertThat(root.resolve("a.txt")).content().contains("two");
    assertThat(root.resolve("new.txt")).doesNotExist();
    assertThat(commits).isEqualTo(3);
  }

  @Test
  void whatAPersonHasAgreedToIsNotPlannedAnew() throws Exception {
    var ask = new Decision.Ask("asked", "a rule", "a test", List.of(), List.of(), Reach.USUAL);
    Part.Result edited = patch("one\n", "1\n", 1, ask);
    assertThat(edited.failed()).isTrue();
    assertThat(root.resolve("a.txt")).content().isEqualTo("1\ntwo\nthree\n");
    assertThat(root.resolve("new.txt")).doesNotExist();
    assertThat(commits).isEqualTo(1);
  }

  /// Applies the patch; before the first commits, somebody replaces a text in the file.
  private Part.Result patch(String from, String to, int times, Decision decision) throws Exception {
    Editing files =
        new DirectEditing(
            workspace, ProjectJournal.open(temporary.resolve("state"), workspace, "test"));
    Object busy =
        Proxy.newProxyInstance(
            Editing.class.getClassLoader(),
            new Class<?>[] {Editing.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("commit") && commits++ < times) {
                Path file = root.resolve("a.txt");
                Files.writeString(file, Files.readString(file).replaceFirst(from, to));
              }
              try {
                return method.invoke(files, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
    var runner =
        new ToolRunner(
            BuiltinTools.everything(shell, ToolLimits.DEFAULT),
            workspace,
            (Editing) busy,
            (tool, access) -> decision,
            question -> Approver.Answer.ONCE,
            OutputBound.DEFAULT);
    Json.Obj input = Json.object().put("input", PATCH).build();
    return runner.call(Part.Call.of("id", "apply_patch", input), text -> {}).result();
  }
}
