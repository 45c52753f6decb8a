package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.HotSpotDiagnosticMXBean;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.change.review.Review;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.config.ProjectOptions;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a program that embeds Tenon does: no command line, no terminal, nothing left behind.
class EmbeddingTest {
  /// Beside threads that the JVM or JUnit start for themselves when they please.
  private static final Pattern OURS =
      Pattern.compile(
          "^(?!process reaper|ForkJoin|Attach|JFR|Notification|surefire|main$|VirtualThread)");

  @TempDir Path folder;

  @Test
  void aProgramPromptsReviewsAndUndoes() throws Exception {
    Path root = project("one");
    var model =
        ScriptedModel.of(
            Step.calls("bash", Json.object().put("command", "wc -l < a.txt").build()),
            Step.calls("read_file", Json.object().put("path", "a.txt").build()),
            Step.answer().call("edit_file", edit("line 2", "second")),
            Step.answer().call("edit_file", edit("line 38", "thirty-eighth")),
            Step.says("Done."));
    var events = new ArrayList<AgentEvent>();

    try (Project project = Project.open(options(root).staged());
        ProjectConversation conversation =
            project.conversation(ConversationOptions.of(model, Mode.FULL))) {
      Outcome outcome =
          conversation.start(ConversationFace.listening(events::add)).prompt("Edit it");
      assertThat(outcome.text()).isEqualTo("Done.");
      assertThat(root.resolve("a.txt")).hasContent(lines());

      Review review = project.staged().orElseThrow().review();
      List<String> hunks = review.bundle().hunks().stream().map(Hunk::id).toList();
      assertThat(hunks).hasSize(2);
      review.accept(List.of(hunks.get(0)));
      review.reject(List.of(hunks.get(1)));
      review.apply(Review.Rest.PENDING);
      assertThat(root.resolve("a.txt")).hasContent(lines().replace("line 2\n", "second\n"));

      assertThat(new Undo(project.journal()).undoLatestPrompt().conflicts()).isEmpty();
      assertThat(root.resolve("a.txt")).hasContent(lines());
    }
    model.verify();
    assertThat(events)
        .filteredOn(AgentEvent.ToolFinished.class::isInstance)
        .extracting(event -> ((AgentEvent.ToolFinished) event).result().failed())
        .containsExactly(false, false, false, false);
  }

  @Test
  void whatIsUndecidedWaitsForTheNextTime() throws Exception {
    Path root = project("one");
    var model =
        ScriptedModel.of(
            Step.calls("read_file", Json.object().put("path", "a.txt").build()),
            Step.answer().call("edit_file", edit("line 2", "second")),
            Step.says("Done."));
    try (Project project = Project.open(options(root).staged());
        ProjectConversation conversation =
            project.conversation(ConversationOptions.of(model, Mode.EDIT))) {
      conversation.start(ConversationFace.listening(event -> {})).prompt("Edit it");
      project.keepStaged();
    }
    try (Project project = Project.open(options(root).staged())) {
      Review review = project.staged().orElseThrow().review();
      review.acceptAll();
      review.apply(Review.Rest.PENDING);
      project.keepStaged();
    }
    assertThat(root.resolve("a.txt")).hasContent(lines().replace("line 2\n", "second\n"));
  }

  @Test
  void twoProjectsSideBySideLeaveNothingBehind() throws Exception {
    Set<String> threads = threads();
    Set<Long> processes = processes();
    Path one = project("one");
    Path two = project("two");
    var model =
        ScriptedModel.of(
            Step.calls("bash", Json.object().put("command", "echo one >> a.txt").build()),
            Step.calls(
                "bash", Json.object().put("command", "sleep 600").put("async", true).build()),
            Step.says("Left something running."));
    var other =
        ScriptedModel.of(
            Step.calls("bash", Json.object().put("command", "echo two >> a.txt").build()),
            Step.says("Done."));
    try (Project first = Project.open(options(one));
        Project second = Project.open(options(two));
        ProjectConversation conversation =
            first.conversation(ConversationOptions.of(model, Mode.FULL));
        ProjectConversation beside =
            second.conversation(ConversationOptions.of(other, Mode.FULL))) {
      var going = conversation.start(ConversationFace.listening(event -> {}));
      var otherwise = beside.start(ConversationFace.listening(event -> {}));
      going.prompt("Go");
      otherwise.prompt("Go");
      assertThat(conversation.background().orElseThrow().jobs().running()).hasSize(1);
      assertThat(processes()).as("the job's").isNotEqualTo(processes);
      assertThat(threads()).as("the job's").anyMatch(name -> name.contains(" job-"));
      assertThat(one.resolve("a.txt")).hasContent(lines() + "one\n");
      assertThat(two.resolve("a.txt")).hasContent(lines() + "two\n");
      new Undo(second.journal()).undoLatestPrompt();
      assertThat(one.resolve("a.txt")).hasContent(lines() + "one\n");
      assertThat(two.resolve("a.txt")).hasContent(lines());
    }
    await().untilAsserted(() -> assertThat(processes()).isSubsetOf(processes));
    await().pollInSameThread().untilAsserted(() -> assertThat(threads()).isSubsetOf(threads));
  }

  private ProjectOptions options(Path root) {
    return ProjectOptions.of(folder.resolve("home"), root)
        .withEnvironment(Map.of())
        .with("editDialect", "edit_file");
  }

  private Path project(String name) throws Exception {
    Path root = Files.createDirectories(folder.resolve(name)).toRealPath();
    Files.writeString(root.resolve("a.txt"), lines());
    return root;
  }

  private static String lines() {
    return IntStream.rangeClosed(1, 40)
        .mapToObj(number -> "line " + number + "\n")
        .collect(Collectors.joining());
  }

  private static Json.Obj edit(String before, String after) {
    return Json.object()
        .put("path", "a.txt")
        .put("old_text", before + "\n")
        .put("new_text", after + "\n")
        .build();
  }

  private static Set<Long> processes() {
    return ProcessHandle.current()
        .descendants()
        .filter(ProcessHandle::isAlive)
        .map(ProcessHandle::pid)
        .collect(Collectors.toSet());
  }

  /// The threads that are not the JVM's own, virtual ones too.
  private Set<String> threads() throws Exception {
    Path dump = folder.resolve("threads-" + System.nanoTime() + ".json");
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .dumpThreads(dump.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.JSON);
    var alive = new HashSet<String>();
    Json.Obj all = Json.parseObject(Files.readString(dump)).objectOrEmpty("threadDump");
    for (Json container : all.array("threadContainers")) {
      for (Json thread : ((Json.Obj) container).array("threads")) {
        String name = ((Json.Obj) thread).string("name", "");
        if (OURS.matcher(name).find()) {
          alive.add(((Json.Obj) thread).string("tid", "") + " " + name);
        }
      }
    }
    return alive;
  }
}
