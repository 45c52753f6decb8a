package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.exec.resident.Resident;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.exec.shell.Program;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.ToolSpec;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.tool.DeferredTools;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.SchemaTool;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.tool.ToolShelf;
import dev.tenon.engine.config.ProjectOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What comes to a conversation after its beginning: tools, and programs that live as long as it.
class LateToolsTest {
  @TempDir Path folder;
  private Path home;
  private Path root;

  @BeforeEach
  void folders() throws Exception {
    home = Files.createDirectory(folder.resolve("home")).toRealPath();
    root = Files.createDirectory(folder.resolve("project")).toRealPath();
  }

  /// Answers with its own name.
  private record Named(String name, List<String> called) implements Tool<Named.Parameters> {
    record Parameters(@Doc("Anything.") String word) {}

    @Override
    public String description() {
      return "Answer.";
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
      return parameters.word;
    }

    @Override
    public ToolResult run(Parameters parameters, ToolContext context) {
      called.add(name);
      return ToolResult.Text.of(name);
    }
  }

  private static List<String> declared(Conversation conversation) {
    return conversation.upcoming().tools().stream().map(ToolSpec::name).toList();
  }

  private ProjectOptions options() {
    return ProjectOptions.of(home, root)
        .withEnvironment(Map.of())
        .with("tools.off", "mcp__a__off")
        .with("tools.upFront", "default,mcp__a__wanted");
  }

  /// Tools that are made when somebody looks for one, as a conversation has them.
  private static final class Waiting implements DeferredTools {
    private final ProjectConversation conversation;
    private final List<String> called;
    private int count = 20;

    Waiting(ProjectConversation conversation, List<String> called) {
      this.conversation = conversation;
      this.called = called;
    }

    @Override
    public synchronized int count() {
      return count;
    }

    @Override
    public synchronized void load() {
      for (int i = 0; i < count; i++) {
        conversation.add(new Named("mcp__b__" + i, called), ToolShelf.Place.SHELF);
      }
      count = 0;
    }
  }

  @Test
  void whatIsDeferredStandsOnEveryShelfAndIsMadeOnce() throws Exception {
    var called = new ArrayList<String>();
    var word = Json.object().put("word", "x").build();
    var model =
        ScriptedModel.of(
            Step.says("Nothing is needed."), Step.calls("mcp__b__7", word), Step.says("Done."));
    ProjectOptions plain = ProjectOptions.of(home, root).withEnvironment(Map.of());
    try (Project project = Project.open(plain);
        ProjectConversation conversation =
            project.conversation(ConversationOptions.of(model, Mode.EDIT))) {
      var waiting = new Waiting(conversation, called);
      assertThat(conversation.late().defer(waiting)).isTrue();
      Conversation live = conversation.start(ConversationFace.listening(event -> {}));
      ToolSpec before = live.upcoming().tools().getLast();
      live.prompt("hello");
      assertThat(waiting.count()).as("nobody looked for one").isEqualTo(20);
      live.prompt("use it");
      assertThat(called).containsExactly("mcp__b__7");
      assertThat(live.upcoming().tools()).contains(before);
      assertThat(declared(live)).endsWith("more_tools", "mcp__b__7");
    }
  }

  /// A tool that the settings name has its place before the first request.
  @Test
  void nothingIsDeferredWhereSettingsNameToolsOfServers() throws Exception {
    try (Project project = Project.open(options());
        ProjectConversation conversation =
            project.conversation(ConversationOptions.of(ScriptedModel.of(), Mode.EDIT))) {
      assertThat(conversation.late().defer(new Waiting(conversation, new ArrayList<>()))).isFalse();
    }
  }

  @Test
  void aToolThatArrivesIsDeclaredByTheNextStepAndStays() throws Exception {
    var called = new ArrayList<String>();
    var word = Json.object().put("word", "x").build();
    var model =
        ScriptedModel.of(
            Step.calls("mcp__a__one", word), Step.calls("mcp__a__two", word), Step.says("Done."));
    try (Project project = Project.open(options());
        ProjectConversation conversation =
            project.conversation(ConversationOptions.of(model, Mode.EDIT))) {
      var early = new Named("mcp__a__early", called);
      assertThat(conversation.add(early, ToolShelf.Place.UP_FRONT)).isTrue();
      Conversation live = conversation.start(ConversationFace.listening(event -> {}));
      List<String> before = declared(live);
      assertThat(before).endsWith("more_tools", "mcp__a__early");
      assertThat(conversation.add(new Named("mcp__a__one", called), ToolShelf.Place.UP_FRONT))
          .isTrue();
      assertThat(conversation.add(new Named("mcp__a__two", called), ToolShelf.Place.SHELF))
          .isTrue();
      for (String name : List.of("mcp__a__off", "mcp__a__one", "read_file", "mcp__a__early")) {
        assertThat(conversation.add(new Named(name, called), ToolShelf.Place.UP_FRONT)).isFalse();
      }
      assertThat(conversation.add(new Named("mcp__a__wanted", called), ToolShelf.Place.SHELF))
          .isTrue();
      assertThat(declared(live).subList(0, before.size())).isEqualTo(before);
      assertThat(declared(live)).endsWith("mcp__a__early", "mcp__a__one", "mcp__a__wanted");
      live.prompt("Go");
      model.verify();
      assertThat(called).containsExactly("mcp__a__one", "mcp__a__two");
      List<String> after = declared(live);
      assertThat(after).endsWith("mcp__a__one", "mcp__a__wanted", "mcp__a__two");
      conversation.use(conversation.selection().in(Mode.FULL));
      assertThat(declared(live)).as("in another mode").isEqualTo(after);
    }
  }

  /// A tool of a server, which only writes down who called it.
  private record Served(String name, String caller, List<String> heard)
      implements SchemaTool.Shared {
    @Override
    public Served forHelper(String helper) {
      return new Served(name, helper, heard);
    }

    @Override
    public void helperEnded(String helper) {
      heard.add(helper + " ended");
    }

    @Override
    public boolean worksInProject() {
      return true;
    }

    @Override
    public Json.Obj schema() {
      return Json.object().put("type", "object").build();
    }

    @Override
    public String description() {
      return "Serve.";
    }

    @Override
    public List<Access> access(Arguments parameters) {
      return List.of(new Access.Outside("a", name, Access.Outside.Effect.CHANGES));
    }

    @Override
    public String title(Arguments parameters) {
      return name;
    }

    @Override
    public ToolResult run(Arguments parameters, ToolContext context) {
      heard.add(name + " by " + caller);
      return ToolResult.Text.of("served");
    }
  }

  private void agent(String name, String head) throws IOException {
    Path folders = Files.createDirectories(home.resolve("agents"));
    Files.writeString(
        folders.resolve(name + ".md"), "---\ndescription: " + name + "\n" + head + "---\nDo it.\n");
  }

  /// Those of servers are there for helpers, as far as the agent has them and may use them.
  @Test
  void helpersHaveTheToolsOfServersUnderTheirCeiling() throws Exception {
    agent("noter", "tools: read_file, mcp__a__*\n");
    agent("reader", "tools: read_file, mcp__a__*\nmode: plan\n");
    agent("apart", "isolation: layer\n");
    var heard = new CopyOnWriteArrayList<String>();
    var nothing = Json.Obj.EMPTY;
    var model =
        new TreeModel()
            .script(
                "0-Main",
                HelpersTest.task("noter", "Note"),
                HelpersTest.task("reader", "Read"),
                HelpersTest.task("apart", "Apart"),
                HelpersTest.task("task", "Any"),
                Step.says("Done."))
            .script(
                "0-Note",
                Step.calls("mcp__a__one", nothing),
                Step.calls("mcp__b__two", nothing),
                HelpersTest.yields("noted"))
            .script("1-Read", Step.calls("mcp__a__one", nothing), HelpersTest.yields("read"))
            .script("2-Apart", Step.calls("mcp__a__one", nothing), HelpersTest.yields("apart"))
            .script("3-Any", Step.calls("mcp__b__two", nothing), HelpersTest.yields("any"));
    try (Project project = Project.open(options().with("sandbox.kind", "off"));
        ProjectConversation conversation =
            project.conversation(ConversationOptions.of(model, Mode.FULL).once())) {
      Conversation live = conversation.start(ConversationFace.listening(event -> {}));
      conversation.add(new Served("mcp__a__one", "main", heard), ToolShelf.Place.SHELF);
      conversation.add(new Served("mcp__b__two", "main", heard), ToolShelf.Place.SHELF);
      live.prompt("Go");
    }
    model.verify();
    assertThat(heard)
        .contains("mcp__a__one by 0-Note", "0-Note ended", "mcp__b__two by 3-Any")
        .doesNotContain("mcp__b__two by 0-Note", "mcp__a__one by 1-Read", "mcp__a__one by 2-Apart");
  }

  /// A tool that says something else, or has gone, is another one in the next request.
  @Test
  void whatChangesOrGoesIsSeenByTheNextRequest() throws Exception {
    var heard = new ArrayList<String>();
    try (Project project = Project.open(options());
        ProjectConversation conversation =
            project.conversation(ConversationOptions.of(ScriptedModel.of(), Mode.EDIT))) {
      Conversation live = conversation.start(ConversationFace.listening(event -> {}));
      conversation.add(new Served("mcp__a__one", "main", heard), ToolShelf.Place.UP_FRONT);
      assertThat(declared(live)).contains("mcp__a__one");
      conversation.late().replace(new Served("mcp__a__one", "another", heard));
      live.setup().tools().call(Part.Call.of("1", "mcp__a__one", Json.Obj.EMPTY), line -> {});
      conversation.late().remove("mcp__a__one");
      assertThat(declared(live)).doesNotContain("mcp__a__one");
      conversation.late().lacking("mcp__a__", "the MCP server a is not there: it burnt");
      assertThat(
              live.setup()
                  .tools()
                  .call(Part.Call.of("2", "mcp__a__one", Json.Obj.EMPTY), line -> {})
                  .result()
                  .text())
          .contains("it burnt");
      var wanted = Json.object().put("query", "a one").build();
      assertThat(
              live.setup()
                  .tools()
                  .call(Part.Call.of("3", "more_tools", wanted), line -> {})
                  .result()
                  .text())
          .contains("it burnt");
    }
  }

  @Test
  void residentsEndWithTheirConversation() throws Exception {
    try (Project project = Project.open(options())) {
      ProjectConversation conversation =
          project.conversation(ConversationOptions.of(ScriptedModel.of(), Mode.EDIT));
      conversation.start(ConversationFace.listening(event -> {}));
      var stubborn =
          new Program(
              List.of("sh", "-c", "trap '' TERM; echo up; while :; do sleep 600; done"), root);
      Resident resident = conversation.residents().start("it", stubborn, Confinement.none());
      assertThat(resident.stdout().read()).isEqualTo('u');
      assertThat(conversation.residents().living()).containsExactly(resident);
      long before = System.nanoTime();
      conversation.close();
      assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before)).isLessThan(2_500);
      assertThat(resident.isAlive()).isFalse();
      assertThatThrownBy(() -> conversation.residents().start("it", stubborn, Confinement.none()))
          .isInstanceOf(IOException.class);
    }
  }
}
