package dev.tenon.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.management.HotSpotDiagnosticMXBean;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.change.review.Review;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.Verdict;
import dev.tenon.core.session.SessionSummary;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class TenonTest {
  @TempDir Path folder;
  private int dumps;

  /// Counts letters.
  private record Letters() implements Tool<Letters.Parameters> {
    record Parameters(@Doc("The word") String word) {}

    @Override
    public String name() {
      return "letters";
    }

    @Override
    public String description() {
      return "Counts the letters of a word.";
    }

    @Override
    public Class<Parameters> parameters() {
      return Parameters.class;
    }

    @Override
    public List<Access> access(Parameters parameters) {
      return List.of();
    }

    @Override
    public String title(Parameters parameters) {
      return parameters.word();
    }

    @Override
    public ToolResult run(Parameters parameters, ToolContext context) {
      return ToolResult.Text.of(parameters.word().length() + " letters");
    }
  }

  private Path project(String name) throws IOException {
    Path root = Files.createDirectories(folder.resolve(name));
    Files.writeString(root.resolve("a.txt"), lines());
    return root;
  }

  private static String lines() {
    return IntStream.range(0, 40).mapToObj(i -> "line " + i + "\n").collect(Collectors.joining());
  }

  private static Step edit(String before, String after) {
    return Step.answer()
        .call(
            "edit_file",
            Json.object()
                .put("path", "a.txt")
                .put("old_text", before)
                .put("new_text", after)
                .build());
  }

  private static Step read() {
    return Step.calls("read_file", Json.object().put("path", "a.txt").build());
  }

  private static Step bash(String command) {
    return Step.calls("bash", Json.object().put("command", command).build());
  }

  @Test
  void aClosedEngineDoesNothingMore() throws Exception {
    Path root = project("closed");
    Path store = folder.resolve("closed-store");
    var model =
        ScriptedModel.of(
            Step.calls(
                "write_file", Json.object().put("path", "b.txt").put("content", "b").build()),
            Step.says("Done."));
    Tenon tenon = Tenon.in(root).model(model).mode(Mode.FULL).store(store).staged().open();
    tenon.close();
    List<ThrowableAssert.ThrowingCallable> uses =
        List.of(
            () -> tenon.prompt("Write"),
            tenon::journal,
            tenon::undo,
            tenon::review,
            tenon::keepReview,
            tenon::sessions);
    for (ThrowableAssert.ThrowingCallable use : uses) {
      assertThatThrownBy(use)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith("the engine is closed");
    }
    assertThatThrownBy(() -> tenon.conversation().prompt("Write"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("the conversation is closed");
    assertThat(root.resolve("b.txt")).doesNotExist();
    assertThat(tenon.conversation().history()).isEmpty();
  }

  @Test
  void closingWaitsForThePromptAndLeavesNothing() throws Exception {
    Path root = project("waits");
    for (int i = 0; i < 5; i++) {
      var lines = new CopyOnWriteArrayList<String>();
      var over = new CountDownLatch(1);
      var begun = new CountDownLatch(1);
      Tenon tenon =
          Tenon.in(root)
              .model(ScriptedModel.of(bash("echo begun; sleep 300"), Step.says("Done.")))
              .mode(Mode.FULL)
              .diagnostics(lines::add)
              .listener(
                  event -> {
                    if (event instanceof AgentEvent.ToolProgressed) {
                      begun.countDown();
                    } else if (event instanceof AgentEvent.PromptEnded) {
                      over.countDown();
                    }
                  })
              .open();
      Path home = tenon.store();
      Thread thread =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      Outcome ignored = tenon.prompt("Wait");
                    } catch (InterruptedException stopped) {
                      Thread.currentThread().interrupt();
                    }
                  });
      begun.await();
      tenon.close();
      assertThat(over.getCount()).as("the prompt is over").isZero();
      assertThat(home).doesNotExist();
      assertThat(lines).isEmpty();
      thread.join();
    }
  }

  @Test
  void aListenerMayCloseTheEngine() throws Exception {
    var engine = new AtomicReference<Tenon>();
    Tenon tenon =
        Tenon.in(project("listener"))
            .model(ScriptedModel.of(read(), Step.says("Done.")))
            .mode(Mode.FULL)
            .listener(
                event -> {
                  if (event instanceof AgentEvent.StepStarted) {
                    engine.get().close();
                  }
                })
            .open();
    engine.set(tenon);
    assertThat(tenon.prompt("Look").ending()).isEqualTo(Outcome.Ending.ABORTED);
  }

  @Test
  void rulesAreTakenToTheLetter() throws Exception {
    Path root = project("rules");
    var model =
        ScriptedModel.of(
            Step.calls(
                "write_file", Json.object().put("path", "c(,d.txt").put("content", "x").build()),
            Step.calls(
                "write_file", Json.object().put("path", "e,f.txt").put("content", "x").build()),
            Step.calls(
                "write_file", Json.object().put("path", "f.txt").put("content", "x").build()),
            Step.says("Done."));
    try (Tenon tenon =
        Tenon.in(root)
            .model(model)
            .mode(Mode.EDIT)
            .rule(Verdict.DENY, "write(c(,d.txt)")
            .rule(Verdict.DENY, "write(e,f.txt)")
            .open()) {
      assertThat(tenon.prompt("Go").text()).isEqualTo("Done.");
    }
    assertThat(root.resolve("c(,d.txt")).doesNotExist();
    assertThat(root.resolve("e,f.txt")).doesNotExist();
    assertThat(root.resolve("f.txt")).exists();
  }

  @Test
  void twoEnginesWorkAndLeaveNothing() throws Exception {
    Set<Long> processes = processes();
    Set<String> threads = threads();
    Set<String> virtual = virtualThreads();
    PrintStream out = System.out;
    PrintStream err = System.err;
    var printed = new ByteArrayOutputStream();
    var asked = new ArrayList<String>();
    var events = new ArrayList<AgentEvent>();
    Path one = project("one");
    Path two = project("two");
    var model =
        ScriptedModel.of(
            Step.calls("letters", Json.object().put("word", "tenon").build()),
            bash("touch made"),
            bash("touch refused"),
            Step.calls(
                "bash", Json.object().put("command", "sleep 600").put("async", true).build()),
            Step.says("Done."));
    var other = ScriptedModel.of(read(), edit("line 2\n", "second\n"), Step.says("Edited."));
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    System.setErr(System.out);
    try (Tenon first =
            Tenon.in(one)
                .model(model)
                .mode(Mode.ASK)
                .setting("sandbox.kind", "off")
                .tool(new Letters())
                .rule(Verdict.DENY, "bash(touch refused)")
                .rule(Verdict.DENY, "read(**/.env)")
                .approver(
                    question -> {
                      asked.add(question.tool());
                      return Approver.Answer.ONCE;
                    })
                .listener(events::add)
                .open();
        Tenon second = Tenon.in(two).model(other).mode(Mode.EDIT).open()) {
      assertThat(first.prompt("Go").text()).isEqualTo("Done.");
      assertThat(second.prompt("Go").text()).isEqualTo("Edited.");
      assertThat(one.resolve("made")).exists();
      assertThat(one.resolve("refused")).doesNotExist();
      assertThat(second.journal().changes()).hasSize(1);
      assertThat(second.undo().undoLatestPrompt().conflicts()).isEmpty();
      assertThat(two.resolve("a.txt")).hasContent(lines());
      assertThat(second.session()).isEmpty();
      assertThatThrownBy(second::review)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("staged()");
      assertThat(processes()).as("the job's").isNotEqualTo(processes);
      assertThat(virtualThreads()).as("as the job's").isNotEqualTo(virtual);
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
    model.verify();
    other.verify();
    assertThat(printed.toString(StandardCharsets.UTF_8)).as("printed").isEmpty();
    assertThat(asked).contains("bash");
    assertThat(model.requests().get(1).messages().getLast().toString()).contains("5 letters");
    assertThat(events).anyMatch(AgentEvent.ToolFinished.class::isInstance);
    await().untilAsserted(() -> assertThat(processes()).isSubsetOf(processes));
    await().pollInSameThread().untilAsserted(() -> assertThat(threads()).isSubsetOf(threads));
    await()
        .pollInSameThread()
        .untilAsserted(() -> assertThat(virtualThreads()).isSubsetOf(virtual));
  }

  @Test
  void hunksAreReviewedAndSessionsGoOn() throws Exception {
    Path root = project("one");
    Path store = folder.resolve("store");
    var model =
        ScriptedModel.of(
            read(), edit("line 2\n", "second\n"), edit("line 38\n", "last\n"), Step.says("Done."));
    String id;
    try (Tenon tenon =
        Tenon.in(root).model(model).mode(Mode.EDIT).staged().recorded().store(store).open()) {
      tenon.prompt("Edit it");
      assertThat(root.resolve("a.txt")).hasContent(lines());
      Review review = tenon.review();
      List<String> hunks = review.bundle().hunks().stream().map(Hunk::id).toList();
      review.accept(List.of(hunks.getFirst()));
      review.apply(Review.Rest.PENDING);
      assertThat(root.resolve("a.txt")).hasContent(lines().replace("line 2\n", "second\n"));
      tenon.keepReview();
      id = tenon.session().orElseThrow();
      assertThat(tenon.sessions()).extracting(SessionSummary::id).containsExactly(id);
      AutoCloseable twice = tenon;
      twice.close();
    }
    var next = ScriptedModel.of(Step.says("I remember."));
    try (Tenon tenon =
        Tenon.in(root).model(next).mode(Mode.EDIT).staged().resuming(id).store(store).open()) {
      assertThat(tenon.review().bundle().hunks()).hasSize(1);
      tenon.prompt("And now?");
      assertThat(next.requests().getFirst().messages().toString()).contains("Edit it");
    }
  }

  @Test
  void whatCannotBeOpenedIsNamedAndLeavesNothing() throws Exception {
    Path root = project("one");
    var model = ScriptedModel.of();
    assertThatThrownBy(() -> Tenon.in(folder.resolve("gone")).model(model).open())
        .isInstanceOf(TenonException.class)
        .hasMessageContaining("gone")
        .hasMessageContaining("the folder must exist");
    assertThatThrownBy(() -> Tenon.in(root).model(model).setting("retry.maxRetries", "many").open())
        .isInstanceOf(TenonException.class)
        .hasMessageContaining("retry.maxRetries");
    assertThatThrownBy(() -> Tenon.in(root).model(model).rule(Verdict.DENY, "bsh(x)").open())
        .isInstanceOf(TenonException.class)
        .hasMessageContaining("did you mean bash?");
    assertThatThrownBy(() -> Tenon.in(root).model("nobody/nothing").open())
        .isInstanceOf(TenonException.class)
        .hasMessageContaining("nobody");
    assertThatThrownBy(
            () ->
                Tenon.in(root)
                    .model(model)
                    .mode(Mode.EDIT)
                    .tool(new Letters())
                    .tool(new Letters())
                    .open())
        .isInstanceOf(TenonException.class)
        .hasMessageContaining("'letters' is there already");
    assertThatThrownBy(() -> Tenon.in(root).model(model).mode(Mode.EDIT).resuming("zzzz").open())
        .isInstanceOf(TenonException.class)
        .hasMessageContaining("zzzz");
  }

  private static Set<Long> processes() {
    return ProcessHandle.current()
        .descendants()
        .filter(ProcessHandle::isAlive)
        .map(ProcessHandle::pid)
        .collect(Collectors.toSet());
  }

  /// Virtual ones are in no map of stack traces: the JVM writes them down by number and name.
  private Set<String> virtualThreads() {
    Path dump = folder.resolve("threads-" + dumps++).toAbsolutePath();
    try {
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpThreads(dump.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
      return Files.readString(dump)
          .lines()
          .filter(line -> line.startsWith("#") && line.contains(" virtual"))
          .map(line -> line.replaceFirst(" virtual.*", ""))
          .collect(Collectors.toSet());
    } catch (IOException full) {
      throw new AssertionError(full);
    }
  }

  /// Platform threads beside those that the JVM and JUnit start when they please.
  private static Set<String> threads() {
    var names = new HashSet<String>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.isAlive()
          && !thread
              .getName()
              .matches(
                  "(process reaper|ForkJoin|Attach|JFR|Notification|surefire|main|Virtual).*")) {
        names.add(thread.getName());
      }
    }
    return names;
  }
}
