package dev.tenon.sdk;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Model;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.Verdict;
import dev.tenon.core.text.Thrown;
import dev.tenon.core.tool.Asker;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolShelf;
import dev.tenon.engine.ConversationFace;
import dev.tenon.engine.ConversationOptions;
import dev.tenon.engine.Project;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionQuestions;
import dev.tenon.engine.session.SessionRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Collects what an engine is opened with. For one thread.
final class TenonBuilder implements Tenon.Builder {
  private final Path folder;
  private final List<Tool<?>> tools = new ArrayList<>();
  private final Map<Verdict, List<String>> rules = new EnumMap<>(Verdict.class);
  private final Map<String, String> settings = new LinkedHashMap<>();
  private @Nullable String modelName;
  private @Nullable Model model;
  private @Nullable Mode mode;
  private @Nullable Asker asker;
  private @Nullable Path store;
  private Approver approver = Approver.nobody();
  private Map<String, String> environment = Map.of();
  private Consumer<AgentEvent> listener = event -> {};
  private Consumer<String> diagnostics = line -> {};
  private String instructions = "";
  private boolean staged;
  private SessionRequest session = SessionRequest.UNKEPT;

  TenonBuilder(Path folder) {
    this.folder = Opening.given(folder, "folder");
  }

  @Override
  public Tenon.Builder model(String name) {
    modelName = name;
    model = null;
    return this;
  }

  @Override
  public Tenon.Builder model(Model own) {
    model = own;
    modelName = null;
    return this;
  }

  @Override
  public Tenon.Builder mode(Mode chosen) {
    mode = chosen;
    return this;
  }

  @Override
  public Tenon.Builder tool(Tool<?> tool) {
    tools.add(Opening.given(tool, "tool"));
    return this;
  }

  @Override
  public Tenon.Builder approver(Approver answers) {
    approver = Opening.given(answers, "approver");
    return this;
  }

  @Override
  public Tenon.Builder asker(Asker answers) {
    asker = answers;
    return this;
  }

  @Override
  public Tenon.Builder rule(Verdict effect, String rule) {
    rules
        .computeIfAbsent(Opening.given(effect, "effect"), none -> new ArrayList<>())
        .add(Opening.given(rule, "rule"));
    return this;
  }

  @Override
  public Tenon.Builder setting(String key, String value) {
    settings.put(Opening.given(key, "key"), Opening.given(value, "value"));
    return this;
  }

  @Override
  public Tenon.Builder environment(Map<String, String> variables) {
    environment = Map.copyOf(variables);
    return this;
  }

  @Override
  public Tenon.Builder store(Path place) {
    store = place;
    return this;
  }

  @Override
  public Tenon.Builder listener(Consumer<AgentEvent> hears) {
    listener = Opening.given(hears, "listener");
    return this;
  }

  @Override
  public Tenon.Builder diagnostics(Consumer<String> lines) {
    diagnostics = Opening.given(lines, "diagnostics");
    return this;
  }

  @Override
  public Tenon.Builder staged() {
    staged = true;
    return this;
  }

  @Override
  public Tenon.Builder recorded() {
    session = SessionRequest.NEW;
    return this;
  }

  @Override
  public Tenon.Builder resuming(String id) {
    session =
        new SessionRequest(
            SessionRequest.Start.NAMED,
            Opening.given(id, "id"),
            SessionRequest.Copying.IF_AGREED,
            SessionRequest.Taking.AS_GIVEN,
            SessionRequest.Taking.FROM_SESSION);
    return this;
  }

  @Override
  public Tenon.Builder instructions(String text) {
    instructions = Opening.given(text, "instructions");
    return this;
  }

  @Override
  public Tenon open() throws TenonException, InterruptedException {
    Path root = Opening.folder(folder);
    List<Tool<?>> offered = Opening.tools(tools, diagnostics);
    Path kept = store;
    Path home = kept == null ? Opening.temporaryStore() : Opening.store(kept);
    Consumer<String> told = diagnostics;
    Runnable afterwards = kept == null ? () -> Opening.remove(home, told) : () -> {};
    boolean done = false;
    try {
      Tenon engine = opened(options(root, home), offered, afterwards);
      done = true;
      return engine;
    } catch (ConfigException | SetupException refused) {
      throw TenonException.of(refused);
    } finally {
      if (!done) {
        afterwards.run();
      }
    }
  }

  private ProjectOptions options(Path root, Path home) {
    ProjectOptions options = ProjectOptions.of(home, root).withEnvironment(environment);
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      options = options.with(setting.getKey(), setting.getValue());
    }
    for (Map.Entry<Verdict, List<String>> each : rules.entrySet()) {
      String key = "permissions." + each.getKey().name().toLowerCase(Locale.ROOT);
      options = options.with(key, Json.strings(each.getValue()).compact());
    }
    if (!instructions.isEmpty()) {
      options = options.with(new ProjectOptions.Prompts("", instructions));
    }
    return staged ? options.staged() : options;
  }

  private Tenon opened(ProjectOptions options, List<Tool<?>> offered, Runnable afterwards)
      throws ConfigException, SetupException, TenonException, InterruptedException {
    Project project = Project.open(options);
    ProjectConversation open = null;
    boolean done = false;
    try {
      open = project.conversation(conversation(project, options));
      Conversation conversation =
          open.start(
              new ConversationFace(hearing(listener, diagnostics), approver, asker, diagnostics));
      for (Tool<?> tool : offered) {
        if (!open.add(tool, ToolShelf.Place.UP_FRONT)) {
          throw new TenonException(
              "a tool called '"
                  + tool.name()
                  + "' is there already, or off; give yours another name");
        }
      }
      done = true;
      return new Tenon(project, open, conversation, afterwards);
    } finally {
      if (!done) {
        Tenon.end(open, project, () -> {});
      }
    }
  }

  /// A bug of Tenon is no event that a program would look for.
  private static Consumer<AgentEvent> hearing(
      Consumer<AgentEvent> listener, Consumer<String> diagnostics) {
    return event -> {
      if (event instanceof AgentEvent.Broke broke) {
        diagnostics.accept("a bug in Tenon: " + Thrown.placed(broke.bug()));
      }
      listener.accept(event);
    };
  }

  private ConversationOptions conversation(Project project, ProjectOptions options)
      throws SetupException, InterruptedException {
    ModelOpener.Opened opened =
        model != null
            ? ModelOpener.named("embedded/model", model)
            : modelName != null ? project.models().open(modelName) : project.models().open();
    Mode chosen = mode != null ? mode : project.mode();
    ConversationOptions wanted = ConversationOptions.of(opened, chosen);
    return session.start() == SessionRequest.Start.UNKEPT
        ? wanted
        : wanted.recordedIn(
            ActiveSession.open(options, session, SessionQuestions.nobody(), diagnostics));
  }
}
