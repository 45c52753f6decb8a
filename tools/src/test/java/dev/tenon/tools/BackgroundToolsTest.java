package dev.tenon.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.change.CommandRunner;
import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.exec.background.Background;
import dev.tenon.core.exec.background.Cron;
import dev.tenon.core.exec.background.Job;
import dev.tenon.core.exec.background.JobFailedException;
import dev.tenon.core.exec.background.Jobs;
import dev.tenon.core.exec.background.Notice;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.ToolSpec;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.tool.OutputBound;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackgroundToolsTest {
  @TempDir Path temporary;

  private final Background background = new Background(Jobs.Limits.DEFAULT);
  private final Shell shell = new Shell(Set.of());
  private Path root;
  private Workspace workspace;

  @BeforeEach
  void open() throws IOException {
    root = Files.createDirectory(temporary.resolve("project"));
    workspace = Workspace.open(root);
  }

  @AfterEach
  void close() {
    background.close();
    shell.close();
  }

  // ---- job

  @Test
  void pollWaitsForTheFirstOfManyAndTellsBoth() throws Exception {
    var go = new CountDownLatch(1);
    Job slow = start("slow", it -> waiting(new CountDownLatch(1)));
    Job fast = start("fast", it -> waiting(go));
    slow.appendOutput("half way\n");
    go.countDown();
    Json.Obj data = data(call("job", "{\"poll\":[\"bash-1\",\"bash-2\"]}"));
    assertThat(data.string("content"))
        .matches(
            """
            ## Completed \\(1\\)
            ### bash-2 \\[bash] completed, \\d+ s: fast
            done

            ## Still Running \\(1\\)
            ### bash-1 \\[bash] running, \\d+ s: slow
            half way\
            """);
    assertThat(data.objects("jobs"))
        .extracting(job -> job.string("id"))
        .containsExactly("bash-1", "bash-2");
    assertThat(data.objects("jobs").get(1).string("resultText")).isEqualTo("done");
    assertThat(data.has("cancelled")).isFalse();
    assertThat(background.notices().waiting()).as("told already").isFalse();
    assertThat(fast.running()).isFalse();
  }

  @Test
  void aTimeoutIsNoError() throws Exception {
    start("slow", it -> waiting(new CountDownLatch(1)));
    assertThat(data(call("job", "{\"poll\":[\"bash-1\",\"bash-1\",\"gone\"]}")).string("content"))
        .startsWith("## Still Running (1)");
  }

  @Test
  void cancelAloneReturnsAtOnceAndNamesWhatCameOfEach() throws Exception {
    Job running = start("slow", it -> waiting(new CountDownLatch(1)));
    Job over = start("over", it -> "x");
    await().until(() -> !over.running());
    start("other", it -> waiting(new CountDownLatch(1)));
    Json.Obj data = data(call("job", "{\"cancel\":[\"bash-1\",\"bash-2\",\"bash-9\"]}"));
    assertThat(data.string("content"))
        .startsWith(
            """
            ## Cancelled (3)
            - bash-1: cancelled
            - bash-2: already_completed
            - bash-9: not_found

            ## Completed (2)
            ### bash-1 [bash] cancelled\
            """);
    assertThat(data.objects("cancelled").get(2))
        .isEqualTo(Json.object().put("id", "bash-9").put("status", "not_found").build());
    assertThat(running.status()).isEqualTo(Job.Status.CANCELLED);
  }

  @Test
  void cancelThenPoll() throws Exception {
    start("a", it -> waiting(new CountDownLatch(1)));
    start(
        "b",
        it -> {
          throw new JobFailedException("no such file\n[exit code 2]");
        });
    String text =
        data(call("job", "{\"cancel\":[\"bash-1\"],\"poll\":[\"bash-2\"]}")).string("content");
    assertThat(text).contains("- bash-1: cancelled", "bash-2 [bash] failed", "[exit code 2]");
  }

  @Test
  void theListIsThereAtOnce() throws Exception {
    assertThat(data(call("job", "{\"list\":true}")).string("content"))
        .isEqualTo("No background jobs.");
    start("a", it -> waiting(new CountDownLatch(1)));
    assertThat(data(call("job", "{\"list\":true}")).string("content"))
        .startsWith("## Still Running (1)\n### bash-1");
  }

  @Test
  void nothingToWaitForIsSaid() throws Exception {
    assertThat(data(call("job", "{}")).string("content"))
        .isEqualTo("No running background jobs to wait for.");
    assertThat(data(call("job", "{\"poll\":[\"x\",\"y\"]}")).string("content"))
        .isEqualTo("No matching jobs found for IDs: x, y");
  }

  @Test
  void listGoesWithNothingElse() throws Exception {
    assertThat(call("job", "{\"list\":true,\"poll\":[\"a\"]}").text())
        .contains("list cannot be combined with poll or cancel");
  }

  @Test
  void anInterruptedWaitLeavesTheJobAndItsNews() throws Exception {
    var go = new CountDownLatch(1);
    Job job = start("watched", it -> waiting(go));
    var thrown = new AtomicReference<Throwable>();
    var waiting = new CountDownLatch(1);
    job.appendOutput("x");
    Thread thread =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    runner(Duration.ofMinutes(5))
                        .call(
                            Part.Call.of("1", "job", Json.Obj.EMPTY), text -> waiting.countDown());
                  } catch (InterruptedException stopped) {
                    thrown.set(stopped);
                  }
                });
    // Output that comes while one waits is shown to the person.
    await()
        .until(
            () -> {
              job.appendOutput("more\n");
              return waiting.getCount() == 0;
            });
    go.countDown();
    thread.interrupt();
    thread.join();
    await().until(() -> !job.running());
    assertThat(job.status()).isEqualTo(Job.Status.COMPLETED);
    if (thrown.get() != null) {
      await().until(() -> background.notices().waiting());
      assertThat(background.notices().take()).hasSize(1);
    }
  }

  // ---- monitor

  @Test
  void aMonitorTellsItsFirstLineAndEndsItsWholeTree() throws Exception {
    Json.Obj data =
        data(
            call(
                "monitor",
                """
                {"command":"echo $$ > pid; echo first; sleep 60; echo second",
                 "kind":"log","description":"the log"}\
                """));
    assertThat(data.string("content"))
        .isEqualTo("Monitor started · task bash-1 · persistent: false");
    assertThat(data.string("taskId")).isEqualTo("bash-1");
    assertThat(data.string("kind")).isEqualTo("log");
    await().until(() -> background.notices().waiting());
    assertThat(background.notices().take())
        .extracting(Notice::summary)
        .containsExactly("bash-1 the log: first");
    await().until(() -> background.jobs().running().isEmpty());
    awaitGone(root.resolve("pid"));
  }

  @Test
  void aPersistentMonitorGoesOnToItsEnd() throws Exception {
    call(
        "monitor",
        """
        {"command":"printf 'one\\ntwo\\nthree'","kind":"poll","description":"d","persistent":true}\
        """);
    await().until(() -> background.jobs().running().isEmpty());
    List<Notice> told = new ArrayList<>();
    await()
        .untilAsserted(
            () -> {
              told.addAll(background.notices().take());
              assertThat(told).hasSize(3);
            });
    assertThat(told)
        .extracting(Notice::kind)
        .containsExactly(Notice.Kind.PRINTED, Notice.Kind.PRINTED, Notice.Kind.ENDED);
    assertThat(told.getLast().text()).contains("completed", "one\ntwo\nthree");
  }

  @Test
  void aMonitorEndsWithItsTime() throws Exception {
    call(
        "monitor",
        """
        {"command":"echo $$ > pid; sleep 60","kind":"watch","description":"d","timeout":1}\
        """);
    await().atMost(Duration.ofSeconds(20)).until(() -> background.notices().waiting());
    assertThat(background.notices().take().getFirst().text())
        .contains("<status>completed</status>", "[stopped after 1 s]");
    awaitGone(root.resolve("pid"));
  }

  @Test
  void badMonitorsAreRefused() throws Exception {
    assertThat(call("monitor", "{\"command\":\" \",\"kind\":\"log\",\"description\":\"d\"}").text())
        .contains("the command is empty");
    assertThat(
            call("monitor", "{\"command\":\"x\",\"kind\":\"tail\",\"description\":\"d\"}").text())
        .contains("log, poll, watch, other");
    assertThat(
            call(
                    "monitor",
                    "{\"command\":\"x\",\"kind\":\"log\",\"description\":\"d\",\"timeout\":0}")
                .text())
        .contains("at least 1 second");
  }

  @Test
  void nothingIsLeftAfterClosing() throws Exception {
    for (int i = 0; i < 3; i++) {
      call(
          "monitor",
          "{\"command\":\"echo $$ > pid%d; (sleep 61 & sleep 61); :\",\"kind\":\"other\",\"description\":\"d\",\"persistent\":true}"
              .replace("%d", "" + i));
    }
    call("CronCreate", "{\"cron_expression\":\"* * * * *\",\"prompt\":\"x\",\"recurring\":true}");
    for (int i = 0; i < 3; i++) {
      awaitText(root.resolve("pid" + i));
    }
    background.close();
    for (int i = 0; i < 3; i++) {
      awaitGone(root.resolve("pid" + i));
    }
    assertThat(background.jobs().all()).isEmpty();
    assertThat(background.cron().list()).isEmpty();
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .noneMatch(name -> name.startsWith("job-") || name.equals("cron"));
    assertThat(call("monitor", "{\"command\":\"x\",\"kind\":\"log\",\"description\":\"d\"}").text())
        .contains("the conversation is over");
  }

  // ---- cron

  @Test
  void schedulesAreMadeListedAndDeleted() throws Exception {
    assertThat(data(call("CronList", "{}")).string("content")).isEqualTo("No scheduled jobs");
    Json.Obj made =
        data(
            call(
                "CronCreate",
                "{\"cron_expression\":\"*/5 * * * *\",\"prompt\":\"look\\n"
                    + "at it\",\"recurring\":true}"));
    String id = made.string("id", "");
    assertThat(made.string("content")).isEqualTo("Scheduled " + id + " (every 5 minutes)");
    assertThat(made.string("nextFireAt")).isNotEmpty();
    Json.Obj list = data(call("CronList", "{}"));
    assertThat(list.string("content")).isEqualTo(id + " (every 5 minutes): look at it");
    assertThat(list.objects("jobs"))
        .containsExactly(
            Json.object()
                .put("id", id)
                .put("cron", "*/5 * * * *")
                .put("recurring", true)
                .put("prompt", "look\nat it")
                .put("humanSchedule", "every 5 minutes")
                .build());
    assertThat(data(call("CronDelete", "{\"id\":\"" + id + "\"}")).string("content"))
        .isEqualTo("Cancelled " + id);
    Json.Obj again = data(call("CronDelete", "{\"id\":\"" + id + "\"}"));
    assertThat(again.string("content")).isEqualTo("Failed to remove scheduled task '" + id + "'");
    assertThat(again.bool("deleted", true)).isFalse();
  }

  @Test
  void badSchedulesAreRefused() throws Exception {
    assertThat(
            call(
                    "CronCreate",
                    "{\"cron_expression\":\"61 * * * *\",\"prompt\":\"x\",\"recurring\":true}")
                .text())
        .contains("Invalid cron expression: minute field '61'");
    assertThat(call("CronCreate", "{\"cron_expression\":\"* * * * *\",\"prompt\":\"x\"}").text())
        .contains("recurring");
    for (int i = 0; i < Cron.MOST; i++) {
      call(
          "CronCreate", "{\"cron_expression\":\"0 9 * * *\",\"prompt\":\"x\",\"recurring\":false}");
    }
    assertThat(
            call(
                    "CronCreate",
                    "{\"cron_expression\":\"0 9 * * *\",\"prompt\":\"x\",\"recurring\":false}")
                .text())
        .contains("Cron task limit reached (50). Cancel an existing task with CronDelete first.");
  }

  // ---- all of them

  @Test
  void theModelHasToReadLittle() {
    var tools =
        new ArrayList<Tool<?>>(
            BuiltinTools.background(new CommandRunner(shell), background, Duration.ofSeconds(30)));
    tools.addAll(BuiltinTools.schedules(background.cron()));
    String specs =
        Json.array(runner(tools).specs().stream().map(ToolSpec::toJson).toList()).compact();
    assertThat(specs.length()).isLessThan(2200);
  }

  private Job start(String label, Job.Work work) throws Exception {
    return background.jobs().start(Job.Type.BASH, label, work);
  }

  private static String waiting(CountDownLatch latch) throws InterruptedException {
    latch.await();
    return "done";
  }

  private ToolRunner runner(Duration poll) {
    var tools =
        new ArrayList<Tool<?>>(BuiltinTools.background(new CommandRunner(shell), background, poll));
    tools.addAll(BuiltinTools.schedules(background.cron()));
    return runner(tools);
  }

  private ToolRunner runner(List<Tool<?>> tools) {
    try {
      return new ToolRunner(
          tools,
          workspace,
          new DirectEditing(
              workspace, ProjectJournal.open(temporary.resolve("state"), workspace, "test")),
          new ModePolicy(Mode.FULL),
          Approver.nobody(),
          OutputBound.DEFAULT);
    } catch (IOException | dev.tenon.core.change.journal.CommitException unusable) {
      throw new IllegalStateException(unusable);
    }
  }

  private Part.Result call(String tool, String arguments) throws Exception {
    return runner(Duration.ofSeconds(1))
        .call(Part.Call.of("1", tool, Json.parseObject(arguments)), text -> {})
        .result();
  }

  private static Json.Obj data(Part.Result result) {
    assertThat(result.envelope().bool("ok", false)).as(result.text()).isTrue();
    return result.envelope().objectOrEmpty("data");
  }

  private static void awaitText(Path file) {
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> Files.exists(file) && !Files.readString(file).isBlank());
  }

  private static void awaitGone(Path pidFile) throws IOException {
    awaitText(pidFile);
    long pid = Long.parseLong(Files.readString(pidFile).strip());
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
  }
}
