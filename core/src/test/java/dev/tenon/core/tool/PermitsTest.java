package dev.tenon.core.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
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
import dev.tenon.core.permission.RuleStore;
import dev.tenon.core.permission.Rules;
import dev.tenon.core.permission.Verdict;
import dev.tenon.core.workspace.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a call asks for while it runs, with a tool that learns from a file which others it renames.
class PermitsTest {
  @TempDir Path temporary;

  private Path root;
  private Workspace workspace;
  private final List<Approver.Question> asked = new CopyOnWriteArrayList<>();
  private final List<String> told = new ArrayList<>();
  private Approver.Answer answer = Approver.Answer.ONCE;

  @BeforeEach
  void open() throws IOException {
    root = Files.createDirectory(temporary.toRealPath().resolve("project"));
    for (String name : List.of("a", "b", "c")) {
      Files.createDirectories(root.resolve(name));
      Files.writeString(root.resolve(name + "/x.txt"), name);
    }
    Files.writeString(root.resolve("list.txt"), "a/x.txt\nb/x.txt\nc/x.txt\n");
    workspace = Workspace.open(root, List.of());
  }

  /// Renames every file that a list names; until it has read the list, it knows none of them.
  private final class Rename implements Tool<Rename.Parameters> {
    record Parameters(@Doc("The list.") String list) {}

    @Override
    public String name() {
      return "rename";
    }

    @Override
    public String description() {
      return "Renames.";
    }

    @Override
    public Class<Parameters> parameters() {
      return Parameters.class;
    }

    @Override
    public List<Access> access(Parameters parameters) {
      return List.of(new Access.Read(parameters.list));
    }

    @Override
    public String title(Parameters parameters) {
      return parameters.list;
    }

    @Override
    public ToolResult run(Parameters parameters, ToolContext context)
        throws ToolException, InterruptedException {
      try {
        List<String> names = Files.readAllLines(root.resolve(parameters.list));
        var writes = new ArrayList<Access>();
        for (String name : names) {
          writes.add(new Access.Write(name));
          writes.add(new Access.Write(name + ".old"));
        }
        context.permits().request(writes);
        for (String name : names) {
          Files.move(root.resolve(name), root.resolve(name + ".old"));
        }
        return ToolResult.Text.of("renamed " + names.size());
      } catch (IOException broken) {
        throw new UncheckedIOException(broken);
      }
    }
  }

  /// Asks for whatever a test wants.
  private record Asking(List<Access> first, Work work) implements Tool<Asking.Nothing> {
    record Nothing() {}

    interface Work {
      String run(ToolContext context) throws ToolException, InterruptedException;
    }

    @Override
    public String name() {
      return "asking";
    }

    @Override
    public String description() {
      return "Asks.";
    }

    @Override
    public Class<Nothing> parameters() {
      return Nothing.class;
    }

    @Override
    public List<Access> access(Nothing parameters) {
      return first;
    }

    @Override
    public String title(Nothing parameters) {
      return "asks";
    }

    @Override
    public ToolResult run(Nothing parameters, ToolContext context)
        throws ToolException, InterruptedException {
      return ToolResult.Text.of(work.run(context));
    }
  }

  @Test
  void severalAccessesAreOneQuestion() throws Exception {
    assertThat(rename(Mode.ASK).text()).isEqualTo("renamed 3");
    assertThat(asked).hasSize(1);
    assertThat(accesses(0))
        .containsExactly(
            new Access.Write("a/x.txt"),
            new Access.Write("a/x.txt.old"),
            new Access.Write("b/x.txt"),
            new Access.Write("b/x.txt.old"),
            new Access.Write("c/x.txt"),
            new Access.Write("c/x.txt.old"));
    assertThat(texts(asked.getFirst().offers()))
        .containsExactly("write(a/**)", "write(b/**)", "write(c/**)");
    assertThat(root.resolve("a/x.txt.old")).exists();
  }

  @Test
  void aRefusalLeavesEverythingAsItWas() throws Exception {
    answer = Approver.Answer.NO;
    Part.Result refused = rename(Mode.ASK);
    assertThat(refused.failed()).isTrue();
    assertThat(refused.envelope().objectOrEmpty("error").string("code"))
        .isEqualTo("permission_denied");
    assertThat(refused.text()).contains("the user said no to: write a/x.txt, write a/x.txt.old");
    assertNothingDone();
  }

  @Test
  void withoutAPersonTheAnswerNamesTheWayOut() throws Exception {
    answer = Approver.Answer.ABSENT;
    Part.Result refused = rename(Mode.ASK);
    assertThat(refused.text())
        .contains("permission_denied: not allowed without a person to ask: write a/x.txt")
        .contains("add write(a/**) to permissions.allow in", "--permission-mode edit");
    assertNothingDone();
    assertThat(rename(Mode.EDIT).text()).isEqualTo("renamed 3");
  }

  @Test
  void oneThatIsDeniedRefusesAllAndAsksNobody() throws Exception {
    for (Mode mode : Mode.values()) {
      Part.Result refused = rename(mode, rule(Verdict.DENY, "write(c/**)"));
      assertThat(refused.text()).contains("permission_denied").contains("cannot write");
      assertNothingDone();
    }
    assertThat(rename(Mode.PLAN).text()).contains("mode plan is read-only");
    assertThat(asked).isEmpty();
    assertNothingDone();
  }

  @Test
  void anAnswerForTheSessionHoldsForLaterCalls() throws Exception {
    answer = Approver.Answer.SESSION;
    ToolRunner runner =
        runner(Mode.ASK, new RuleBook(Rules.of(List.of(), root, root), null), new Rename());
    assertThat(call(runner, "rename").text()).isEqualTo("renamed 3");
    Files.writeString(root.resolve("list.txt"), "a/x.txt.old\n");
    assertThat(call(runner, "rename").text()).isEqualTo("renamed 1");
    assertThat(asked).hasSize(1);
  }

  @Test
  void anAnswerForGoodIsKept() throws Exception {
    answer = Approver.Answer.ALWAYS;
    Path state = temporary.resolve("kept");
    var book = new RuleBook(Rules.of(List.of(), root, root), new RuleStore(state));
    assertThat(call(runner(Mode.ASK, book, new Rename()), "rename").text()).isEqualTo("renamed 3");
    assertThat(asked.getFirst().canLast()).isTrue();
    assertThat(told).anySatisfy(note -> assertThat(note).contains("write(b/**)", "from now on"));
    Files.writeString(root.resolve("list.txt"), "b/x.txt.old\n");
    var later = new RuleBook(Rules.of(List.of(), root, root), new RuleStore(state));
    assertThat(call(runner(Mode.ASK, later, new Rename()), "rename").text()).isEqualTo("renamed 1");
    assertThat(asked).hasSize(1);
  }

  @Test
  void whatTheGateAllowedOnceIsNotAskedAgain() throws Exception {
    var tool =
        new Asking(
            List.of(new Access.Write("./a/../a/x.txt"), new Access.Write("b/x.txt")),
            context -> {
              context.permits().request(new Access.Write("a/x.txt"));
              context.permits().request(new Access.Write(root + "/b/x.txt"));
              context
                  .permits()
                  .request(List.of(new Access.Write("c/x.txt"), new Access.Write("c/x.txt")));
              context.permits().request(new Access.Write("./c/x.txt"));
              return "done";
            });
    assertThat(call(runner(Mode.ASK, RuleBook.empty(), tool), "asking").text()).isEqualTo("done");
    assertThat(asked).hasSize(2);
    assertThat(accesses(0)).hasSize(2);
    assertThat(accesses(1)).containsExactly(new Access.Write("c/x.txt"));
  }

  @Test
  void everyKindOfAccessIsAskedFor() throws Exception {
    List<Access> all =
        List.of(
            new Access.Read("secret/x"),
            new Access.Write("a/x.txt"),
            new Access.Execute("make it"),
            new Access.Connect("localhost", 3000),
            new Access.Outside("github", "create_issue", Access.Outside.Effect.CHANGES));
    var tool = new Asking(List.of(), context -> context.permits().request(all) + "");
    var rules = Rules.of(List.of(rule(Verdict.ASK, "read(secret/**)")), root, root);
    assertThat(call(runner(Mode.ASK, new RuleBook(rules, null), tool), "asking").failed())
        .isFalse();
    assertThat(asked).hasSize(1);
    assertThat(accesses(0)).isEqualTo(all);
    // A rule that asks each time offers nothing, so the whole cannot be allowed for good.
    assertThat(asked.getFirst().canLast()).isFalse();
    assertThat(texts(asked.getFirst().offers()))
        .containsExactly(
            "write(a/**)", "bash(make it)", "connect(localhost:3000)", "mcp(github/create_issue)");
  }

  @Test
  void aCallThatIsStoppedWhileThePersonIsAskedDoesNothing() throws Exception {
    var waiting = new CountDownLatch(1);
    Approver slow =
        question -> {
          waiting.countDown();
          new CountDownLatch(1).await();
          return Approver.Answer.ONCE;
        };
    ToolRunner runner = runner(Mode.ASK, RuleBook.empty(), slow, new Rename());
    var thrown = new AtomicReference<Throwable>();
    Thread call =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    call(runner, "rename");
                  } catch (Exception stopped) {
                    thrown.set(stopped);
                  }
                });
    waiting.await();
    call.interrupt();
    call.join();
    assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
    assertNothingDone();
  }

  @Test
  void callsSideBySideAskOneAfterTheOther() throws Exception {
    var open = new AtomicInteger();
    var most = new AtomicInteger();
    var atOnce = new CountDownLatch(4);
    Approver approver =
        question -> {
          most.accumulateAndGet(open.incrementAndGet(), Math::max);
          asked.add(question);
          // All calls are on their way to their question by now.
          atOnce.await();
          open.decrementAndGet();
          return Approver.Answer.SESSION;
        };
    var tool =
        new Asking(
            List.of(new Access.Read("list.txt")),
            context -> {
              atOnce.countDown();
              context.permits().request(new Access.Connect("example.org", 443));
              return "connected";
            });
    ToolRunner runner = runner(Mode.AUTO, RuleBook.empty(), approver, tool);
    var results = new CopyOnWriteArrayList<String>();
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < 4; i++) {
      threads.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      results.add(call(runner, "asking").text());
                    } catch (InterruptedException impossible) {
                      results.add("interrupted");
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(results).hasSize(4).containsOnly("connected");
    assertThat(most).hasValue(1);
    // The answer for the session settled the questions that waited.
    assertThat(asked).hasSize(1);
  }

  @Test
  void aCallThatWaitsForItsTurnToAskCanBeStopped() throws Exception {
    var release = new CountDownLatch(1);
    Approver slow =
        question -> {
          asked.add(question);
          release.await();
          return Approver.Answer.ONCE;
        };
    ToolRunner runner = runner(Mode.ASK, RuleBook.empty(), slow, new Rename());
    Thread first = Thread.ofVirtual().start(() -> quietly(runner));
    await().until(() -> asked.size() == 1);
    var stopped = new AtomicReference<Throwable>();
    Thread second =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    call(runner, "rename");
                  } catch (Exception interrupted) {
                    stopped.set(interrupted);
                  }
                });
    await().until(() -> second.getState() == Thread.State.WAITING);
    second.interrupt();
    second.join();
    assertThat(stopped.get()).isInstanceOf(InterruptedException.class);
    release.countDown();
    first.join();
    assertThat(asked).hasSize(1);
    assertThat(root.resolve("a/x.txt.old")).exists();
  }

  @Test
  void whereNothingCanBeAskedEverythingMoreIsRefused() throws Exception {
    Permits permits = Permits.nothingMore();
    permits.request(List.of());
    assertThatThrownBy(() -> permits.request(new Access.Connect("example.org", 443)))
        .isInstanceOf(ToolException.class)
        .hasMessageContaining("connect to example.org:443");
  }

  private void quietly(ToolRunner runner) {
    try {
      call(runner, "rename");
    } catch (InterruptedException impossible) {
      Thread.currentThread().interrupt();
    }
  }

  private void assertNothingDone() throws IOException {
    for (String name : List.of("a", "b", "c")) {
      assertThat(root.resolve(name + "/x.txt")).content().isEqualTo(name);
      assertThat(root.resolve(name + "/x.txt.old")).doesNotExist();
    }
  }

  private Part.Result rename(Mode mode, Rule... rules) throws Exception {
    var book = new RuleBook(Rules.of(List.of(rules), root, root), null);
    return call(runner(mode, book, new Rename()), "rename");
  }

  private ToolRunner runner(Mode mode, RuleBook book, Tool<?> tool) throws Exception {
    return runner(
        mode,
        book,
        new Approver() {
          @Override
          public Answer ask(Question question) {
            asked.add(question);
            return answer;
          }

          @Override
          public void told(String note) {
            told.add(note);
          }
        },
        tool);
  }

  private ToolRunner runner(Mode mode, RuleBook book, Approver approver, Tool<?> tool)
      throws Exception {
    return new ToolRunner(
        List.of(tool),
        workspace,
        new DirectEditing(
            workspace, ProjectJournal.open(temporary.resolve("state"), workspace, "test")),
        new ModePolicy(
            mode,
            book,
            ProtectedPaths.of(workspace.sandbox(), root, temporary.resolve("state")),
            new Enforcement.None("a test")),
        approver,
        OutputBound.DEFAULT);
  }

  private static Part.Result call(ToolRunner runner, String tool) throws InterruptedException {
    Json.Obj arguments =
        tool.equals("rename") ? Json.object().put("list", "list.txt").build() : Json.Obj.EMPTY;
    return runner.call(Part.Call.of("c1", tool, arguments), text -> {}).result();
  }

  private static Rule rule(Verdict effect, String text) throws Exception {
    return Rule.of(effect, text, new Rule.Source(Rule.Source.Kind.USER, "config.yml:1"));
  }

  private List<Access> accesses(int question) {
    var all = new ArrayList<Access>();
    asked.get(question).items().forEach(item -> all.add(item.access()));
    return all;
  }

  private static List<String> texts(List<Rule> rules) {
    var texts = new ArrayList<String>();
    rules.forEach(rule -> texts.add(rule.text()));
    return texts;
  }
}
