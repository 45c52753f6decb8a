package dev.tenon.core.agent;

import static dev.tenon.core.agent.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Effort;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.ModelInfo;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.ToolSpec;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.SessionContext;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.session.SessionRecorder;
import dev.tenon.core.session.SessionStore;
import dev.tenon.core.session.compaction.Compaction;
import dev.tenon.core.session.compaction.CompactionLimits;
import dev.tenon.core.tool.OutputBound;
import dev.tenon.core.tool.ReturnPoint;
import dev.tenon.core.tool.SchemaTool;
import dev.tenon.core.tool.TakenTools;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.tool.ToolShelf;
import dev.tenon.core.workspace.Workspace;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the model takes from the shelf during a prompt, and how it comes back with the session.
class ShelfSessionTest {
  @TempDir Path folder;
  private final Script model = new Script();
  private final ReturnPoint point = new ReturnPoint();
  private final List<String> problems = new ArrayList<>();
  private final List<AgentEvent> events = new ArrayList<>();
  private SessionLog log;
  private Conversation conversation;

  @BeforeEach
  void aConversation() throws Exception {
    log = new SessionStore(folder.resolve("home")).create(folder);
    conversation = recorded();
  }

  @AfterEach
  void closed() throws Exception {
    assertThat(problems).isEmpty();
    log.close();
  }

  private Conversation recorded() throws Exception {
    var recorder =
        new SessionRecorder(
            log,
            "test/script",
            new SessionRecorder.Surroundings(() -> null, name -> null, problems::add));
    return new Conversation(setup(new TakenTools()), recorder.andThen(events::add));
  }

  private static Part.Call taking(String id, String... names) {
    return Part.Call.of(
        id, "more_tools", Json.object().put("names", Json.strings(List.of(names))).build());
  }

  private static List<String> declared(Request request) {
    return request.tools().stream().map(ToolSpec::name).toList();
  }

  /// What the requests since this one declared.
  private List<List<String>> declaredSince(int first) {
    return model.requests.subList(first, model.requests.size()).stream()
        .map(ShelfSessionTest::declared)
        .toList();
  }

  @Test
  void whatIsTakenIsDeclaredFromTheNextStepOn() throws Exception {
    model
        .calls(call("0", "look", "what", "x"))
        .calls(taking("1", "watch"))
        .calls(call("2", "watch", "what", "y"), call("3", "plan", "wat", "z"))
        .calls(call("4", "plan", "what", "z"))
        .says("done");
    assertThat(conversation.prompt("go").text()).isEqualTo("done");

    List<String> plain = List.of("look", "checkpoint", "rewind", "more_tools");
    List<String> one = List.of("look", "checkpoint", "rewind", "more_tools", "watch");
    List<String> two = List.of("look", "checkpoint", "rewind", "more_tools", "watch", "plan");
    assertThat(declaredSince(0)).containsExactly(plain, plain, one, two, two);
    var results = (Message.ToolResults) conversation.history().get(6);
    assertThat(results.results().get(0).text()).isEqualTo("watch y");
    assertThat(results.results().get(1).text()).contains("missing argument what", "input_schema");
    assertThat(((Message.ToolResults) conversation.history().get(8)).results().getFirst().text())
        .isEqualTo("plan z");
    assertThat(events)
        .filteredOn(AgentEvent.ToolsTaken.class::isInstance)
        .containsExactly(
            new AgentEvent.ToolsTaken(List.of("watch")),
            new AgentEvent.ToolsTaken(List.of("watch", "plan")));
  }

  /// A tool whose schema somebody else wrote.
  private record Outside(String name) implements SchemaTool {
    @Override
    public Json.Obj schema() {
      return Json.object().put("type", "object").build();
    }

    @Override
    public String description() {
      return "from outside";
    }

    @Override
    public List<Access> access(Arguments arguments) {
      return List.of();
    }

    @Override
    public String title(Arguments arguments) {
      return "";
    }

    @Override
    public ToolResult run(Arguments arguments, ToolContext context) {
      return ToolResult.Text.of("ran");
    }
  }

  private Script refuses(String message) {
    return model.then(
        sink -> {
          throw new ModelException(ModelException.Kind.INVALID_REQUEST, message);
        });
  }

  @Test
  void aToolWhoseSchemaTheProviderRefusesIsLeftOutAndTheTurnGoesOn() throws Exception {
    ToolShelf shelf = conversation.setup().tools().shelf();
    for (String name : List.of("mcp__a__x", "mcp__a__xy", "mcp__b__z", "mcp__c__w")) {
      shelf.add(new Outside(name), ToolShelf.Place.UP_FRONT);
    }
    refuses("400: Invalid schema for function 'mcp__a__xy': 'object' is required");
    refuses("tools[0].function_declarations[5].parameters.properties: should be non-empty");
    refuses("tools.4.custom.input_schema: JSON schema is invalid");
    model.calls(call("1", "mcp__a__xy", "a", "b"), call("2", "mcp__c__w", "a", "b")).says("done");
    assertThat(conversation.prompt("go").text()).isEqualTo("done");
    List<String> own = List.of("look", "checkpoint", "rewind", "more_tools");
    assertThat(declared(model.requests.get(1)).subList(4, 7))
        .containsExactly("mcp__a__x", "mcp__b__z", "mcp__c__w");
    assertThat(declared(model.requests.get(2)).subList(4, 6))
        .containsExactly("mcp__a__x", "mcp__c__w");
    assertThat(declared(model.requests.get(3))).startsWith("look").endsWith("mcp__c__w").hasSize(5);
    assertThat(model.requests.get(3).messages()).hasSize(1);
    var results = (Message.ToolResults) conversation.history().get(2);
    assertThat(results.results().get(0).text())
        .contains("'mcp__a__xy' is off: the model's provider refuses its schema: 400: Invalid");
    assertThat(results.results().get(1).text()).isEqualTo("ran");
    assertThat(events)
        .filteredOn(AgentEvent.Notified.class::isInstance)
        .extracting(event -> ((AgentEvent.Notified) event).notice().source())
        .containsExactly("mcp__a__xy", "mcp__b__z", "mcp__a__x");
    // A tool of Tenon's own stays, and the failure is told.
    refuses("tools.0.custom.input_schema: JSON schema is invalid");
    assertThat(conversation.prompt("more").problem()).contains("tools.0.custom");
    assertThat(declared(model.requests.getLast())).containsAll(own);
  }

  @Test
  void aRequestBeginsAsTheOneBeforeIt() throws Exception {
    model
        .calls(call("0", "look", "what", "x"))
        .calls(call("1", "watch", "what", "x"))
        .calls(call("2", "look", "what", "x"))
        .says("done");
    conversation.prompt("go");
    for (int i = 1; i < model.requests.size(); i++) {
      Request before = model.requests.get(i - 1);
      Request after = model.requests.get(i);
      assertThat(after.system()).isEqualTo(before.system());
      assertThat(after.tools()).startsWith(before.tools().toArray(ToolSpec[]::new));
      assertThat(after.messages()).startsWith(before.messages().toArray(Message[]::new));
      assertThat(after.tools()).hasSize(i < 2 ? 4 : 5);
    }
  }

  @Test
  void aResumedSessionDeclaresTheSame() throws Exception {
    model.calls(taking("1", "plan", "watch")).says("done");
    conversation.prompt("go");
    SessionContext context = SessionContext.of(log);
    assertThat(context.selectedTools()).containsExactly("plan", "watch");

    Conversation resumed = recorded();
    context.restore(resumed);
    model.says("again");
    events.clear();
    resumed.prompt("go on");
    assertThat(model.requests.getLast().tools()).isEqualTo(model.requests.get(1).tools());
    assertThat(events).noneMatch(AgentEvent.ToolsTaken.class::isInstance);

    resumed.restore(List.of());
    model.says("new");
    resumed.prompt("another conversation");
    assertThat(declaredSince(3)).containsExactly(declared(model.requests.getFirst()));
  }

  @Test
  void whatWasTakenInAPromptThatFailedIsKept() throws Exception {
    model
        .calls(call("1", "watch", "what", "x"))
        .fails(dev.tenon.core.model.ModelException.Kind.OVERLOADED);
    conversation.prompt("go");
    assertThat(SessionContext.of(log).selectedTools()).containsExactly("watch");
  }

  @Test
  void compactionKeepsTheSelection() throws Exception {
    model.calls(taking("1", "watch")).says("done").says("and on").says("## Summary\nAll of it.");
    conversation.prompt("go");
    conversation.prompt("go on");
    assertThat(conversation.compact("")).isPresent();
    model.says("still there");
    conversation.prompt("and now?");
    assertThat(declared(model.requests.getLast())).endsWith("more_tools", "watch");

    SessionContext context = SessionContext.of(log);
    assertThat(context.compaction()).isNotNull();
    assertThat(context.selectedTools()).containsExactly("watch");
    Conversation resumed = recorded();
    context.restore(resumed);
    assertThat(resumed.upcoming().tools()).isEqualTo(model.requests.getLast().tools());
  }

  @Test
  void aBranchHasTheSelectionOfItsPoint() throws Exception {
    model.says("nothing taken");
    conversation.prompt("one");
    String early = log.leafId().orElseThrow();
    model.calls(taking("1", "watch")).says("watching");
    conversation.prompt("two");
    String later = log.leafId().orElseThrow();
    model.calls(taking("2", "plan")).says("planning");
    conversation.prompt("three");
    assertThat(SessionContext.of(log).selectedTools()).containsExactly("watch", "plan");

    try (SessionLog copy = new SessionStore(folder.resolve("home")).fork(log, folder)) {
      assertThat(SessionContext.of(copy).selectedTools()).containsExactly("watch", "plan");
    }
    log.branch(later);
    SessionContext.of(log).restore(conversation);
    assertThat(declared(conversation.upcoming())).endsWith("more_tools", "watch");
    log.branch(early);
    SessionContext.of(log).restore(conversation);
    assertThat(declared(conversation.upcoming())).endsWith("more_tools");
    assertThat(SessionContext.of(log).selectedTools()).isNull();
  }

  @Test
  void goingBackPutsBackWhatTheStepsInBetweenTook() throws Exception {
    model
        .calls(taking("0", "plan"))
        .calls(call("1", "checkpoint", "what", "g"), call("2", "watch", "what", "x"))
        .calls(call("3", "late", "what", "x"))
        .calls(call("4", "rewind", "what", "found"))
        .calls(call("5", "look", "what", "x"))
        .says("done");
    conversation.prompt("go");
    assertThat(declaredSince(3).getFirst()).endsWith("plan", "watch", "late");
    assertThat(declaredSince(4))
        .as("after the rewind")
        .allSatisfy(names -> assertThat(names).endsWith("more_tools", "plan", "watch"));
    assertThat(model.requests.get(4).tools())
        .as("the request of the checkpoint, byte for byte")
        .isEqualTo(model.requests.get(2).tools());
    assertThat(SessionContext.of(log).selectedTools()).containsExactly("plan", "watch");
  }

  @Test
  void callsThatAreNumberedAnewPutNothingBackThatCameBefore() throws Exception {
    model
        .calls(call("1", "watch", "what", "x"))
        .calls(call("2", "checkpoint", "what", "g"))
        .calls(call("1", "late", "what", "x"))
        .calls(call("1", "rewind", "what", "found"))
        .says("done");
    conversation.prompt("go");
    assertThat(declared(model.requests.getLast())).contains("watch");
    assertThat(SessionContext.of(log).selectedTools()).isEqualTo(List.of("watch", "late"));
  }

  @Test
  void theEntryIsOneThatEveryReaderPassesOver() throws Exception {
    model.calls(call("1", "watch", "what", "x")).says("done");
    conversation.prompt("go");
    List<Entry> entries = log.path(log.leafId().orElse(null));
    assertThat(entries)
        .filteredOn(entry -> entry.body() instanceof Entry.ToolsSelected)
        .singleElement()
        .satisfies(
            entry ->
                assertThat(entry.toJson().compact())
                    .contains(
                        "\"type\":\"mcp_tool_selection\",", "\"selectedToolNames\":[\"watch\"]"));
  }

  @Test
  void anotherSetupKeepsTheSelection() throws Exception {
    model.calls(taking("1", "watch")).says("done").says("again");
    conversation.prompt("go");
    conversation.use(setup(conversation.setup().tools().shelf().taken()));
    conversation.prompt("go on");
    assertThat(declared(model.requests.getLast())).endsWith("more_tools", "watch");
  }

  private static Tool<?> shown(String name) {
    return Probe.reading(name, (what, context) -> ToolResult.Text.of(name + " " + what));
  }

  private Setup setup(TakenTools taken) throws Exception {
    Workspace workspace = Workspace.open(folder);
    var shelf =
        new ToolShelf(
            List.of(
                shown("look"),
                Probe.writing(
                    "checkpoint",
                    (what, context) -> {
                      point.set(new ReturnPoint.Mark(context.callId(), what, Instant.EPOCH));
                      return ToolResult.Text.of("Checkpoint created.");
                    }),
                Probe.writing(
                    "rewind",
                    (what, context) -> {
                      point.goBack(what);
                      return ToolResult.Text.of("Going back.");
                    })),
            List.of(shown("watch"), shown("plan"), shown("late")),
            Map.of(),
            taken);
    var runner =
        new ToolRunner(
            shelf,
            workspace,
            new DirectEditing(
                workspace, ProjectJournal.open(folder.resolve("s"), workspace, "test")),
            new ModePolicy(Mode.FULL),
            Approver.nobody(),
            OutputBound.DEFAULT);
    return new Setup(
            model,
            "system",
            runner,
            new Setup.Limits(10, 720 * 1024, 1_000, Effort.DEFAULT),
            PromptReader.plain(),
            new Compaction(
                model,
                new ModelInfo("test/script", 20_000, 4_000, null, Set.of()),
                new CompactionLimits(CompactionLimits.Trigger.ON_REQUEST, 80, 1),
                720 * 1024))
        .returningTo(point);
  }
}
