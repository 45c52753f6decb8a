package dev.tenon.engine;

import dev.tenon.core.agent.Setup;
import dev.tenon.core.change.effects.CommandWatch;
import dev.tenon.core.change.effects.Effects;
import dev.tenon.core.change.effects.HookExtent;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.exec.background.Notice;
import dev.tenon.core.exec.shell.Program;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Model;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.ConversationOptions.Attendance;
import dev.tenon.engine.command.LiveConfinement;
import dev.tenon.engine.command.ProgramRun;
import dev.tenon.engine.hook.ConversationHooks;
import dev.tenon.engine.hook.Hook;
import dev.tenon.engine.hook.HookLoader;
import dev.tenon.engine.hook.HookRunner;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.engine.session.ActiveSession;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A conversation as its hooks see it.
public final class HookSurroundings implements ConversationHooks.Surroundings {
  private static final ProgramRun.Limits VARIABLES =
      new ProgramRun.Limits(Duration.ofSeconds(10), 1024 * 1024);
  private static final int MOST_NAMES = 6;
  private static final String BETWEEN = "-- tenon variables --";

  private final ProjectConversation conversation;
  private final Shell commands;
  private final String unkept = UUID.randomUUID().toString();
  private final Shells shells;

  /// What hooks of the user have set.
  private final Set<String> ofUser = ConcurrentHashMap.newKeySet();

  /// Where hooks run: the user's own as the user does, those of a project behind the wall of the
  /// mode. Neither gets the keys of providers.
  private static final class Shells {
    private final Shell own;
    private final Shell projects;

    Shells(Project project, Supplier<Mode> mode) {
      this.own = new Shell(project.keyVariables());
      this.projects =
          new Shell(
              project
                  .commands()
                  .remembering(Shell.Remembering.NOTHING)
                  .confinedBy(
                      new LiveConfinement(() -> project.guard(walled(mode.get())).confinement())));
    }

    /// No mode takes the wall away from what a project brings along.
    private static Mode walled(Mode mode) {
      return mode == Mode.FULL ? Mode.AUTO : mode;
    }

    Shell of(Hook.Owner owner) {
      return switch (owner) {
        case USER -> own;
        case PROJECT -> projects;
      };
    }

    void close() {
      own.close();
      projects.close();
    }
  }

  private HookSurroundings(ProjectConversation conversation, Shell commands) {
    this.conversation = conversation;
    this.commands = commands;
    this.shells = new Shells(conversation.project(), this::mode);
  }

  /// The hooks of a project without a conversation, to try them; whoever asks closes it.
  public static HookRunner trial(Project project, Consumer<String> person) {
    List<Hook> usable = project.hooks().map(HookLoader::usable).orElse(List.of());
    var shells = new Shells(project, project::mode);
    var means =
        new HookRunner.Means() {
          @Override
          public Shell shell(Hook.Owner owner) {
            return shells.of(owner);
          }

          @Override
          public Model model(@Nullable String name) throws SetupException {
            try {
              return (name == null ? project.models().open() : project.models().open(name)).model();
            } catch (InterruptedException stopped) {
              Thread.currentThread().interrupt();
              throw SetupException.failure("choosing a model was stopped");
            }
          }

          @Override
          public void close() {
            shells.close();
          }
        };
    return new HookRunner(usable, project.root(), means, person);
  }

  /// The hooks of a conversation; null where none runs.
  ///
  /// @param commands the shell of its commands
  static @Nullable ConversationHooks hooks(ProjectConversation conversation, Shell commands) {
    HookLoader loader = conversation.project().hooks().orElse(null);
    List<Hook> usable = loader == null ? List.of() : loader.usable();
    return usable.isEmpty()
        ? null
        : new ConversationHooks(usable, new HookSurroundings(conversation, commands));
  }

  /// The same set-up with hooks around its parts.
  static Setup around(ConversationHooks hooks, Setup setup) {
    return new Setup(
        setup.model(),
        setup.system(),
        setup.tools(),
        setup.limits(),
        hooks.around(setup.prompts()),
        hooks.around(setup.compactor()),
        setup.rules(),
        setup.returnPoint(),
        setup.endGuard() == null ? null : hooks.around(setup.endGuard()),
        setup.finish());
  }

  /// @param attendance null when the conversation never began
  static void end(ConversationHooks hooks, @Nullable Attendance attendance) {
    try {
      if (attendance != null) {
        hooks.ended(attendance == Attendance.ATTENDED ? "prompt_input_exit" : "other");
      }
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    } finally {
      hooks.close();
    }
  }

  @Override
  public Shell shell(Hook.Owner owner) {
    return shells.of(owner);
  }

  /// Hooks work on the disk whatever is staged. What is about one call of many has to be quick, and
  /// what runs beside the conversation shall not be taken for the author of all that goes on.
  @Override
  public CommandWatch watch(HookRunner.Watched hooks) throws InterruptedException {
    HookExtent.Look look =
        hooks.waiting() == Hook.Waiting.NOT
            ? HookExtent.Look.FILES
            : switch (hooks.event()) {
              case NOTIFICATION, AFTER_SWITCH, AFTER_BRANCH, AFTER_TREE, RULES_TRIGGERED ->
                  HookExtent.Look.FILES;
              case PRE_TOOL_USE, PERMISSION_REQUEST, POST_TOOL_USE, POST_TOOL_USE_FAILURE ->
                  HookExtent.Look.EVERYTHING_IF_SMALL;
              case SESSION_START,
                  SESSION_END,
                  USER_PROMPT_SUBMIT,
                  STOP,
                  SUBAGENT_START,
                  SUBAGENT_STOP,
                  PRE_COMPACT,
                  POST_COMPACT,
                  BEFORE_SWITCH,
                  BEFORE_BRANCH,
                  BEFORE_TREE ->
                  HookExtent.Look.EVERYTHING;
            };
    Json.Obj input = hooks.input();
    var files = new HashSet<>(hooks.writes());
    String file = input.objectOrEmpty("tool_input").string("file_path", "");
    try {
      if (!file.isEmpty()) {
        files.add(root().resolve(file));
      }
    } catch (InvalidPathException none) {
      // Nobody can write it either.
    }
    var by = new Attribution(Origin.HOOK, hooks.event().label(), input.string("tool_use_id"));
    String helper = input.string("agent_id", "");
    return conversation
        .project()
        .editing()
        .watchHook(
            helper.isEmpty() ? by : by.by(helper), new HookExtent(look, hooks.turn(), files));
  }

  /// The model hears only of files that it knows.
  @Override
  public String told(Effects effects) {
    Project project = conversation.project();
    var names = new ArrayList<String>();
    for (Effects.File file : effects.files()) {
      if (project.workspace().seen().latest(root().resolve(file.path())).isPresent()) {
        names.add(file.path());
      }
    }
    if (names.isEmpty()) {
      return "";
    }
    String few = String.join(", ", names.subList(0, Math.min(names.size(), MOST_NAMES)));
    return "A hook has changed "
        + few
        + (names.size() > MOST_NAMES ? " and " + (names.size() - MOST_NAMES) + " more files" : "")
        + (project.editing().where() == Effects.Where.WRITTEN
            ? ". Read again what you need of it before you edit it."
            : " on the disk. Nothing of that is staged.");
  }

  @Override
  public Model model(@Nullable String name) throws SetupException {
    return name == null
        ? conversation.selection().model().model()
        : conversation.project().models().open(name).model();
  }

  @Override
  public String sessionId() {
    return conversation.session().map(session -> session.log().id()).orElse(unkept);
  }

  @Override
  public String transcript() {
    return conversation
        .session()
        .filter(ActiveSession::kept)
        .flatMap(session -> session.log().place())
        .map(Path::toString)
        .orElse("");
  }

  @Override
  public Path root() {
    return conversation.project().root();
  }

  @Override
  public Mode mode() {
    return conversation.selection().mode();
  }

  @Override
  public String modelName() {
    return conversation.selection().model().name();
  }

  @Override
  public void tellPerson(String line) {
    conversation.face().diagnostics().accept(line);
  }

  @Override
  public void tellModel(String text) {
    conversation.tell(framed(text));
  }

  @Override
  public void interject(String text) {
    conversation
        .notices()
        .post(
            new Notice(Notice.Kind.PRINTED, "hooks", "a hook has something to say", framed(text)));
  }

  private static String framed(String text) {
    return "<hook>\n" + text + "\n</hook>";
  }

  @Override
  public void stop() {
    conversation.abort();
  }

  /// Runs the lines where commands run, those of a project behind the wall in any case, and lets
  /// commands have what is different afterwards. A project sets nothing that the user's hooks have
  /// set, and nothing that decides what other programs load.
  @Override
  public void variables(Hook.Owner owner, String exports) throws IOException, InterruptedException {
    boolean projects = owner == Hook.Owner.PROJECT;
    Mode walled = projects ? Shells.walled(mode()) : mode();
    var script = "env -0; printf %s '" + BETWEEN + "'; " + exports + "\nenv -0";
    var program = new Program(List.of("bash", "-c", script), root());
    ProgramRun.Ended ended =
        ProgramRun.of(
            commands.confinedBy(conversation.project().guard(walled).confinement()),
            program,
            "",
            VARIABLES);
    if (!(ended instanceof ProgramRun.Ended.Exited exited) || exited.code() != 0) {
      throw new IOException("the lines in CLAUDE_ENV_FILE cannot be run");
    }
    List<String> parts = List.of(exited.out().text().split(BETWEEN, 2));
    Set<String> before = new HashSet<>(List.of(parts.getFirst().split("\0", -1)));
    Map<String, String> changed = new HashMap<>();
    for (String each : parts.getLast().split("\0", -1)) {
      int equals = each.indexOf('=');
      if (equals > 0 && !before.contains(each) && !each.startsWith("_=")) {
        changed.put(each.substring(0, equals), each.substring(equals + 1));
      }
    }
    if (projects) {
      changed.keySet().removeAll(ofUser);
      leaveOut(changed);
    } else {
      ofUser.addAll(changed.keySet());
    }
    commands.export(changed);
  }

  private void leaveOut(Map<String, String> changed) {
    var refused = new TreeSet<>(changed.keySet());
    refused.removeIf(name -> !ConversationHooks.isTheUsersAlone(name));
    changed.keySet().removeAll(refused);
    if (!refused.isEmpty()) {
      tellPerson(
          "the project's SessionStart hooks may not set "
              + String.join(", ", refused)
              + ", which decides what other programs load; a hook of your own may");
    }
  }

  @Override
  public void close() {
    shells.close();
  }
}
