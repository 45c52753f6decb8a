package dev.tenon.cli.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.json.Json;
import dev.tenon.core.workflow.TeamBoard;
import dev.tenon.core.workflow.WorkflowStore;
import dev.tenon.harness.DefaultSignals;
import dev.tenon.harness.TestPrograms;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.script.Answer;
import dev.tenon.testkit.script.Reply;
import dev.tenon.testkit.wire.Received;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A team of real processes, one of which is killed in the middle of its task.
@Timeout(240)
class TeamTest {
  private static final Pattern HELPER = Pattern.compile("You are the helper [^ ]*-(\\w+):");

  @TempDir Path folder;
  private Path home;
  private Path root;
  private final ModelServer server = ModelServer.start();
  private final Map<String, String> environment = new HashMap<>();
  private final AtomicInteger turns = new AtomicInteger();
  private final AtomicBoolean first = new AtomicBoolean(true);
  private final CountDownLatch working = new CountDownLatch(1);
  private final CountDownLatch killed = new CountDownLatch(1);
  private final CountDownLatch last = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile boolean hangs;

  @BeforeEach
  void makeProject() throws Exception {
    home = Files.createDirectories(folder.resolve("home"));
    root = Files.createDirectories(folder.resolve("project")).toRealPath();
    Files.writeString(root.resolve("a.txt"), "a\n");
    Files.writeString(
        home.resolve("config.yml"),
        """
        providers: {house: {wire: anthropic, baseUrl: '%s', apiKey: sk-test-abcdef}}
        model: house/claude-opus-4-6
        editDialect: edit_file
        sandbox: {kind: off}
        """
            .formatted(server.url()));
    environment.put("TENON_HOME", home.toString());
    environment.put("HOME", home.toString());
    environment.put("PATH", System.getenv("PATH"));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private record Shown(int code, String out, String err) {}

  private Shown run(String... words) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--root", root.toString()));
    var streams =
        new Streams(
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            new Streams.Tty(false, false, false));
    int code = Main.run(streams, environment, all.toArray(String[]::new));
    streams.end();
    return new Shown(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private Answer answer(Received request) {
    String body = request.body().compact();
    Matcher helper = HELPER.matcher(body);
    if (!helper.find()) {
      return lead(body);
    }
    String name = helper.group(1);
    if (name.equals("Left") && first.compareAndSet(true, false)) {
      working.countDown();
      try {
        assertThat(killed.await(120, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
      return Reply.text("nobody hears this");
    }
    if (name.equals("Clash")) {
      return clash(body);
    }
    if (name.equals("Whole") && hangs) {
      last.countDown();
      try {
        over.await(120, TimeUnit.SECONDS);
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
      return Reply.text("nobody hears this either");
    }
    return body.contains("tool_result")
        ? Reply.toolCall("y", "yield", "{\"result\": \"made " + name + "\"}")
        : Reply.toolCall(
            "w", "write_file", "{\"path\": \"" + name + ".txt\", \"content\": \"x\\n\"}");
  }

  /// Changes a line that somebody else has changed by the time of the merge.
  private Answer clash(String body) {
    if (!body.contains("tool_result")) {
      return Reply.toolCall("r", "read_file", "{\"path\": \"a.txt\"}");
    }
    if (!body.contains("\"edit_file\",\"input\"") && !body.contains("\"id\":\"e\"")) {
      return Reply.toolCall(
          "e",
          "edit_file",
          "{\"path\": \"a.txt\", \"old_string\": \"a\", \"new_string\": \"clash\"}");
    }
    try {
      Files.writeString(root.resolve("a.txt"), "typed\n");
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
    return Reply.toolCall("y", "yield", "{\"result\": \"changed a\"}");
  }

  private Answer lead(String body) {
    int turn = turns.incrementAndGet();
    if (turn == 1) {
      assertThat(body).contains("Use the workflow team: 2:executor");
      return Reply.toolCall(
          "l1",
          "workflow",
          """
          {"action": "start", "workflow": "team", "text": "make three files", "workers": 2,
           "role": "executor", "tasks": [
             {"id": "Left", "assignment": "make the left one"},
             {"id": "Right", "assignment": "make the right one"},
             {"id": "Clash", "assignment": "change a", "lane": "a"},
             {"id": "Later", "assignment": "change a again", "lane": "a"},
             {"id": "Whole", "assignment": "put them together", "needs": ["Left", "Right"]}]}\
          """);
    }
    return body.contains("Nothing more happens by itself")
        ? Reply.text("the team is done but for a lane")
        : Reply.toolCall("l" + turn, "workflow", "{\"action\": \"next\"}");
  }

  @Test
  void whatAKilledWorkerHadClaimedIsDoneByAnother() throws Exception {
    server.answering(this::answer);
    var shown = new AtomicReference<Shown>();
    Thread lead =
        Thread.ofPlatform()
            .start(
                () ->
                    shown.set(
                        run(
                            "-p",
                            "team 2:executor \"make three files\"",
                            "--permission-mode",
                            "full")));
    assertThat(working.await(120, TimeUnit.SECONDS)).as("a worker has begun").isTrue();
    TeamBoard.Claim claim = claimOf("Left");
    ProcessHandle worker = ProcessHandle.of(claim.pid()).orElseThrow();
    assertThat(worker.pid()).isNotEqualTo(ProcessHandle.current().pid());
    worker.destroyForcibly();
    worker.onExit().get(30, TimeUnit.SECONDS);
    killed.countDown();
    lead.join();
    assertThat(shown.get().code()).as(shown.get().err()).isZero();
    assertThat(shown.get().out()).contains("the team is done but for a lane");
    for (String name : List.of("Left", "Right", "Whole")) {
      assertThat(root.resolve(name + ".txt")).exists();
    }
    WorkflowStore.Kept kept = store().find("team-1").orElseThrow();
    assertThat(TeamBoard.of(kept.entries()).described())
        .contains("Left: goes back, process " + claim.pid() + " of worker", "3 of 5 tasks done")
        .contains("stopped lanes: a (Clash conflict)", "[open] Later");
    assertThat(root.resolve("a.txt")).as("what the person typed stays").hasContent("typed");
    assertThat(root.resolve("Later.txt")).as("a lane stops alone").doesNotExist();
    assertThat(
            ProcessHandle.current()
                .descendants()
                .filter(each -> each.info().commandLine().orElse("").contains("workflow work")))
        .as("no worker outlives its team")
        .isEmpty();
    assertThat(run("workflow", "list").out()).contains("team-1", "stuck", "make three files");
    assertThat(run("workflow", "show", "team-1").out()).contains("[done] Whole", "made Whole");
    Json.Obj exported = Json.parseObject(run("workflow", "export", "team-1", "--json").out());
    assertThat(exported.objects("entries")).hasSize(kept.entries().size());
    assertThat(run("workflow", "clear", "team-1").out()).isEqualTo("Cleared team-1.\n");
    assertThat(run("workflow", "list").out()).startsWith("There are no workflows.");
    assertThat(run("workflow", "show", "team-1").err()).contains("there is no workflow 'team-1'");
    assertThat(store().beside("team-1")).doesNotExist();
  }

  /// In a tmux of its own: a pane for each worker, one of which is killed, and at last the lead.
  @Test
  void aTeamInTmuxOutlivesAWorkerAndEndsWithItsLead() throws Exception {
    TestPrograms.require("tmux");
    hangs = true;
    server.answering(this::answer);
    Path socket = folder.resolve("tmux");
    String program =
        "exec '%s' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED -cp '%s' %s -p 'team 2:executor"
                .formatted(
                    Path.of(System.getProperty("java.home"), "bin", "java"),
                    System.getProperty("java.class.path"),
                    Main.class.getName())
            + " \"make three files\"' --permission-mode full --root '"
            + root
            + "' >'"
            + folder.resolve("out")
            + "' 2>&1\n";
    Path script = Files.writeString(folder.resolve("lead.sh"), program);
    tmux(socket, "new-session", "-d", "-x", "160", "-y", "60", "sh '" + script + "'");
    try {
      assertThat(working.await(120, TimeUnit.SECONDS)).as("a worker has begun").isTrue();
      await(() -> panes(socket).contains("worker 1") && panes(socket).contains("worker 2"));
      TeamBoard.Claim claim = claimOf("Left");
      ProcessHandle worker = ProcessHandle.of(claim.pid()).orElseThrow();
      ProcessHandle lead = worker.parent().orElseThrow();
      assertThat(lead.info().commandLine().orElse("")).contains("--permission-mode full");
      worker.destroyForcibly();
      killed.countDown();
      assertThat(last.await(120, TimeUnit.SECONDS)).as("the rest was done by others").isTrue();
      assertThat(root.resolve("Left.txt")).exists();
      assertThat(root.resolve("Right.txt")).exists();
      List<ProcessHandle> workers = lead.children().toList();
      assertThat(workers).isNotEmpty();

      lead.destroyForcibly();
      for (ProcessHandle each : workers) {
        each.onExit().get(60, TimeUnit.SECONDS);
      }
      // Panes that showed workers go with the lead, and tmux with its last pane.
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .pollInterval(Duration.ofMillis(200))
          .until(() -> left(socket), String::isEmpty);
    } finally {
      over.countDown();
      started(socket, "kill-server").waitFor();
    }
    // What was kept says how far it came, and what nobody finished is still there.
    assertThat(run("workflow", "show", "team-1").out())
        .contains("Left: goes back, process", "[done] Left", "[done] Right");
    assertThat(run("agents").out()).contains("Whole");
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await().atMost(Duration.ofSeconds(60)).until(condition);
  }

  /// The panes that are there and what runs in them; empty when tmux has ended.
  private String left(Path socket) throws Exception {
    Process process =
        started(socket, "list-panes", "-a", "-F", "#{pane_id} #{pane_pid} #{pane_current_command}");
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() == 0 ? out : "";
  }

  private String panes(Path socket) throws Exception {
    var all = new StringBuilder();
    for (String pane : tmux(socket, "list-panes", "-a", "-F", "#{pane_id}").lines().toList()) {
      all.append(tmux(socket, "capture-pane", "-p", "-t", pane));
    }
    return all.toString();
  }

  private String tmux(Path socket, String... words) throws Exception {
    Process process = started(socket, words);
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(List.of(words) + ": " + out).isZero();
    return out;
  }

  private Process started(Path socket, String... words) throws IOException {
    var command = new ArrayList<>(List.of("tmux", "-S", socket.toString(), "-f", "/dev/null"));
    command.addAll(List.of(words));
    var builder = new ProcessBuilder(DefaultSignals.of(command)).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.environment().put("TERM", "xterm-256color");
    builder.environment().put("LC_ALL", "C.UTF-8");
    return builder.start();
  }

  private WorkflowStore store() {
    return WorkflowStore.of(Journal.folderOf(home, root), line -> {});
  }

  private TeamBoard.Claim claimOf(String task) throws Exception {
    for (TeamBoard.Claim claim :
        TeamBoard.of(store().find("team-1").orElseThrow().entries()).claims()) {
      if (claim.task().equals(task)) {
        return claim;
      }
    }
    throw new AssertionError("nobody has claimed " + task);
  }
}
