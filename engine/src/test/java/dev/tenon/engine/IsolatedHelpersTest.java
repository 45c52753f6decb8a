package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.change.review.Review;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.layer.HelperLayer;
import dev.tenon.engine.layer.HelperLayers;
import dev.tenon.engine.layer.LeftLayer;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionQuestions;
import dev.tenon.engine.session.SessionRequest;
import dev.tenon.harness.TestPrograms;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Helpers in layers of their own: what they do reaches the project merged, or not at all, and is
/// never lost.
final class IsolatedHelpersTest {
  private static final SessionRequest LATEST =
      new SessionRequest(
          SessionRequest.Start.LATEST,
          "",
          SessionRequest.Copying.IF_AGREED,
          SessionRequest.Taking.AS_GIVEN,
          SessionRequest.Taking.AS_GIVEN);

  @TempDir Path folder;
  private Path home;
  private Path root;
  private String results = "";
  private final List<AgentEvent> events = new CopyOnWriteArrayList<>();

  @BeforeEach
  void makeProject() throws Exception {
    home = Files.createDirectories(folder.resolve("home"));
    root = Files.createDirectories(folder.resolve("project")).toRealPath();
    Files.writeString(root.resolve("a.txt"), "one\ntwo\nthree\nfour\nfive\n");
    Files.writeString(root.resolve("b.txt"), "bee\n");
    Files.writeString(root.resolve(".gitignore"), "out/\n");
    Files.writeString(home.resolve("config.yml"), "");
  }

  private Project open(String merge) throws Exception {
    return Project.open(
        ProjectOptions.of(home, root)
            .withEnvironment(Map.of())
            .with("editDialect", "edit_file")
            .with("agents.merge", merge)
            .with("sandbox.kind", "off"));
  }

  private static Step task(String... tasks) {
    var list = new ArrayList<Json>();
    for (String task : tasks) {
      list.add(Json.object().put("id", task).put("assignment", "Do " + task + ".").build());
    }
    return Step.calls(
        "task",
        Json.object().put("agent", "task").put("isolated", true).array("tasks", list).build());
  }

  private static Step bash(String command) {
    return Step.calls("bash", Json.object().put("command", command).build());
  }

  private static Step write(String path, String text) {
    return Step.calls("write_file", Json.object().put("path", path).put("content", text).build());
  }

  private static Step edit(String path, String from, String to) {
    return Step.calls(
        "edit_file",
        Json.object().put("path", path).put("old_text", from).put("new_text", to).build());
  }

  private static Step read(String path) {
    return Step.calls("read_file", Json.object().put("path", path).build());
  }

  private void run(TreeModel model, String merge, Mode mode, SessionRequest request)
      throws Exception {
    try (Project project = open(merge);
        ActiveSession session =
            ActiveSession.open(project.options(), request, SessionQuestions.nobody(), line -> {});
        ProjectConversation once =
            project.conversation(ConversationOptions.of(model, mode).once().recordedIn(session))) {
      Conversation conversation = once.start(ConversationFace.listening(events::add));
      conversation.prompt("go");
      results = results(conversation.history());
    }
  }

  private static String results(List<Message> history) {
    var out = new StringBuilder();
    for (Message message : history) {
      if (message instanceof Message.ToolResults all) {
        for (Part.Result result : all.results()) {
          out.append(result.text()).append('\n');
        }
      }
    }
    return out.toString();
  }

  private String text(String path) throws Exception {
    return Files.readString(root.resolve(path));
  }

  private String git(String... words) throws Exception {
    var line = new ArrayList<>(List.of("git", "-c", "user.name=t", "-c", "user.email=t@t"));
    line.addAll(List.of(words));
    var builder = new ProcessBuilder(line).directory(root.toFile()).redirectErrorStream(true);
    builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    return out;
  }

  @Test
  void helpersOfOneCallMergeInItsOrderAndOverlapsWaitForThePerson() throws Exception {
    var model =
        new TreeModel()
            .script("0-Main", task("First", "Second"), Step.says("done"))
            .script(
                "0-First",
                // Slower than the other one, and merged before it.
                bash("mkdir out; echo built > out/x.o; sleep 1"),
                bash("cat out/x.o"),
                read("out/x.o"),
                bash("sed -i s/one/FIRST/ a.txt; chmod 700 b.txt"),
                HelpersTest.yields("first"))
            .script(
                "1-Second",
                bash("sed -i 's/one/SECOND/; s/five/5/' a.txt"),
                write("new.txt", "new\n"),
                HelpersTest.yields("second"));
    run(model, "auto", Mode.FULL, SessionRequest.NEW);
    model.verify();
    // What a command built was there for the next one, and for the tools.
    String seen = results(model.of("0-First").requests().getLast().messages());
    assertThat(seen).contains("built").doesNotContain("No such file");
    assertThat(text("a.txt")).isEqualTo("FIRST\ntwo\nthree\nfour\n5\n");
    assertThat(text("new.txt")).isEqualTo("new\n");
    assertThat(root.resolve("out")).doesNotExist();
    assertThat(results)
        .contains("Merged from its layer (", "a.txt, b.txt", "a.txt, new.txt")
        .contains("waiting as staged hunks", "/review", "a.txt (both changed line 1)");
    try (Project project = open("auto")) {
      Review review = project.waiting().any().orElseThrow().review();
      assertThat(review.bundle().files()).hasSize(1);
      assertThat(review.bundle().files().getFirst().path()).isEqualTo("a.txt");
      var hunk = review.bundle().files().getFirst().hunks().getFirst();
      assertThat(review.reasons(hunk).getFirst()).contains("helper 1-Second");
      assertThat(project.layers().left()).isEmpty();
      // A helper is taken back, and the other one stays.
      List<Change> second =
          project.journal().changes().stream()
              .filter(change -> "1-Second".equals(change.by().helper()))
              .toList();
      assertThat(second).extracting(Change::commit).containsOnly(second.getFirst().commit());
      assertThat(new Undo(project.journal()).undo(second).conflicts()).isEmpty();
      assertThat(text("a.txt")).isEqualTo("FIRST\ntwo\nthree\nfour\nfive\n");
      // The person takes the waiting side.
      assertThat(new Undo(project.journal()).redo().conflicts()).isEmpty();
      review.acceptAll();
      review.apply(Review.Rest.PENDING);
      assertThat(text("a.txt")).isEqualTo("SECOND\ntwo\nthree\nfour\n5\n");
    }
  }

  @Test
  void whatIsKeptIsListedAndComesBackAfterResumeInAnotherProcess() throws Exception {
    var first =
        new TreeModel()
            .script("0-Main", task("Fix"), Step.says("done"))
            .script(
                "0-Fix",
                edit("a.txt", "three", "3"),
                bash("mkdir out; echo built > out/x.o; rm b.txt"),
                HelpersTest.yields("half"));
    run(first, "keep", Mode.FULL, SessionRequest.NEW);
    first.verify();
    assertThat(text("a.txt")).contains("three");
    assertThat(text("b.txt")).isEqualTo("bee\n");
    assertThat(results).contains("Kept apart in its layer", "a.txt, b.txt", "tenon agents merge");
    try (Project project = open("keep")) {
      List<LeftLayer> left = project.layers().left();
      assertThat(left).hasSize(1);
      assertThat(left.getFirst().id()).isEqualTo("0-Fix");
      assertThat(left.getFirst().state()).isEqualTo("kept");
      try (HelperLayer layer = project.layers().find("0-Fix")) {
        assertThat(project.layers().diff(layer)).contains("-three", "+3", "-bee");
        assertThat(project.layers().left().getFirst().state()).isEqualTo("working");
      }
    }
    var second =
        new TreeModel()
            .script(
                "0-Main",
                Step.calls(
                    "task",
                    Json.object()
                        .put(
                            "resume",
                            Json.object().put("id", "0-Fix").put("message", "go on").build())
                        .build()),
                Step.says("done"))
            .script("0-Fix", bash("cat a.txt out/x.o; ls"), HelpersTest.yields("all"));
    run(second, "auto", Mode.FULL, LATEST);
    second.verify();
    String seen = results(second.of("0-Fix").requests().getLast().messages());
    assertThat(seen).contains("3", "built");
    assertThat(text("a.txt")).contains("\n3\n");
    assertThat(root.resolve("b.txt")).doesNotExist();
    try (Project project = open("auto")) {
      assertThat(project.layers().left()).isEmpty();
      // It is gone, but nothing of it is lost.
      assertThat(new Undo(project.journal()).undoLatestPrompt().conflicts()).isEmpty();
      assertThat(text("b.txt")).isEqualTo("bee\n");
      try (HelperLayer past = project.layers().find("0-Fix")) {
        assertThat(past.kind()).isEqualTo("saved");
        project.layers().merge(past, HelperLayers.Merge.AUTO);
        assertThat(text("a.txt")).contains("\n3\n");
      }
    }
  }

  @Test
  void reviewLetsEverythingWaitAndBranchTouchesNothing() throws Exception {
    TestPrograms.require("git");
    git("init", "-q", "-b", "main", ".");
    // Line ends and filters as git would store them.
    Files.writeString(root.resolve(".gitattributes"), "*.crlf text eol=crlf\n*.up filter=up\n");
    git("config", "filter.up.clean", "tr a-z A-Z");
    Files.writeString(root.resolve("w.crlf"), "one\r\ntwo\r\n");
    Files.writeString(root.resolve("f.up"), "low\n");
    git("add", "-A");
    git("commit", "-q", "-m", "base");
    Path hooks = Files.createDirectories(root.resolve(".git/hooks"));
    for (String hook : List.of("pre-commit", "post-commit", "reference-transaction")) {
      Path file =
          Files.writeString(hooks.resolve(hook), "#!/bin/sh\ntouch " + root + "/hooked\nexit 1\n");
      assertThat(file.toFile().setExecutable(true)).isTrue();
    }
    git("config", "commit.gpgsign", "true");
    git("config", "gpg.program", "/bin/false");
    Files.writeString(root.resolve("a.txt"), "one\ntwo\nthree\nfour\nuncommitted\n");
    Files.writeString(root.resolve("index.txt"), "in the index\n");
    git("add", "index.txt");
    String status = git("status", "--porcelain");
    var model =
        new TreeModel()
            .script("0-Main", task("Fix"), Step.says("done"))
            .script(
                "0-Fix",
                bash(
                    "sed -i s/one/1/ w.crlf; echo more >> f.up; sed -i s/one/1/ a.txt; rm b.txt; ln"
                        + " -s a.txt l; echo x > new.sh; chmod +x new.sh"),
                HelpersTest.yields("did"));
    run(model, "branch", Mode.FULL, SessionRequest.NEW);
    assertThat(results).contains("on the branch tenon/task/0-Fix");
    assertThat(git("status", "--porcelain")).isEqualTo(status);
    assertThat(text("a.txt")).startsWith("one\n");
    assertThat(root.resolve("hooked")).doesNotExist();
    assertThat(git("stash", "list")).isEmpty();
    assertThat(git("show", "--format=%an", "--name-status", "tenon/task/0-Fix"))
        .contains("Tenon helper 0-Fix", "M\ta.txt", "D\tb.txt", "A\tl", "A\tnew.sh");
    assertThat(git("show", "tenon/task/0-Fix:w.crlf")).isEqualTo("1\ntwo\n");
    assertThat(git("show", "tenon/task/0-Fix:f.up")).isEqualTo("LOW\nMORE\n");
    assertThat(git("diff", "--stat", "tenon/task/0-Fix^", "tenon/task/0-Fix", "--", "w.crlf"))
        .contains("1 insertion(+), 1 deletion(-)");
    // The last commit is the helper's work alone; what was not committed comes before it.
    assertThat(git("show", "tenon/task/0-Fix", "--", "a.txt"))
        .contains("-one", "+1")
        .doesNotContain("+uncommitted");
    assertThat(git("show", "tenon/task/0-Fix^", "--", "a.txt")).contains("+uncommitted");
    assertThat(git("rev-parse", "tenon/task/0-Fix~2")).isEqualTo(git("rev-parse", "main"));

    var reviewed =
        new TreeModel()
            .script("0-Main", task("Fix"), Step.says("done"))
            .script(
                "0-Fix", bash("sed -i s/one/1/ a.txt; echo n > n.txt"), HelpersTest.yields("did"));
    run(reviewed, "review", Mode.FULL, SessionRequest.NEW);
    assertThat(text("a.txt")).startsWith("one\n");
    assertThat(root.resolve("n.txt")).doesNotExist();
    try (Project project = open("auto")) {
      assertThat(project.waiting().any().orElseThrow().review().bundle().files()).hasSize(2);
      assertThat(project.layers().left()).isEmpty();
    }
  }

  /// Without a result that fits, nothing says that what it did is what was wanted.
  @Test
  void withoutAResultUnderASchemaNothingIsMerged() throws Exception {
    Json fix = Json.object().put("id", "Fix").put("assignment", "Do it.").build();
    Step call =
        Step.calls(
            "task",
            Json.object()
                .put("agent", "task")
                .put("isolated", true)
                .array("tasks", List.of(fix))
                .put("schema", Json.parse("{\"type\": \"object\", \"required\": [\"n\"]}"))
                .build());
    var silent =
        new TreeModel()
            .script("0-Main", call, Step.says("done"))
            .script(
                "0-Fix",
                write("x.txt", "x\n"),
                Step.says("It is done."),
                Step.says("Really."),
                Step.says("I said so."),
                Step.says("My last word."));
    run(silent, "auto", Mode.EDIT, SessionRequest.NEW);
    assertThat(root.resolve("x.txt")).doesNotExist();
    assertThat(results)
        .contains("state=\"failed\"", "ended without yield", "no result that fits the schema")
        .contains("My last word.", "Kept apart", "x.txt");
  }

  @Test
  void planModeHoldsInALayerAndAFailedHelperKeepsItsWork() throws Exception {
    var planned =
        new TreeModel()
            .script("0-Main", task("Look"), Step.says("done"))
            .script("0-Look", write("x.txt", "x\n"), HelpersTest.yields("could not"));
    run(planned, "auto", Mode.PLAN, SessionRequest.NEW);
    assertThat(root.resolve("x.txt")).doesNotExist();
    assertThat(results).contains("It changed nothing in its layer");

    var failing =
        new TreeModel()
            .script("0-Main", task("Fix"), Step.says("done"))
            .script(
                "0-Fix",
                write("x.txt", "x\n"),
                Step.fails(dev.tenon.core.model.ModelException.Kind.OVERLOADED, "too busy"));
    run(failing, "auto", Mode.EDIT, SessionRequest.NEW);
    assertThat(root.resolve("x.txt")).doesNotExist();
    assertThat(results).contains("state=\"failed\"", "Kept apart", "x.txt");
    try (Project project = open("auto")) {
      try (HelperLayer layer = project.layers().find("0-Fix")) {
        assertThat(project.layers().merge(layer, HelperLayers.Merge.AUTO).told().getFirst())
            .contains("Merged from its layer", "x.txt");
      }
      assertThat(text("x.txt")).isEqualTo("x\n");
      assertThat(project.layers().left()).isEmpty();
    }
  }

  @Test
  void anAgentInAWorktreeWorksThereAndIsJudgedAsInTheProject() throws Exception {
    TestPrograms.require("git");
    git("init", "-q", "-b", "main", ".");
    git("add", "-A");
    git("commit", "-q", "-m", "base");
    Path agents = Files.createDirectories(home.resolve("agents"));
    Files.writeString(
        agents.resolve("tree.md"),
        "---\nname: tree\ndescription: apart\nisolation: worktree\n---\nWork.\n");
    Files.writeString(
        agents.resolve("projfs.md"),
        "---\nname: projfs\ndescription: apart\nisolation: fuse-projfs\n---\nWork.\n");
    Files.writeString(home.resolve("config.yml"), "permissions:\n  deny:\n    - write(b.txt)\n");
    Step call =
        Step.calls(
            "task",
            Json.object()
                .put("agent", "tree")
                .array(
                    "tasks",
                    List.of(Json.object().put("id", "Fix").put("assignment", "Do.").build()))
                .build());
    var model =
        new TreeModel()
            .script("0-Main", call, Step.says("done"))
            .script(
                "0-Fix",
                bash("pwd; git rev-parse --is-inside-work-tree; sed -i s/one/1/ a.txt"),
                write("b.txt", "denied\n"),
                write("c.txt", "new\n"),
                HelpersTest.yields("did"));
    run(model, "auto", Mode.FULL, SessionRequest.NEW);
    model.verify();
    String seen = results(model.of("0-Fix").requests().getLast().messages());
    assertThat(seen).contains("home-worktrees", "true").contains("b.txt");
    assertThat(results).contains("Merged from its worktree of git: ", "c.txt");
    assertThat(text("b.txt")).isEqualTo("bee\n");
    assertThat(text("c.txt")).isEqualTo("new\n");
    assertThat(git("worktree", "list").lines()).hasSize(1);
    try (Project project = open("auto")) {
      assertThat(project.agents().find("projfs")).isEmpty();
      assertThat(project.agents().warnings().toString()).contains("fuse-projfs exists on Windows");
    }
  }

  @Test
  void commitsThatAHelperMakesInItsLayerAreKept() throws Exception {
    TestPrograms.require("git");
    git("init", "-q", "-b", "main", ".");
    git("add", "-A");
    git("commit", "-q", "-m", "base");
    String main = git("rev-parse", "main");
    var model =
        new TreeModel()
            .script("0-Main", task("Fix"), Step.says("done"))
            .script(
                "0-Fix",
                bash(
                    "sed -i s/one/1/ a.txt; git -c user.name=h -c user.email=h@h commit -qam"
                        + " by-the-helper; git branch side; git log --oneline | wc -l"),
                HelpersTest.yields("did"));
    run(model, "auto", Mode.FULL, SessionRequest.NEW);
    model.verify();
    assertThat(results).contains("Merged from its", "a.txt", "refs/tenon/0-Fix/heads/main");
    assertThat(git("rev-parse", "main")).isEqualTo(main);
    assertThat(git("status", "--porcelain")).isEqualTo(" M a.txt\n");
    assertThat(git("log", "-1", "--format=%s", "refs/tenon/0-Fix/heads/side"))
        .isEqualTo("by-the-helper\n");
    assertThat(git("fsck", "--strict")).doesNotContain("missing");
  }

  @Test
  void aHelperOfAnIsolatedHelperWorksInItsLayer() throws Exception {
    Path agents = Files.createDirectories(home.resolve("agents"));
    Files.writeString(
        agents.resolve("lead.md"),
        "---\nname: lead\ndescription: leads\nisolation: layer\nspawns: [task]\n---\nLead.\n");
    var model =
        new TreeModel()
            .script(
                "0-Main",
                Step.calls(
                    "task",
                    Json.object()
                        .put("agent", "lead")
                        .array(
                            "tasks",
                            List.of(
                                Json.object().put("id", "Lead").put("assignment", "Do.").build()))
                        .build()),
                Step.says("done"))
            .script(
                "0-Lead",
                edit("a.txt", "one", "1"),
                HelpersTest.task("task", "Child"),
                bash("cat c.txt; grep -c 5 a.txt"),
                HelpersTest.yields("led"))
            .script(
                "0-Lead.0-Child",
                bash("cat a.txt; sed -i s/five/5/ a.txt; echo child > c.txt"),
                HelpersTest.yields("did"));
    run(model, "keep", Mode.FULL, SessionRequest.NEW);
    model.verify();
    assertThat(results(model.of("0-Lead.0-Child").requests().getLast().messages()))
        .contains("1\ntwo");
    assertThat(results(model.of("0-Lead").requests().getLast().messages())).contains("child");
    assertThat(text("a.txt")).startsWith("one\n").endsWith("five\n");
    assertThat(root.resolve("c.txt")).doesNotExist();
    try (Project project = open("auto")) {
      assertThat(project.layers().left()).hasSize(1);
      try (HelperLayer layer = project.layers().find("0-Lead")) {
        assertThat(project.layers().diff(layer)).contains("+1", "+5", "+child");
      }
    }
  }
}
