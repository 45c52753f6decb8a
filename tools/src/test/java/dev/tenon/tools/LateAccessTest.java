package dev.tenon.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Enforcement;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.permission.ProtectedPaths;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.RuleBook;
import dev.tenon.core.permission.Rules;
import dev.tenon.core.permission.Verdict;
import dev.tenon.core.tool.OutputBound;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.workspace.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tools that know only while they run which files they touch ask for those before they go on.
class LateAccessTest {
  @TempDir Path temporary;

  private Path root;
  private Shell shell;
  private final List<List<Access>> asked = new ArrayList<>();
  private final List<String> changes = new ArrayList<>();
  private Approver.Answer answer = Approver.Answer.NO;
  private boolean showsChanges;

  @BeforeEach
  void open() throws Exception {
    root = Files.createDirectory(temporary.toRealPath().resolve("project"));
    Files.createDirectories(root.resolve("private/deep"));
    Files.writeString(root.resolve("private/deep/notes.txt"), "the secret\n");
    Files.writeString(root.resolve("private/more.txt"), "another secret\n");
    Files.writeString(root.resolve("open.txt"), "one\ntwo\n");
    shell = new Shell(Set.of());
  }

  @AfterEach
  void close() {
    shell.close();
  }

  @Test
  void aPatchIsJudgedByTheFilesThatItReallyChanges() throws Exception {
    // The dialect takes several signs for one: what the input seems to name is another file.
    ToolRunner runner = runner(Mode.AUTO);
    String input = "§§.tenon/config.yml\n»BOF\nmode: full\n";
    Part.Result refused = call(runner, "hashline_edit", Json.object().put("input", input));
    assertThat(refused.text()).contains("the user said no to: write .tenon/config.yml");
    assertThat(asked).containsExactly(List.of(new Access.Write(".tenon/config.yml")));
    assertThat(root.resolve(".tenon")).doesNotExist();

    answer = Approver.Answer.ONCE;
    call(runner, "hashline_edit", Json.object().put("input", input));
    assertThat(root.resolve(".tenon/config.yml")).content().isEqualTo("mode: full\n");
  }

  @Test
  void allFilesOfAPatchAreOneQuestion() throws Exception {
    String patch =
        """
        *** Begin Patch
        *** Add File:new/a.txt
        +a
        *** Update File: open.txt
        *** Move to: new/open.txt
        @@
         one
        -two
        +three
        *** End Patch
        """;
    Part.Result refused = call(runner(Mode.ASK), "apply_patch", Json.object().put("input", patch));
    assertThat(refused.text()).contains("permission_denied");
    assertThat(asked).hasSize(1);
    assertThat(asked.getFirst())
        .contains(
            new Access.Write("new/a.txt"),
            new Access.Write("open.txt"),
            new Access.Write("new/open.txt"));
    assertThat(root.resolve("new")).doesNotExist();
    answer = Approver.Answer.ONCE;
    call(runner(Mode.ASK), "apply_patch", Json.object().put("input", patch));
    assertThat(root.resolve("new/open.txt")).content().isEqualTo("one\nthree\n");
    assertThat(asked).hasSize(2);
  }

  @Test
  void whatCannotBeAPatchAsksNobody() throws Exception {
    for (String tool : List.of("apply_patch", "hashline_edit")) {
      Part.Result refused = call(runner(Mode.ASK), tool, Json.object().put("input", "nothing"));
      assertThat(refused.text()).contains("invalid_argument");
    }
    assertThat(asked).isEmpty();
  }

  @Test
  void anEditAsksOnceHoweverItsFileIsSpelled() throws Exception {
    answer = Approver.Answer.ONCE;
    for (String path : List.of("./open.txt", "x/../open.txt", root + "/open.txt", "open.txt")) {
      asked.clear();
      String text = Files.readString(root.resolve("open.txt")).contains("two") ? "two" : "2";
      Part.Result edited =
          call(
              runner(Mode.ASK),
              "edit_file",
              Json.object()
                  .put("path", path)
                  .put("old_text", text)
                  .put("new_text", text.equals("two") ? "2" : "two"));
      assertThat(edited.failed()).as(edited.text()).isFalse();
      assertThat(asked).as(path).hasSize(1);
    }
  }

  @Test
  void whoSeesTheChangesIsAskedWithThem() throws Exception {
    showsChanges = true;
    var edit =
        Json.object().put("path", "open.txt").put("old_text", "two").put("new_text", "three");
    answer = Approver.Answer.no("say four");
    Part.Result refused = call(runner(Mode.ASK), "edit_file", edit);
    assertThat(refused.text()).contains("the user said no to: write open.txt; they say: say four");
    assertThat(changes).singleElement().asString().contains("-two").contains("+three");
    assertThat(root.resolve("open.txt")).content().isEqualTo("one\ntwo\n");
    answer = Approver.Answer.ONCE;
    assertThat(call(runner(Mode.ASK), "edit_file", edit).failed()).isFalse();
    assertThat(asked).hasSize(2);
    // An edit that cannot be made is nobody's question.
    assertThat(call(runner(Mode.ASK), "edit_file", edit).failed()).isTrue();
    assertThat(asked).hasSize(2);
  }

  @Test
  void aFileThatMayNotBeReadIsNotShownByAnEditThatFails() throws Exception {
    showsChanges = true;
    Rule rule = Rule.of(Verdict.ASK, "read(private/**)", source());
    var edit =
        Json.object()
            .put("path", "private/deep/notes.txt")
            .put("old_text", "the secre")
            .put("new_text", "x");
    Part.Result refused = call(runner(Mode.ASK, rule), "edit_file", edit);
    assertThat(refused.text()).contains("the user said no to").doesNotContain("secret");
    assertThat(changes).containsExactly("");
  }

  @Test
  void aRuleThatThePersonHasChangedIsTheOneThatHolds() throws Exception {
    answer =
        Approver.Answer.SESSION.with(
            List.of(Rule.of(Verdict.ALLOW, "write(open.txt)", Rule.Source.SESSION)));
    ToolRunner runner = runner(Mode.ASK);
    call(runner, "write_file", Json.object().put("path", "new.txt").put("content", "x"));
    call(runner, "read_file", Json.object().put("path", "open.txt"));
    call(runner, "write_file", Json.object().put("path", "open.txt").put("content", "x"));
    call(runner, "write_file", Json.object().put("path", "other.txt").put("content", "x"));
    assertThat(asked)
        .containsExactly(
            List.of(new Access.Write("new.txt")), List.of(new Access.Write("other.txt")));
  }

  @Test
  void aFileThatTheEndOfItsPathLedToIsAskedFor() throws Exception {
    ToolRunner runner = runner(Mode.FULL, Rule.of(Verdict.ASK, "read(private/**)", source()));
    Part.Result refused = call(runner, "read_file", Json.object().put("path", "notes.txt"));
    assertThat(refused.text())
        .contains("the user said no to: read private/deep/notes.txt")
        .doesNotContain("the secret");
    // What was not shown does not count as read.
    Part.Result unread =
        call(
            runner,
            "write_file",
            Json.object().put("path", "private/deep/notes.txt").put("content", "x"));
    assertThat(unread.text()).contains("you have not read it");

    answer = Approver.Answer.ONCE;
    assertThat(call(runner, "read_file", Json.object().put("path", "notes.txt")).text())
        .contains("the secret", "this is private/deep/notes.txt");
    assertThat(call(runner, "read_file", Json.object().put("path", "open.txt")).text())
        .contains("one");
    assertThat(asked).hasSize(2);
  }

  @Test
  void theFilesOfAPatternAreOneQuestion() throws Exception {
    ToolRunner runner = runner(Mode.FULL, Rule.of(Verdict.ASK, "read(private/**)", source()));
    var paths =
        Json.object().put("paths", Json.strings(List.of("**/*.txt", "deep/notes.txt", "none.txt")));
    Part.Result refused = call(runner, "read_many_files", paths);
    assertThat(refused.text()).contains("permission_denied").doesNotContain("secret\n");
    assertThat(asked)
        .containsExactly(
            List.of(
                new Access.Read("private/deep/notes.txt"), new Access.Read("private/more.txt")));
    answer = Approver.Answer.ONCE;
    assertThat(call(runner, "read_many_files", paths).text())
        .contains("the secret", "another secret", "one", "not found: none.txt");
    assertThat(asked).hasSize(2);
  }

  private ToolRunner runner(Mode mode, Rule... rules) throws Exception {
    Workspace workspace = Workspace.open(root, List.of());
    return new ToolRunner(
        BuiltinTools.everything(shell, ToolLimits.DEFAULT),
        workspace,
        new DirectEditing(
            workspace, ProjectJournal.open(temporary.resolve("state"), workspace, "test")),
        new ModePolicy(
            mode,
            new RuleBook(Rules.of(List.of(rules), root, root), null),
            ProtectedPaths.of(workspace.sandbox(), root, temporary.resolve("state")),
            new Enforcement.Sandboxed("a test")),
        new Approver() {
          @Override
          public Answer ask(Question question) {
            var all = new ArrayList<Access>();
            question.items().forEach(item -> all.add(item.access()));
            asked.add(all);
            changes.add(question.changes());
            return answer;
          }

          @Override
          public boolean showsChanges() {
            return showsChanges;
          }
        },
        OutputBound.DEFAULT);
  }

  private static Part.Result call(ToolRunner runner, String tool, Json.Builder arguments)
      throws InterruptedException {
    return runner.call(Part.Call.of("id", tool, arguments.build()), text -> {}).result();
  }

  private static Rule.Source source() {
    return new Rule.Source(Rule.Source.Kind.USER, "config.yml:1");
  }
}
