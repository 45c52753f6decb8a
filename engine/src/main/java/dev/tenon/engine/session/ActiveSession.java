package dev.tenon.engine.session;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.model.Effort;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.SessionContext;
import dev.tenon.core.session.SessionHistorySearch;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.session.SessionRecorder;
import dev.tenon.core.session.SessionStore;
import dev.tenon.core.text.IoFailure;
import dev.tenon.core.text.Sha256;
import dev.tenon.core.tool.HistorySearch;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.problem.QuotedValue;
import dev.tenon.engine.problem.SetupException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The session behind a conversation: a new one, or the earlier one that was asked for. It is
/// recorded before anybody else hears of an event.
public final class ActiveSession implements Consumer<AgentEvent>, AutoCloseable {
  /// Tools that a note names.
  private static final int MOST_MISSING = 5;

  private static final String PLAN = "plan";

  private final ProjectOptions options;
  private final SessionRequest request;
  private final SessionStore store;
  private final List<String> notes = new ArrayList<>();
  private final Consumer<String> problems;
  private SessionLog log;
  private @Nullable SessionContext found;
  private @Nullable SessionRecorder recorder;
  private @Nullable Path remembered;
  private volatile @Nullable String earlier;
  private boolean fromElsewhere;
  private boolean planning;
  private volatile Instant since = Instant.EPOCH;

  private ActiveSession(
      ProjectOptions options,
      SessionRequest request,
      SessionStore store,
      SessionLog log,
      Consumer<String> problems) {
    this.options = options;
    this.request = request;
    this.store = store;
    this.log = log;
    this.problems = problems;
  }

  /// @param options the project that the session belongs to
  /// @param questions answers what is not clear
  /// @param problems is told when the session cannot be written
  public static ActiveSession open(
      ProjectOptions options,
      SessionRequest request,
      SessionQuestions questions,
      Consumer<String> problems)
      throws SetupException {
    return open(options, request, new SessionStore(options.home()), questions, problems);
  }

  /// The same with another place for sessions.
  public static ActiveSession open(
      ProjectOptions options,
      SessionRequest request,
      SessionStore store,
      SessionQuestions questions,
      Consumer<String> problems)
      throws SetupException {
    if (request.start() == SessionRequest.Start.CHOSEN_LATER && !questions.possible()) {
      throw SetupException.usage(
          "--resume needs the beginning of a session's id, or its file, where nobody can choose;"
              + " 'tenon sessions' lists them");
    }
    if (request.start() == SessionRequest.Start.UNKEPT) {
      return new ActiveSession(
          options, request, store, SessionStore.inMemory(options.root()), problems);
    }
    if (request.isEarlier()) {
      return earlier(options, request, store, questions, problems);
    }
    try {
      return new ActiveSession(options, request, store, store.create(options.root()), problems);
    } catch (IOException refused) {
      problems.accept(
          "this conversation cannot be kept under "
              + options.home()
              + ": "
              + IoFailure.named(refused)
              + "; --no-session says so beforehand");
      return new ActiveSession(
          options, request, store, SessionStore.inMemory(options.root()), problems);
    }
  }

  private static ActiveSession earlier(
      ProjectOptions options,
      SessionRequest request,
      SessionStore store,
      SessionQuestions questions,
      Consumer<String> problems)
      throws SetupException {
    try {
      var choice = new SessionChoice(options, request, store, questions);
      SessionLog log = choice.open();
      var session = new ActiveSession(options, request, store, log, problems);
      session.fromElsewhere = choice.isFromElsewhere();
      session.look();
      return session;
    } catch (IOException unusable) {
      throw SetupException.failure("the session cannot be used: " + unusable.getMessage());
    }
  }

  /// Sees what the session holds and what is wrong with it.
  private void look() throws IOException {
    SessionContext context = SessionContext.of(log);
    found = context;
    planning = context.mode().equals(PLAN);
    notes.clear();
    log.warnings().forEach(warning -> notes.add("session: " + warning));
    context.warnings().forEach(warning -> notes.add("session: " + warning));
    String cwd = log.header().cwd();
    if (!cwd.isEmpty() && !cwd.equals(options.root().toString())) {
      notes.add("session: it was made in " + cwd + ", and goes on in " + options.root());
    }
  }

  /// What a person should know about the session, once.
  public List<String> takeNotes() {
    var taken = List.copyOf(notes);
    notes.clear();
    return taken;
  }

  public SessionLog log() {
    return log;
  }

  /// Whether the conversation is kept on disk.
  public boolean kept() {
    return request.start() != SessionRequest.Start.UNKEPT && log.isKept();
  }

  /// Whether the person still has to say which session is meant (`--resume` alone).
  public boolean choiceOwed() {
    return request.start() == SessionRequest.Start.CHOSEN_LATER
        && log.size() <= 2
        && log.messageCount() == 0;
  }

  /// What the session held when it was taken up; empty for a new one.
  public Optional<SessionContext> context() {
    return Optional.ofNullable(found);
  }

  public SessionStore store() {
    return store;
  }

  public Path root() {
    return options.root();
  }

  /// The model that the session was held with, unless the command line names another: that one
  /// stays, also when another session takes the place of this one.
  public Optional<String> model() {
    return request.model() == SessionRequest.Taking.AS_GIVEN || found == null
        ? Optional.empty()
        : found.model();
  }

  /// What to tell of the model that the session was held with and that the command line overrules.
  ///
  /// @param used the full name of the model that answers
  public Optional<String> overruled(String used) {
    return request.model() == SessionRequest.Taking.AS_GIVEN && found != null
        ? found
            .model()
            .filter(held -> !held.equals(used))
            .map(
                held ->
                    "session: going on with "
                        + used
                        + ", because --model was given, and not with "
                        + held
                        + ", with which it was held (/model changes it)")
        : Optional.empty();
  }

  /// Whether it is a file that does not lie among Tenon's own. What such a file says of models is
  /// told and not followed.
  public boolean isFromElsewhere() {
    return fromElsewhere;
  }

  /// The effort that the session was held with, unless the command line names another, or the file
  /// is from elsewhere.
  public Optional<Effort> effort() {
    return request.effort() == SessionRequest.Taking.AS_GIVEN
            || fromElsewhere
            || found == null
            || !found.levelChosen()
        ? Optional.empty()
        : Optional.of(found.effort());
  }

  /// Whether the session was left while its conversation only planned.
  public boolean isPlanning() {
    return found != null && found.mode().equals(PLAN) && !fromElsewhere;
  }

  /// Notes that the conversation only plans from here on, or does so no more; other modes are none
  /// of the session's business.
  public void inMode(Mode mode) {
    boolean plans = mode == Mode.PLAN;
    if (plans != planning) {
      planning = plans;
      keep(new Entry.ModeChanged(plans ? PLAN : SessionContext.DEFAULT_MODE, null));
    }
  }

  /// Begins to record a conversation with this model.
  ///
  /// @param journal names the checkpoint of the prompt that runs
  public void begin(Journal journal, String model, Effort effort, SessionRecorder.Prices prices) {
    recorder =
        new SessionRecorder(
            log,
            model,
            new SessionRecorder.Surroundings(
                () -> journal.currentPrompt().orElse(null), prices, problems));
    settle(model, effort);
  }

  /// Where long outputs of its commands are kept; empty when the session is not on disk. Nothing is
  /// written beside a file that does not lie among Tenon's own.
  ///
  /// @param elsewhere below this, then
  public Optional<Path> outputs(Path elsewhere) {
    Path file = log.file().orElse(null);
    if (file == null) {
      return Optional.empty();
    }
    return Optional.of(
        SessionChoice.isOwn(store, file)
            ? SessionStore.artifactsOf(file)
            : elsewhere.resolve("file-" + Sha256.of(file.toString()).substring(0, 16)));
  }

  /// Lets a model look up what was said before.
  public HistorySearch historySearch() {
    return new SessionHistorySearch(() -> log);
  }

  /// The conversation goes on with these.
  public void adopted(String model, Effort effort) {
    settle(model, effort);
  }

  /// Notes model and effort as far as the session does not know them.
  private void settle(String model, Effort effort) {
    SessionContext context = found;
    if (context == null || !model.equals(context.models().get(SessionContext.DEFAULT_ROLE))) {
      recorder().model(model);
    }
    boolean known =
        (context == null || !context.levelChosen())
            ? effort == Effort.DEFAULT
            : effort == context.effort();
    if (!known) {
      recorder().thinkingLevel(effort.name().toLowerCase(Locale.ROOT));
    }
  }

  private SessionRecorder recorder() {
    SessionRecorder open = recorder;
    if (open == null) {
      throw new IllegalStateException("no conversation yet");
    }
    return open;
  }

  /// The person goes on with another model.
  public void modelChanged(String name) {
    recorder().model(name);
  }

  /// The person goes on with another effort.
  public void effortChanged(Effort effort) {
    recorder().thinkingLevel(effort.name().toLowerCase(Locale.ROOT));
  }

  /// Keeps something of a part of Tenon.
  public void keep(Entry.Body body) {
    recorder().write(body);
  }

  /// Puts the conversation where the session is.
  public void restore(Conversation conversation) {
    if (found != null) {
      found.restore(conversation);
      List<String> taken = found.selectedTools();
      if (taken != null) {
        noteMissing(conversation.setup().tools().shelf().missing(taken));
      }
    }
  }

  /// What was taken from the shelf and is not there any more.
  private void noteMissing(List<String> tools) {
    if (tools.isEmpty()) {
      return;
    }
    int shown = Math.min(tools.size(), MOST_MISSING);
    var names = new ArrayList<String>();
    tools.subList(0, shown).forEach(name -> names.add(QuotedValue.of(name)));
    notes.add(
        "session: it had taken tools that are not here now: "
            + String.join(", ", names)
            + (shown < tools.size() ? " and " + (tools.size() - shown) + " more" : "")
            + "; it goes on without them");
  }

  /// Another session takes the place of this one.
  public void use(SessionLog other) throws IOException {
    SessionLog before = log;
    if (kept() && before.messageCount() > 0) {
      earlier = before.id();
    }
    log = other;
    since = Instant.now();
    fromElsewhere = other.file().filter(file -> !SessionChoice.isOwn(store, file)).isPresent();
    look();
    recorder().use(other);
    remember();
    before.close();
  }

  /// The id of the last session that was kept and left for another one.
  public Optional<String> earlier() {
    return Optional.ofNullable(earlier);
  }

  /// Since when it is this session that is talked in; of the first one: since ever.
  public Instant since() {
    return since;
  }

  /// The leaf has moved.
  public void moved() throws IOException {
    look();
    notes.clear();
  }

  @Override
  public void accept(AgentEvent event) {
    recorder().accept(event);
    if (event instanceof AgentEvent.MessageAppended) {
      remember();
    }
  }

  private void remember() {
    Path file = log.file().orElse(null);
    if (file != null && !file.equals(remembered)) {
      remembered = file;
      new LastTerminalSession(store.home(), options.environment()).write(options.root(), file);
    }
  }

  @Override
  public void close() {
    try {
      log.close();
    } catch (IOException unwritten) {
      problems.accept("the session cannot be closed: " + unwritten.getMessage());
    }
  }
}
