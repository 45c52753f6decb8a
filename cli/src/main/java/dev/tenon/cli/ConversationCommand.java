package dev.tenon.cli;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.command.HunkReview;
import dev.tenon.cli.config.Configuration;
import dev.tenon.cli.config.Settings;
import dev.tenon.cli.config.Surroundings;
import dev.tenon.cli.headless.Headless;
import dev.tenon.cli.headless.OutputFormat;
import dev.tenon.cli.headless.PipedInput;
import dev.tenon.cli.observe.Observers;
import dev.tenon.cli.session.SessionSeat;
import dev.tenon.cli.usage.UsageFile;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.model.Effort;
import dev.tenon.core.permission.Approver;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// `tenon` without a command: a conversation in the terminal, or one answer for a script.
final class ConversationCommand {
  /// How long a pipe that somebody left open may stay silent before it counts as no input.
  private static final Duration SILENT_PIPE = Duration.ofSeconds(3);

  private final Engine engine;
  private final Surroundings surroundings;
  private final Configuration configuration;
  private final Arguments arguments;
  private final Streams streams;

  ConversationCommand(
      Engine engine, Surroundings surroundings, Configuration configuration, Streams streams) {
    this.engine = engine;
    this.surroundings = surroundings;
    this.configuration = configuration;
    this.arguments = surroundings.arguments();
    this.streams = streams;
  }

  int run() throws SetupException, InterruptedException {
    boolean interactive = streams.tty().in() && !arguments.has(TenonCommandLine.PRINT);
    if (interactive && !arguments.has(TenonCommandLine.OUTPUT_FORMAT)) {
      return new InteractiveCommand(engine, surroundings, configuration, streams).run();
    }
    warn();
    String prompt = prompt();
    int code;
    try (SessionSeat seat = SessionSeat.headless(surroundings, this::note)) {
      for (String note : seat.takeNotes()) {
        note(note);
      }
      code = headless(openModel(seat), seat, prompt);
      int ended = engine.endBackground();
      if (ended > 0) {
        note(
            ended
                + (ended == 1 ? " background job" : " background jobs")
                + " ended with the conversation");
      }
    }
    if (engine.staged().isPresent()) {
      engine.stagedFile().save(engine.staged().get());
      int pending = HunkReview.pending(engine.staged().get());
      if (pending > 0) {
        note(pending + " hunks are staged; decide about them with 'tenon apply'");
      }
    }
    return code;
  }

  private void warn() {
    configuration.warnings().forEach(this::note);
    engine.warnings().forEach(this::note);
  }

  private void note(String warning) {
    streams.err().println("tenon: " + warning);
  }

  /// The model of the session that goes on, if it is still there; otherwise the configured one.
  private ModelOpener.Opened openModel(SessionSeat seat)
      throws SetupException, InterruptedException {
    ModelOpener.Opened model = SessionModel.open(engine, seat, this::note);
    Optional<String> record = arguments.text(TenonCommandLine.RECORD);
    return record.isEmpty()
        ? model
        : engine.models().recorded(model, Path.of(record.get()), this::note);
  }

  private int headless(ModelOpener.Opened model, SessionSeat seat, String prompt) {
    OutputFormat format =
        OutputFormat.of(arguments.text(TenonCommandLine.OUTPUT_FORMAT).orElse("text"));
    var face =
        new Headless(
            format,
            streams.tty().out() ? Headless.Streaming.LIVE : Headless.Streaming.FINAL,
            model.name(),
            model.info().price(),
            streams.out(),
            streams.err());
    Consumer<AgentEvent> listener = face;
    if (arguments.has(TenonCommandLine.DEBUG)) {
      listener = listener.andThen(new DebugLog(streams.err()));
    }
    if (arguments.has(TenonCommandLine.VERBOSE)) {
      listener = listener.andThen(new UsageLog(streams.err(), model.info().price()));
    }
    Settings settings = engine.settings();
    engine.models().meter().listen(new UsageFile(engine.home(), engine.root(), this::note));
    if (arguments.has(TenonCommandLine.DEBUG_WIRE)) {
      engine.models().tapWire(streams.err()::println);
    }
    if (RuleSetup.any(surroundings, settings)) {
      engine.use(
          new Extras(
              List.of(), new RuleSetup(surroundings, settings.rules()).load(this::note), null));
    }
    Effort effort = seat.effort().orElse(settings.effort());
    seat.begin(
        engine,
        model.name(),
        effort,
        name -> name.equals(model.name()) ? model.info().price() : null);
    Consumer<AgentEvent> shown = listener;
    try (var observers =
        Observers.of(settings.observation(), engine.home(), engine.models(), this::note)) {
      Conversation conversation =
          engine.converseOnce(
              model,
              settings.mode(),
              Approver.nobody(),
              event -> {
                seat.accept(event);
                shown.accept(event);
                observers.accept(event);
              });
      if (effort != settings.effort()) {
        conversation.use(conversation.setup().withEffort(effort));
      }
      seat.restore(conversation);
      return face.run(conversation, prompt);
    }
  }

  /// The prompt from the command line, with piped text as its context, or the piped text alone.
  private String prompt() throws SetupException, InterruptedException {
    String asked = arguments.text(TenonCommandLine.PRINT).or(() -> arguments.operand(0)).orElse("");
    String piped = piped(asked);
    long limit = engine.settings().historyBudget();
    if (asked.length() + (long) piped.length() > limit) {
      throw SetupException.usage(
          "the prompt is larger than "
              + limit
              + " bytes, which is all that a conversation holds (historyBudget); save it to a file"
              + " in the project and ask about that file");
    }
    String prompt = asked.isBlank() ? piped : piped.isBlank() ? asked : asked + "\n\n" + piped;
    if (prompt.isBlank()) {
      throw SetupException.usage("there is no prompt: give one with -p TEXT, or pipe one in");
    }
    return prompt;
  }

  private String piped(String asked) throws SetupException, InterruptedException {
    if (streams.tty().in()) {
      return "";
    }
    long limit = engine.settings().historyBudget();
    try {
      return asked.isBlank()
          ? PipedInput.read(streams.in(), limit)
          : PipedInput.readIfAny(streams.in(), limit, SILENT_PIPE);
    } catch (PipedInput.RefusedException refused) {
      throw SetupException.usage(String.valueOf(refused.getMessage()));
    } catch (IOException broken) {
      throw SetupException.failure("standard input cannot be read: " + broken.getMessage());
    }
  }
}
