package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.helper.HelperNode;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Mode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// How many helpers there may be, how they reach each other, and how they are stopped.
final class HelperBoundsTest extends HelperTrial {
  /// A model that starts helpers at every turn.
  @Test
  void aRunawayStaysInBounds() throws Exception {
    var number = new AtomicInteger();
    Model wild =
        (request, sink) -> {
          int n = number.incrementAndGet();
          Json.Obj task =
              Json.object().put("id", "T" + n).put("assignment", "Go wild " + n).build();
          Json.Obj call = Json.object().put("agent", "wild").array("tasks", List.of(task)).build();
          return new Message.Assistant(
              List.of(new Part.Call("call_" + n, "task", call, null, null)),
              StopReason.TOOL_USE,
              Usage.NONE,
              "wild/model");
        };
    try (Project project = open("agents.perPrompt", "12", "maxSteps", "6");
        ProjectConversation once =
            project.conversation(ConversationOptions.of(wild, Mode.FULL).once())) {
      Outcome outcome = once.start(ConversationFace.listening(event -> {})).prompt("go");
      assertThat(outcome.ending()).isEqualTo(Outcome.Ending.STEP_LIMIT);
      List<HelperNode> helpers = once.helpers().orElseThrow().helpers();
      assertThat(helpers).hasSize(12);
      assertThat(helpers).allMatch(helper -> helper.depth() <= 2);
      assertThat(once.helpers().orElseThrow().working()).isEmpty();
    }
  }

  @Test
  void stoppingThePromptStopsAllHelpersAndSkipsWhatHasNotBegun() throws Exception {
    var working = new CountDownLatch(1);
    var model =
        new TreeModel()
            .script("0-Main", HelpersTest.task("free", "A", "B"))
            .script("0-A", Step.answer().hanging())
            .script("1-B", Step.answer().hanging());
    try (Project project = open("agents.atOnce", "1");
        ProjectConversation once =
            project.conversation(ConversationOptions.of(model, Mode.EDIT).once())) {
      Conversation conversation =
          once.start(
              ConversationFace.listening(
                  event -> {
                    if (event instanceof AgentEvent.HelperReported reported
                        && reported.event() instanceof AgentEvent.StepStarted) {
                      working.countDown();
                    }
                  }));
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  working.await(1, TimeUnit.MINUTES);
                  conversation.abort();
                } catch (InterruptedException never) {
                  Thread.currentThread().interrupt();
                }
              });
      assertThat(conversation.prompt("go").ending()).isEqualTo(Outcome.Ending.ABORTED);
      assertThat(conversation.history().toString())
          .contains("state=\"aborted\"", "state=\"skipped\"");
      assertThat(once.helpers().orElseThrow().working()).isEmpty();
    }
  }

  @Test
  void helpersRunBesideAnAttendedConversationAndTheirEndIsTold() throws Exception {
    var model =
        new TreeModel()
            .script(
                "0-Main",
                HelpersTest.task("free", "A"),
                Step.calls("job", Json.Obj.EMPTY),
                Step.says("done"))
            .script("0-A", HelpersTest.yields("from beside"));
    try (Project project = open();
        ProjectConversation attended =
            project.conversation(ConversationOptions.of(model, Mode.EDIT))) {
      Conversation conversation = attended.start(ConversationFace.listening(event -> {}));
      assertThat(conversation.prompt("go").text()).isEqualTo("done");
      String history = conversation.history().toString();
      assertThat(history).contains("Works as the background job task-1").contains("from beside");
    }
  }

  /// A helper asks the conversation, which waits for it, and gets an answer beside its work.
  @Test
  void peersReachEachOther() throws Exception {
    var model =
        new TreeModel()
            .script(
                "0-Main", HelpersTest.task("free", "A"), Step.says("Use blue."), Step.says("done"))
            .script(
                "0-A",
                Step.calls("irc", Json.object().put("op", "list").build()),
                irc("0-Main", "Which colour?"),
                irc("0-Nobody", "Hello?"),
                irc("0-A", "Me?"),
                HelpersTest.yields("made it blue"));
    String history = run(model, Mode.EDIT);
    model.verify();
    List<Request> asked = model.of("0-A").requests();
    assertThat(asked.get(1).messages().getLast().toString()).contains("1 peer(s):", "0-Main");
    assertThat(asked.get(2).messages().getLast().toString()).contains("Use blue.");
    assertThat(asked.get(3).messages().getLast().toString())
        .contains("Unknown / unavailable peers: 0-Nobody");
    assertThat(asked.get(4).messages().getLast().toString())
        .contains("Unknown / unavailable peers: 0-A");
    // It lands in the history once, as words of a peer.
    assertThat(history.split("Which colour\\?", -1)).hasSize(2);
    assertThat(history)
        .contains("<peer-message from=\"0-A\">", "You answered", "not of the person");
  }

  private static Step irc(String to, String message) {
    return Step.calls(
        "irc", Json.object().put("op", "send").put("to", to).put("message", message).build());
  }

  /// A helper that talks without end is held to its bounds, and harms nobody else.
  @Test
  void aStormOfMessagesIsBounded() throws Exception {
    var calls = new ArrayList<Part.Output>();
    for (int i = 0; i < 40; i++) {
      Json.Obj said =
          Json.object()
              .put("op", "send")
              .put("to", "all")
              .put("message", "storm " + i)
              .put("awaitReply", false)
              .build();
      calls.add(new Part.Call("irc" + i, "irc", said, null, null));
    }
    Model model =
        (request, sink) -> {
          boolean helper = request.tools().stream().anyMatch(tool -> tool.name().equals("yield"));
          boolean first = request.messages().size() == 1;
          List<Part.Output> parts =
              helper
                  ? first
                      ? calls
                      : List.of(
                          new Part.Call(
                              "y",
                              "yield",
                              Json.object().put("result", "over").build(),
                              null,
                              null))
                  : first
                      ? List.of(
                          new Part.Call(
                              "t",
                              "task",
                              Json.object()
                                  .put("agent", "free")
                                  .array(
                                      "tasks",
                                      List.of(
                                          Json.object()
                                              .put("id", "A")
                                              .put("assignment", "Talk.")
                                              .build()))
                                  .build(),
                              null,
                              null))
                      : List.of(new Part.Text("done"));
          boolean calling = parts.getFirst() instanceof Part.Call;
          return new Message.Assistant(
              parts, calling ? StopReason.TOOL_USE : StopReason.STOP, Usage.NONE, "storm/model");
        };
    try (Project project = open();
        ProjectConversation once =
            project.conversation(ConversationOptions.of(model, Mode.FULL).once())) {
      var refused = new AtomicInteger();
      var sent = new AtomicInteger();
      Conversation conversation =
          once.start(
              ConversationFace.listening(
                  event -> {
                    if (event instanceof AgentEvent.HelperReported reported
                        && reported.event() instanceof AgentEvent.ToolFinished finished
                        && finished.result().name().equals("irc")) {
                      (finished.result().text().contains("a minute") ? refused : sent)
                          .incrementAndGet();
                    }
                  }));
      assertThat(conversation.prompt("go").text()).isEqualTo("done");
      assertThat(sent).hasValue(30);
      assertThat(refused).hasValue(10);
      String history = conversation.history().toString();
      assertThat(history).contains("storm 0").contains("storm 29").doesNotContain("storm 30");
    }
  }

  @Test
  void aHelperGetsAShareOfWhatIsLeft() throws Exception {
    Path script = root.resolve("script.json");
    Files.writeString(
        script,
        """
        {"steps": [
          {"calls": [{"name": "task", "arguments": {"agent": "free",
             "tasks": [{"id": "A", "assignment": "use much"}]}}], "usage": {"input": 100, "output": 0}},
          {"calls": [{"name": "glob", "arguments": {"pattern": "*"}}], "usage": {"input": 300, "output": 0}},
          {"text": "the parent still answers", "usage": {"input": 1, "output": 0}}]}
        """);
    try (Project project = open("budget.maxTokens", "1000");
        ProjectConversation once =
            project.conversation(
                ConversationOptions.of(project.models().open("scripted:" + script), Mode.FULL)
                    .once())) {
      Conversation conversation = once.start(ConversationFace.listening(event -> {}));
      assertThat(conversation.prompt("go").text()).isEqualTo("the parent still answers");
      assertThat(conversation.history().toString())
          .contains("state=\"budget\"", "its share of 225 tokens is spent");
    }
  }
}
