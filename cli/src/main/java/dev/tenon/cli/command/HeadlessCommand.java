package dev.tenon.cli.command;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.args.WorkCommandLine;
import dev.tenon.cli.base.Attendant;
import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.headless.FormattedAnswer;
import dev.tenon.cli.headless.Headless;
import dev.tenon.cli.headless.OutputFormat;
import dev.tenon.cli.headless.PipedInput;
import dev.tenon.cli.slash.GoalCommand;
import dev.tenon.cli.terminal.render.Abilities;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.review.ReviewModel;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.evidence.Goal;
import dev.tenon.core.evidence.GoalException;
import dev.tenon.core.evidence.WorkPlan;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.rule.StreamRules;
import dev.tenon.core.text.IoFailure;
import dev.tenon.core.workflow.Consensus;
import dev.tenon.engine.ConversationFace;
import dev.tenon.engine.ConversationOptions;
import dev.tenon.engine.Project;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.StreamRuleLoader;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.content.Questioned;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionQuestions;
import dev.tenon.engine.usage.UsageLog;
import dev.tenon.engine.workflow.ConversationWorkflows;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One answer for a script: the prompt comes from the command line and from standard input.
final class HeadlessCommand implements ConversationCommand.Driver {
  /// How long a pipe that somebody left open may stay silent before it counts as no input.
  private static final Duration SILENT_PIPE = Duration.ofSeconds(3);

  /// The exit code of a plan on which nobody agrees.
  private static final int STUCK = 3;

  private static final Duration STOPPING = Duration.ofSeconds(5);

  private final ConversationCommand command;
  private final Configuration configuration;
  private final LaunchContext context;
  private final Arguments arguments;
  private final Streams streams;
  private String prompt = "";
  private @Nullable WorkPlan approved;

  HeadlessCommand(
      ConversationCommand command,
      Configuration configuration,
      LaunchContext context,
      Streams streams) {
    this.command = command;
    this.configuration = configuration;
    this.context = context;
    this.arguments = context.arguments();
    this.streams = streams;
  }

  @Override
  public ConversationOptions.Attendance attendance() {
    return ConversationOptions.Attendance.SINGLE_PROMPT;
  }

  @Override
  public Duration patience() {
    return STOPPING;
  }

  @Override
  public void begin() {}

  @Override
  public void ask(Questioned content) {}

  @Override
  public OptionalInt begin(Project project) throws SetupException, InterruptedException {
    configuration.warnings().forEach(command::note);
    project.warnings().forEach(command::note);
    try {
      GoalCommand.criteria(arguments.texts(WorkCommandLine.CHECK));
    } catch (GoalException refused) {
      throw SetupException.usage(String.valueOf(refused.getMessage()));
    }
    approved = approved(project);
    prompt = prompt();
    return OptionalInt.empty();
  }

  @Override
  public @Nullable StreamRules rules(StreamRuleLoader setup) {
    return setup.load(command::note);
  }

  @Override
  public SessionQuestions questions() {
    return SessionQuestions.nobody("--fork");
  }

  @Override
  public void begin(ActiveSession session) {
    for (String note : session.takeNotes()) {
      command.note(note);
    }
  }

  /// Null where there are no styles: then the answer stays as it was written.
  private @Nullable FormattedAnswer formatted() {
    Palette palette =
        Palette.choose(
            InteractiveCommand.colour(configuration.settings().ui()),
            context.environment(),
            streams.out().reach());
    var look =
        new DisplayOptions(
                palette, Glyphs.of(streams.out().charset()), DisplayOptions.Thinking.HIDDEN)
            .with(Abilities.of(context.environment()));
    return palette.isPlain() ? null : new FormattedAnswer(streams.out(), look);
  }

  @Override
  public int drive(ProjectConversation conversation) {
    ModelOpener.Opened model = conversation.selection().model();
    var face =
        new Headless(
            OutputFormat.of(arguments.text(TenonCommandLine.OUTPUT_FORMAT).orElse("text")),
            streams.tty().out() ? Headless.Streaming.LIVE : Headless.Streaming.FINAL,
            model.name(),
            model.info().price(),
            streams.tty().out() ? formatted() : null,
            streams.out(),
            streams.err());
    Consumer<AgentEvent> listener = face;
    if (arguments.has(TenonCommandLine.VERBOSE)) {
      listener = listener.andThen(new UsageLog(streams.err()::note, model.info().price()));
    }
    Attendant attendant = Attendant.current();
    var listening =
        new ConversationFace(
            listener.andThen(attendant.events()),
            attendant.approver(),
            attendant.asker(),
            command::note);
    Conversation live = command.start(conversation, listening, streams.err()::json);
    face.showing(() -> conversation.plan().pending());
    face.keeping(
        () -> conversation.session().filter(ActiveSession::kept).map(kept -> kept.log().id()));
    int code = face.run(live, approved == null ? prompt : executing(conversation, approved));
    return code == 0 ? reached(conversation) : code;
  }

  private String executing(ProjectConversation conversation, WorkPlan plan) {
    String work = conversation.plan().approve(plan, command::note);
    if (!plan.checks().isEmpty()) {
      conversation.offerGoals();
    }
    return prompt.isBlank() ? work : work + "\n\n" + prompt;
  }

  /// The plan of the command line.
  private @Nullable WorkPlan approved(Project project) throws SetupException {
    String name = arguments.text(WorkCommandLine.PLAN).orElse(null);
    if (name == null) {
      return null;
    }
    if (project.mode() == Mode.PLAN) {
      throw SetupException.usage(
          "--plan carries a plan out, and mode plan changes nothing; choose another with"
              + " --permission-mode");
    }
    try {
      return WorkPlan.approved(Files.readString(Path.of(name)));
    } catch (WorkPlan.PlanException refused) {
      throw SetupException.usage("the plan " + name + " is refused: " + refused.getMessage());
    } catch (CharacterCodingException binary) {
      throw SetupException.usage("the plan " + name + " is not UTF-8 text");
    } catch (IOException unreadable) {
      throw SetupException.usage(
          "the plan " + name + " cannot be read: " + IoFailure.reason(unreadable));
    }
  }

  /// A goal of the command line that was not proved is a failure.
  private int reached(ProjectConversation conversation) {
    if (conversation.flow().called().filter(ConversationWorkflows::isStuck).isPresent()) {
      command.note(Consensus.STUCK + ": 'tenon workflow list' shows the plan and its reviews");
      return STUCK;
    }
    boolean wanted =
        arguments.has(WorkCommandLine.GOAL)
            || arguments.has(WorkCommandLine.CHECK)
            || (approved != null && !approved.checks().isEmpty());
    if (!wanted) {
      // Required by the settings; the person has been told.
      return conversation.evidence().unmet().isEmpty() ? 0 : 1;
    }
    Goal goal = conversation.evidence().goals().goal().orElse(null);
    List<String> problems = unproved(goal);
    problems.forEach(command::note);
    return problems.isEmpty() ? 0 : 1;
  }

  /// Why the goal of a person counts as not reached; empty if it is.
  static List<String> unproved(@Nullable Goal goal) {
    if (goal == null) {
      return List.of("the goal is not proved");
    }
    if (!goal.isPersons()) {
      return List.of("the goal is not proved; there is another one: " + goal.summary());
    }
    if (goal.state() != Goal.State.COMPLETE) {
      return List.of("the goal is not proved; it is " + goal.summary());
    }
    return goal.givenUp().stream().map(line -> "the goal is not proved; " + line).toList();
  }

  @Override
  public void end(Project project, int endedJobs) throws SetupException {
    if (endedJobs > 0) {
      command.note(
          endedJobs
              + (endedJobs == 1 ? " background job" : " background jobs")
              + " ended with the conversation");
    }
    if (project.staged().isPresent()) {
      project.keepStaged();
      int pending = ReviewModel.pending(project.staged().get());
      if (pending > 0) {
        command.note(pending + " hunks are staged; decide about them with 'tenon apply'");
      }
    }
  }

  /// The prompt from the command line, with piped text as its context, or the piped text alone.
  private String prompt() throws SetupException, InterruptedException {
    String asked = arguments.text(TenonCommandLine.PRINT).or(() -> arguments.operand(0)).orElse("");
    String piped = piped(asked);
    long limit = configuration.settings().historyBudget();
    if (asked.length() + (long) piped.length() > limit) {
      throw SetupException.usage(
          "the prompt is larger than "
              + limit
              + " bytes, which is all that a conversation holds (historyBudget); save it to a file"
              + " in the project and ask about that file");
    }
    String whole = asked.isBlank() ? piped : piped.isBlank() ? asked : asked + "\n\n" + piped;
    if (whole.isBlank() && approved == null) {
      throw SetupException.usage("there is no prompt: give one with -p TEXT, or pipe one in");
    }
    return whole;
  }

  private String piped(String asked) throws SetupException, InterruptedException {
    if (streams.tty().in()) {
      return "";
    }
    long limit = configuration.settings().historyBudget();
    try {
      return asked.isBlank()
          ? PipedInput.read(streams.in(), limit)
          : PipedInput.readIfAny(streams.in(), limit, SILENT_PIPE);
    } catch (PipedInput.RefusedException refused) {
      throw SetupException.usage(String.valueOf(refused.getMessage()));
    } catch (IOException broken) {
      throw SetupException.failure("standard input cannot be read: " + IoFailure.named(broken));
    }
  }
}
