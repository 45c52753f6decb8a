package dev.tenon.cli.command;

import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.terminal.FaceSettings;
import dev.tenon.cli.terminal.FaceStart;
import dev.tenon.cli.terminal.TerminalFace;
import dev.tenon.cli.terminal.history.PromptHistory;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.core.rule.StreamRules;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.ConversationOptions;
import dev.tenon.engine.Project;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.StreamRuleLoader;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.Settings;
import dev.tenon.engine.content.Questioned;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionQuestions;
import dev.tenon.tools.HandedPictures;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The conversation in the terminal: joins the face to the conversation, with the commands that
/// change the model and the mode.
final class InteractiveCommand implements ConversationCommand.Driver, AutoCloseable {
  private final ConversationCommand command;
  private final LaunchContext context;
  private volatile Configuration configuration;
  private final StartQuestions questions;
  private final Streams streams;
  private final HandedPictures handed = new HandedPictures();
  private final EditorChoices editor;
  private final TerminalFace face;
  private volatile Consumer<String> warnings;
  private boolean live;

  InteractiveCommand(
      ConversationCommand command,
      LaunchContext context,
      Configuration configuration,
      StartQuestions questions,
      Streams streams) {
    this.command = command;
    this.context = context;
    this.configuration = configuration;
    this.questions = questions;
    this.streams = streams;
    this.warnings = command::note;
    this.editor = EditorChoices.of(settings().ui(), context.options().root(), handed);
    this.face =
        new TerminalFace(
            new FaceStart(
                output(),
                new PromptHistory(context.home().resolve("prompts"), context.options().root()),
                editor.settings(),
                context.environment(),
                colour(settings().ui()),
                thinking(),
                waiting(),
                ThemeSettings.wishes(settings().ui().look(), context.home())));
  }

  FaceSettings.Output output() {
    return streams.tty().out() ? FaceSettings.Output.TERMINAL : FaceSettings.Output.REDIRECTED;
  }

  DisplayOptions.Thinking thinking() {
    return DisplayOptions.Thinking.valueOf(settings().ui().thinking().toUpperCase(Locale.ROOT));
  }

  DisplayOptions.Waiting waiting() {
    return settings().ui().plain()
        ? DisplayOptions.Waiting.WORDS
        : settings().ui().spinner() ? DisplayOptions.Waiting.MOVING : DisplayOptions.Waiting.STILL;
  }

  /// The editor stands before anything is opened that is not needed for typing.
  @Override
  public void begin() {
    live = face.open();
    if (live) {
      command.notesTo(face::note);
    }
  }

  /// Whatever happens, the terminal is left as it was found.
  @Override
  public void close() {
    face.close();
    command.notesTo(warning -> streams.err().note(warning));
  }

  @Override
  public ConversationOptions.Attendance attendance() {
    return ConversationOptions.Attendance.ATTENDED;
  }

  /// The terminal waits for a person, who would not come any more.
  @Override
  public Duration patience() {
    return Duration.ZERO;
  }

  @Override
  public void ask(Questioned content) throws SetupException {
    if (content.question().isPresent()) {
      asking(
          () -> {
            questions.decide(content);
            return "";
          });
    }
  }

  /// Whoever has no model yet is helped to one.
  @Override
  public OptionalInt begin(Project project) throws SetupException, InterruptedException {
    return !streams.tty().out() || !project.models().unconfigured()
        ? OptionalInt.empty()
        : new FirstStart(context, streams, face, this::close).run(project);
  }

  @Override
  public @Nullable StreamRules rules(StreamRuleLoader setup) throws SetupException {
    if (setup.question().isPresent()) {
      asking(
          () -> {
            questions.decide(setup);
            return "";
          });
    }
    return setup.load(warning -> warnings.accept(warning));
  }

  @Override
  public SessionQuestions questions() {
    return new SessionQuestions() {
      @Override
      public boolean possible() {
        return questions.possible();
      }

      @Override
      public String ask(String question) throws SetupException {
        return asking(() -> questions.ask(question));
      }

      @Override
      public String copyOption() {
        return questions.copyOption();
      }
    };
  }

  /// A question that is asked and answered in lines.
  private interface Asking {
    String ask() throws SetupException;
  }

  /// Asks while the editor is out of the way.
  private String asking(Asking question) throws SetupException {
    if (!live) {
      return question.ask();
    }
    var refused = new AtomicReference<@Nullable SetupException>();
    try {
      String answer =
          face.lend(
              () -> {
                try {
                  return question.ask();
                } catch (SetupException problem) {
                  refused.set(problem);
                  return "";
                }
              });
      SetupException problem = refused.get();
      if (problem != null) {
        throw problem;
      }
      return answer;
    } catch (IOException | InterruptedException gone) {
      throw SetupException.failure("the terminal cannot be read: " + IoFailure.told(gone));
    }
  }

  @Override
  public void begin(ActiveSession session) {}

  @Override
  public int drive(ProjectConversation conversation) {
    if (live && !questions.typed().isEmpty()) {
      face.draft(questions.typed());
    }
    int code = new TerminalConversation(this, command, context, face, conversation).run();
    return code == TerminalFace.UNWRITABLE ? unwritable() : code;
  }

  /// Nothing of the conversation was to be seen; a reader that has gone wanted no more.
  private int unwritable() {
    String why = streams.failure();
    if (why == null) {
      return 0;
    }
    streams.err().note("standard output could not be written: " + why);
    return TerminalFace.UNWRITABLE;
  }

  @Override
  public void end(Project project, int endedJobs) {}

  Settings settings() {
    return configuration.settings();
  }

  /// Goes on with what the files say now. Answers whether this setting holds from now on; the
  /// others of the start are read only there.
  boolean adopt(String key, Configuration changed) {
    configuration = changed;
    Settings.Ui ui = changed.settings().ui();
    return switch (LiveSetting.of(key)) {
      case EDITOR -> {
        EditorChoices keys = EditorChoices.of(ui, context.options().root(), handed);
        keys.problems().forEach(face::note);
        yield face.use(keys.settings());
      }
      case WINDOW -> face.use(ui.window());
      case LOOK -> face.use(ThemeSettings.wishes(ui.look(), context.home()));
      case ASKED_EACH_TIME -> true;
      case START -> false;
    };
  }

  static Palette.Wish colour(Settings.Ui ui) {
    if (ui.plain()) {
      return Palette.Wish.NEVER;
    }
    return switch (ui.color()) {
      case AUTO -> Palette.Wish.AUTO;
      case ALWAYS -> Palette.Wish.ALWAYS;
      case NEVER -> Palette.Wish.NEVER;
    };
  }

  /// What the configuration and the keys of the editor have to say.
  List<String> warnings() {
    var all = new ArrayList<>(configuration.warnings());
    all.addAll(editor.problems());
    return all;
  }

  /// Somebody else is told from now on.
  void warnTo(Consumer<String> told) {
    warnings = told;
  }

  /// Pictures that were handed over and belong to the next prompt.
  HandedPictures handed() {
    return handed;
  }

  /// Where a setting is used, and thereby when a change of it holds in a conversation at a
  /// terminal.
  private enum LiveSetting {
    /// The keys of the editor.
    EDITOR,
    /// The line of state, the title, what calls a person.
    WINDOW,
    /// Colours and signs.
    LOOK,
    /// Looked up whenever it matters.
    ASKED_EACH_TIME,
    /// Everything else is read once.
    START;

    static LiveSetting of(String key) {
      if (key.equals("editor.keys") || key.startsWith("keys.")) {
        return EDITOR;
      }
      if (key.startsWith("statusLine.")) {
        return WINDOW;
      }
      if (key.startsWith("theme.")) {
        return LOOK;
      }
      return switch (key) {
        case "ui.title", "ui.notify" -> WINDOW;
        case "ui.theme", "ui.colorBlind", "ui.symbolPreset" -> LOOK;
        case "ask.timeoutSeconds", "ask.notify", "jobs.unaskedTurns" -> ASKED_EACH_TIME;
        default -> START;
      };
    }
  }
}
