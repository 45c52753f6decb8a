package dev.tenon.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.agent.Setup;
import dev.tenon.core.change.CommandRunner;
import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.exec.background.Job;
import dev.tenon.core.exec.background.Jobs;
import dev.tenon.core.exec.background.Notices;
import dev.tenon.core.exec.shell.Artifacts;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.tool.OutputBound;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.workspace.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BashTest {
  @TempDir Path temporary;

  private Path root;
  private Shell shell;
  private Jobs jobs;
  private ToolRunner runner;

  @BeforeEach
  void open() throws Exception {
    root = Files.createDirectory(temporary.toRealPath().resolve("project"));
    open(Shell.Remembering.NOTHING);
  }

  private void open(Shell.Remembering remembering) throws Exception {
    Path artifacts = temporary.toRealPath().resolve("artifacts");
    Workspace workspace = Workspace.open(root, List.of());
    shell =
        new Shell(
            Shell.Setup.DEFAULT
                .spillingTo(new Artifacts(artifacts, Artifacts.Limits.DEFAULT))
                .remembering(remembering)
                .withGrace(Duration.ofMillis(300)));
    jobs = new Jobs(Jobs.Limits.DEFAULT, new Notices());
    runner =
        new ToolRunner(
            List.of(
                new Bash(new CommandRunner(shell), ToolLimits.DEFAULT, jobs),
                new ReadFile(
                    ToolLimits.DEFAULT,
                    Presentation.suiting(EditDialect.EDIT_FILE),
                    BuiltinTools.addresses(shell)),
                new GrepFiles(ToolLimits.DEFAULT, BuiltinTools.addresses(shell))),
            workspace,
            new DirectEditing(
                workspace, ProjectJournal.open(temporary.resolve("state"), workspace, "test")),
            new ModePolicy(Mode.FULL),
            Approver.nobody(),
            OutputBound.DEFAULT);
  }

  @AfterEach
  void close() {
    jobs.close();
    shell.close();
  }

  @Test
  void foldersAndVariablesAreThoseThatWereAskedFor() throws Exception {
    Files.createDirectory(root.resolve("sub"));
    Json.Obj ran =
        data(
            bash("pwd; echo $A$B$C", "\"cwd\":\"sub\",\"env\":{\"A\":\"1 2\",\"B\":3,\"C\":true}"));
    assertThat(ran.string("output")).isEqualTo(root.resolve("sub") + "\n1 23true\n");
    assertThat(ran.number("duration_ms", -1)).isNotNegative();
    assertThat(bash("pwd", "\"cwd\":\"none\"").text()).contains("not_found");
    assertThat(bash("pwd", "\"cwd\":\"/\"").failed()).isFalse();
    assertThat(bash("pwd", "\"cwd\":\"..\"").text()).contains("permission_denied");
    assertThat(bash("pwd", "\"env\":{\"A=B\":\"1\"}").text()).contains("'A=B' cannot be the name");
    assertThat(bash("pwd", "\"env\":[1]").text()).contains("env must be an object");
    assertThat(bash(": " + "x".repeat(125_000), "\"cwd\":\".\"").text())
        .contains("the command has 125002 bytes", "write a script to a file");
    assertThat(bash(": " + "x".repeat(120_000), "\"cwd\":\".\"").failed()).isFalse();
    assertThat(bash(" ", "\"cwd\":\".\"").text()).contains("the command is empty");
  }

  @Test
  void variablesAreJudgedWithTheCommand() throws Exception {
    var bash = new Bash(new CommandRunner(shell), ToolLimits.DEFAULT);
    var env = Json.parseObject("{\"PATH\":\"./it's\",\"N\":1}");
    assertThat(bash.access(new Bash.Parameters("git status", null, 0, env, false, false)))
        .containsExactly(new Access.Execute("git status", ".", Map.of("PATH", "./it's", "N", "1")));
    assertThat(bash("true", "\"env\":{\"BASH_FUNC_ls%%\":\"() { rm x; }\"}").text())
        .contains("cannot be the name");
  }

  @Test
  void aTimeoutIsAnErrorWithWhatWasPrinted() throws Exception {
    Part.Result stopped = bash("echo begun; seq 20000; sleep 60", "\"timeout\":2");
    assertThat(stopped.failed()).isTrue();
    assertThat(stopped.text())
        .startsWith("timeout: stopped after 2 s; it had printed:\nbegun\n1\n")
        .contains("20000\n", "Give a longer timeout", "bytes left out here. All are in ");
    Json.Obj error = stopped.envelope().objectOrEmpty("error");
    assertThat(error.bool("timed_out", false)).isTrue();
    assertThat(call("read_file", "{\"path\":\"" + error.string("artifact") + ":1-2\"}").text())
        .startsWith("begun\n1\n");
  }

  @Test
  void aTimeoutOutOfBoundsIsBroughtInto() throws Exception {
    assertThat(bash("true", "\"timeout\":99999").text())
        .contains("the timeout of 99999 s was brought to 3600 s");
    assertThat(bash("sleep 60", "\"timeout\":-5").text()).contains("stopped after 1 s");
    assertThat(bash("true", "\"timeout\":0").text()).isEqualTo("(no output)");
  }

  @Test
  void whatIsLeftOutCanBeReadInRangesAndSearched() throws Exception {
    Part.Result ran = bash("seq 1 100000", "\"timeout\":60");
    String artifact = data(ran).string("artifact");
    assertThat(artifact).matches("artifact://[a-z2-7]{16}");
    assertThat(ran.text()).contains("All are in " + artifact, "\n100000\n").endsWith(artifact);
    assertThat(call("read_file", "{\"path\":\"" + artifact + ":50000-50001\"}").text())
        .contains("50000")
        .contains("50001")
        .doesNotContain("50003");
    assertThat(call("grep", "{\"pattern\":\"^7777.$\",\"path\":\"" + artifact + "\"}").text())
        .contains("77771");
    assertThat(bash("printf '\\377%.0s' {1..60000}", "\"timeout\":60").text())
        .contains("All are in ");
  }

  @Test
  void leftProcessesAreMentioned() throws Exception {
    assertThat(bash("sleep 100 &", "\"timeout\":60").text())
        .isEqualTo("(no output)\n[a process left in the background was ended]");
  }

  @Test
  void aTerminalHasTheSizeThatWasAskedFor() throws Exception {
    assertThat(bash("stty size", "\"pty\":true").text()).isEqualTo("40 120");
    assertThat(
            bash(
                    "stty size; echo $COLUMNS",
                    "\"pty\":true,\"env\":{\"COLUMNS\":\"80\",\"LINES\":3}")
                .text())
        .isEqualTo("5 80\n80");
  }

  @Test
  void anAbortLeavesWhatWasPrintedInTheHistory() throws Exception {
    var model =
        ScriptedModel.of(
            Step.answer()
                .call("bash", Json.parseObject("{\"command\":\"echo begun; sleep 60\"}"))
                .call("bash", Json.parseObject("{\"command\":\"touch never\"}")));
    var seen = new AtomicReference<>("");
    var conversation =
        new Conversation(
            new Setup(model, "", runner, Setup.Limits.DEFAULT),
            event -> {
              if (event instanceof AgentEvent.ToolProgressed progressed) {
                seen.set(seen.get() + progressed.text());
              }
            });
    var outcome = new AtomicReference<Outcome>();
    Thread prompt = Thread.ofVirtual().start(() -> outcome.set(prompt(conversation)));
    await().atMost(Duration.ofSeconds(30)).until(() -> seen.get().equals("begun\n"));
    conversation.abort();
    assertThat(prompt.join(Duration.ofSeconds(60))).isTrue();
    assertThat(outcome.get().ending()).isEqualTo(Outcome.Ending.ABORTED);
    var results = (Message.ToolResults) conversation.history().getLast();
    assertThat(results.results().getFirst().text())
        .startsWith("cancelled: stopped by the user; it had printed:\nbegun");
    assertThat(results.results().getLast().text()).isEqualTo("cancelled: stopped by the user");
    assertThat(root.resolve("never")).doesNotExist();
  }

  private static Outcome prompt(Conversation conversation) {
    try {
      return conversation.prompt("go");
    } catch (InterruptedException unexpected) {
      throw new IllegalStateException(unexpected);
    }
  }

  @Test
  void folderAndVariablesOutliveACommandIfWanted() throws Exception {
    close();
    open(Shell.Remembering.FOLDER_AND_VARIABLES);
    bash("mkdir sub; cd sub; export X=1", "\"timeout\":60");
    Part.Result below = bash("pwd; echo $X", "\"timeout\":60");
    assertThat(below.text()).isEqualTo(root.resolve("sub") + "\n1");
    assertThat(data(below).string("folder")).as("for people").isEqualTo("sub");
    Part.Result above = bash("pwd", "\"cwd\":\".\"");
    assertThat(above.text()).isEqualTo(root.toString());
    assertThat(data(above).has("folder")).isFalse();
    assertThat(bash("cd /", "\"timeout\":60").text())
        .contains("the next command starts in the project again: / is not a folder in it");
    assertThat(bash("pwd; echo [$X]", "\"timeout\":60").text()).isEqualTo(root + "\n[]");
    bash("mkdir gone; cd gone; rmdir ../gone", "\"timeout\":60");
    assertThat(bash("pwd", "\"timeout\":60").text()).isEqualTo(root.toString());
  }

  @Test
  void aBackgroundCommandIsAJob() throws Exception {
    Part.Result started =
        bash("echo up; until [ -e go ]; do sleep 0.02; done; exit 3", "\"async\":true");
    String id = data(started).string("job");
    assertThat(started.text()).contains("started in the background as " + id);
    Job job = jobs.find(id).orElseThrow();
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> job.readOutputSince(0).text().equals("up\n"));
    Files.writeString(root.resolve("go"), "");
    assertThat(jobs.awaitAny(List.of(job), Duration.ofSeconds(30))).isTrue();
    assertThat(jobs.snapshot(job).error()).startsWith("up\n[exit code 3]");
    String forever = data(bash("sleep 600", "\"async\":true")).string("job");
    jobs.cancel(forever);
    jobs.close();
    assertThat(bash("true", "\"async\":true").text()).contains("nothing can be started any more");
  }

  private Part.Result bash(String line, String more) throws Exception {
    return call("bash", "{\"command\":" + Json.of(line).compact() + "," + more + "}");
  }

  private Part.Result call(String tool, String arguments) throws Exception {
    return runner.call(Part.Call.of("id", tool, Json.parseObject(arguments)), text -> {}).result();
  }

  private static Json.Obj data(Part.Result result) {
    assertThat(result.failed()).describedAs(result.text()).isFalse();
    return result.envelope().objectOrEmpty("data");
  }
}
