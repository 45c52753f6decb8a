package dev.tenon.cli;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.command.HunkReview;
import dev.tenon.cli.config.ConfigException;
import dev.tenon.cli.config.Configuration;
import dev.tenon.cli.config.Consent;
import dev.tenon.cli.config.ProjectRequest;
import dev.tenon.cli.config.Restriction;
import dev.tenon.cli.config.Settings;
import dev.tenon.cli.config.Surroundings;
import dev.tenon.cli.observe.Observers;
import dev.tenon.cli.session.SessionCommands;
import dev.tenon.cli.session.SessionSeat;
import dev.tenon.cli.session.TreeCommand;
import dev.tenon.cli.terminal.AskTiming;
import dev.tenon.cli.terminal.Beside;
import dev.tenon.cli.terminal.BuiltinCommands;
import dev.tenon.cli.terminal.CommandException;
import dev.tenon.cli.terminal.Desk;
import dev.tenon.cli.terminal.FaceSettings;
import dev.tenon.cli.terminal.SlashCommand;
import dev.tenon.cli.terminal.TerminalFace;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.Look;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.render.UsageRenderer;
import dev.tenon.cli.usage.UsageFile;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.Setup;
import dev.tenon.core.model.Effort;
import dev.tenon.core.model.ModelInfo;
import dev.tenon.core.model.Pricing;
import dev.tenon.core.model.Usage;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.rule.StreamRules;
import dev.tenon.core.tool.Asker;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The conversation in the terminal: wires the face to the engine, with the commands that change
/// the model and the mode.
final class InteractiveCommand {
  private final Surroundings surroundings;
  private final Streams streams;
  private final Arguments arguments;
  private Configuration configuration;
  private Engine engine;
  private ModelOpener.Opened model;
  private Mode mode;
  private final OwnCommands own;
  private Approver approver = Approver.nobody();
  private final SessionSeat seat;
  private volatile Consumer<String> warnings = this::note;
  private final Companions companions;
  private @Nullable Observers observers;

  InteractiveCommand(
      Engine engine, Surroundings surroundings, Configuration configuration, Streams streams)
      throws SetupException, InterruptedException {
    this.engine = engine;
    this.surroundings = surroundings;
    this.configuration = configuration;
    this.arguments = surroundings.arguments();
    this.streams = streams;
    if (askForConsent()) {
      this.engine = Engine.open(surroundings, this.configuration.settings(), reopened());
    }
    this.companions = new Companions(settings().dialog(), rules());
    this.mode = settings().mode();
    this.seat = SessionSeat.attended(surroundings, this::answer, this::note);
    this.model = recorded(SessionModel.open(this.engine, seat, this::note));
    this.own = this.engine.ownCommands();
  }

  /// The stream rules, after the person was asked about the project's.
  private @Nullable StreamRules rules() throws SetupException {
    if (!RuleSetup.any(surroundings, settings())) {
      return null;
    }
    var setup = new RuleSetup(surroundings, settings().rules());
    Optional<String> question = setup.question();
    if (question.isPresent() && streams.tty().out()) {
      PrintStream out = streams.out();
      out.println(question.get());
      out.print("Use them from now on, until one changes? [y/N] ");
      out.flush();
      String answer = readLine().strip().toLowerCase(Locale.ROOT);
      boolean yes = answer.equals("y") || answer.equals("yes");
      try {
        setup.decide(yes ? Consent.Decision.ACCEPTED : Consent.Decision.DECLINED);
      } catch (IOException unwritable) {
        throw SetupException.failure("the answer cannot be kept: " + unwritable.getMessage());
      }
    }
    return setup.load(warning -> warnings.accept(warning));
  }

  int run() {
    configuration.warnings().forEach(this::note);
    engine.warnings().forEach(this::note);
    seat.takeNotes().forEach(this::note);
    Settings settings = settings();
    var face =
        new TerminalFace(
            new FaceSettings(
                new FaceSettings.Banner(
                    Version.NUMBER, model.name(), engine.root().toString(), mode.label()),
                streams.tty().out() ? FaceSettings.Output.TERMINAL : FaceSettings.Output.REDIRECTED,
                engine.home().resolve("prompts"),
                surroundings.environment(),
                colour(settings.ui().color()),
                Look.Thinking.SHORT,
                settings.ui().spinner() ? Look.Waiting.MOVING : Look.Waiting.STILL,
                arguments.has(TenonCommandLine.VERBOSE)
                    ? UsageRenderer.Showing.SHOWN
                    : UsageRenderer.Showing.SILENT,
                (name, usage) -> cost(name, usage),
                commands(),
                new FaceSettings.Hooks(
                    this::afterPrompt, engine::filesLike, beside(), new Asking())));
    String first = seat.choiceOwed() ? "/resume" : arguments.operand(0).orElse("");
    int code = face.run(this::converse, first);
    engine.endBackground();
    keepStaged();
    seat.close();
    if (observers != null) {
      observers.close();
    }
    return code;
  }

  private String answer(String question) throws SetupException {
    streams.out().print(question + " ");
    streams.out().flush();
    return readLine().strip();
  }

  private Settings settings() {
    return configuration.settings();
  }

  private Conversation converse(
      Consumer<AgentEvent> events, Approver asking, Asker asker, Consumer<String> diagnostics) {
    approver = asking;
    warnings = diagnostics;
    engine.use(companions.extras(asker));
    engine.models().meter().listen(new UsageFile(engine.home(), engine.root(), diagnostics));
    if (arguments.has(TenonCommandLine.DEBUG_WIRE)) {
      engine.models().tapWire(diagnostics);
    }
    Consumer<AgentEvent> listener = events;
    if (arguments.has(TenonCommandLine.DEBUG)) {
      listener = listener.andThen(new DebugLog(lines(diagnostics)));
    }
    observers = Observers.of(settings().observation(), engine.home(), engine.models(), diagnostics);
    seat.begin(engine, model.name(), effort(), this::price);
    Conversation conversation =
        engine.converse(model, mode, approver, seat.andThen(listener).andThen(observers));
    conversation.use(setup());
    conversation.whenRestored(companions::resumed);
    seat.restore(conversation);
    seat.replay().lines().forEach(diagnostics);
    return conversation;
  }

  /// Takes over the model of the session that the conversation is in now.
  private void adopt(Desk desk) throws CommandException, InterruptedException {
    try {
      if (seat.model().filter(name -> !name.equals(model.name())).isPresent()) {
        model = recorded(SessionModel.open(engine, seat, desk::print));
      }
    } catch (SetupException unusable) {
      throw new CommandException(String.valueOf(unusable.getMessage()));
    }
    desk.conversation().use(setup());
    seat.adopted(model.name(), effort());
  }

  private Effort effort() {
    return seat.effort().orElse(settings().effort());
  }

  private @Nullable Pricing price(String name) {
    try {
      return engine.models().catalog().describe(name).price();
    } catch (SetupException unusable) {
      return null;
    }
  }

  private Beside beside() {
    return new Beside() {
      @Override
      public int unaskedTurns() {
        return settings().jobs().unaskedTurns();
      }

      @Override
      public int run(String command, Sharing sharing, Consumer<String> output)
          throws IOException, InterruptedException {
        return own.run(command, sharing, output);
      }

      @Override
      public void clear() {
        engine.background().clear();
      }
    };
  }

  private List<SlashCommand> commands() {
    var commands = new ArrayList<SlashCommand>(new JournalCommands(engine.journal()).list());
    commands.addAll(conversationCommands());
    commands.add(new JobCommands(engine.background()).slash());
    commands.add(new TodoCommand(companions.todo(), engine.root(), engine::tellModel).slash());
    commands.add(new UsageSlash(engine.models().meter(), engine.home()).slash());
    var look = new Look(Palette.COLOURED, Glyphs.of(StandardCharsets.UTF_8), Look.Thinking.SHORT);
    commands.addAll(new SessionCommands(seat, look, this::adopt).list());
    commands.add(
        new TreeCommand(
                seat,
                look,
                engine.staged().isPresent() ? Optional.empty() : Optional.of(engine.journal()),
                this::adopt)
            .slash());
    commands.addAll(ContextCommands.list(() -> model.info(), settings().compaction()));
    engine.staged().ifPresent(staged -> commands.add(new ReviewCommand(engine, staged).slash()));
    return commands;
  }

  /// While edits are staged, each prompt is followed by their review.
  private String afterPrompt() {
    return engine.staged().filter(staged -> HunkReview.pending(staged) > 0).isPresent()
        ? "/review"
        : "";
  }

  private void keepStaged() {
    if (engine.staged().isEmpty()) {
      return;
    }
    try {
      engine.stagedFile().save(engine.staged().get());
    } catch (SetupException refused) {
      note(String.valueOf(refused.getMessage()));
    }
  }

  private List<SlashCommand> conversationCommands() {
    return List.of(
        BuiltinCommands.model(
            () -> model.name(),
            this::modelNames,
            (name, current) -> {
              try {
                model = open(Optional.of(name));
                seat.modelChanged(model.name());
              } catch (SetupException unusable) {
                throw new CommandException(String.valueOf(unusable.getMessage()));
              } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return current;
              }
              return setup();
            }),
        BuiltinCommands.mode(() -> mode, this::inMode),
        PermissionCommands.permissions(engine.rules(), () -> mode, this::inMode));
  }

  private Setup inMode(String label, Setup current) {
    mode = Mode.valueOf(label.toUpperCase(Locale.ROOT));
    return setup();
  }

  /// How long questions of the model wait: as configured, and for ever in plan mode.
  private final class Asking implements AskTiming {
    @Override
    public Duration patience() {
      return mode == Mode.PLAN
          ? Duration.ZERO
          : Duration.ofSeconds(settings().dialog().askTimeoutSeconds());
    }

    @Override
    public boolean rings() {
      return settings().dialog().askNotify();
    }
  }

  private Setup setup() {
    return engine.setup(model, mode, approver).withEffort(effort());
  }

  private List<String> modelNames() {
    try {
      return engine.models().catalog().list().stream().map(ModelInfo::name).toList();
    } catch (SetupException unusable) {
      // The models section of the configuration is broken; that was reported at the start.
      return List.of();
    }
  }

  private ModelOpener.Opened open(Optional<String> name)
      throws SetupException, InterruptedException {
    return recorded(name.isPresent() ? engine.models().open(name.get()) : engine.models().open());
  }

  private ModelOpener.Opened recorded(ModelOpener.Opened opened) throws SetupException {
    Optional<String> record = arguments.text(TenonCommandLine.RECORD);
    return record.isEmpty()
        ? opened
        : engine.models().recorded(opened, Path.of(record.get()), this::note);
  }

  private OptionalDouble cost(String name, Usage usage) {
    try {
      return engine.models().catalog().describe(name).pricing().stream()
          .mapToDouble(price -> price.cost(usage))
          .findFirst();
    } catch (SetupException unusable) {
      return OptionalDouble.empty();
    }
  }

  /// Asks about what the project's own configuration wants and may not have unasked. Answers
  /// whether the configuration has changed.
  private boolean askForConsent() throws SetupException {
    Optional<ProjectRequest> request = configuration.openRequest();
    if (request.isEmpty() || !streams.tty().out()) {
      return false;
    }
    PrintStream out = streams.out();
    out.println(request.get().file() + " of this project asks for what only you can allow:");
    for (Restriction want : request.get().wants()) {
      out.println("  " + want.describe());
    }
    out.print("Allow it from now on, until the file changes? [y/N] ");
    out.flush();
    String answer = readLine().strip().toLowerCase(Locale.ROOT);
    boolean yes = answer.equals("y") || answer.equals("yes");
    try {
      new Consent(surroundings.home())
          .remember(request.get(), yes ? Consent.Decision.ACCEPTED : Consent.Decision.DECLINED);
      configuration = Configuration.load(surroundings);
      return true;
    } catch (IOException unwritable) {
      throw SetupException.failure("the answer cannot be kept: " + unwritable.getMessage());
    } catch (ConfigException changed) {
      throw SetupException.usage(String.valueOf(changed.getMessage()));
    }
  }

  private ModelOpener reopened() {
    return new ModelOpener(configuration, surroundings.environment(), Path.of(""));
  }

  /// One line, byte by byte, so that nothing typed ahead is taken from the terminal.
  private String readLine() throws SetupException {
    var line = new ByteArrayOutputStream();
    try {
      for (int b = streams.in().read(); b >= 0 && b != '\n'; b = streams.in().read()) {
        line.write(b);
      }
    } catch (IOException broken) {
      throw SetupException.failure("the terminal cannot be read: " + broken.getMessage());
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  private static Palette.Wish colour(Settings.Color color) {
    return switch (color) {
      case AUTO -> Palette.Wish.AUTO;
      case ALWAYS -> Palette.Wish.ALWAYS;
      case NEVER -> Palette.Wish.NEVER;
    };
  }

  private void note(String warning) {
    streams.err().println("tenon: " + warning);
  }

  /// A stream that hands over whole lines.
  private static PrintStream lines(Consumer<String> consumer) {
    return new PrintStream(
        new OutputStream() {
          private final ByteArrayOutputStream line = new ByteArrayOutputStream();

          @Override
          public void write(int b) {
            if (b == '\n') {
              consumer.accept(line.toString(StandardCharsets.UTF_8));
              line.reset();
            } else {
              line.write(b);
            }
          }
        },
        true,
        StandardCharsets.UTF_8);
  }
}
