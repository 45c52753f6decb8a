package dev.tenon.cli.session;

import dev.tenon.cli.Engine;
import dev.tenon.cli.SetupException;
import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.config.Surroundings;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.model.Effort;
import dev.tenon.core.session.SessionContext;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.session.SessionRecollection;
import dev.tenon.core.session.SessionRecorder;
import dev.tenon.core.session.SessionStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The session behind a conversation: a new one, or the one that `--continue` or `--resume` names.
/// It is recorded before anybody else hears of an event.
public final class SessionSeat implements Consumer<AgentEvent>, AutoCloseable {
  private final Surroundings surroundings;
  private final SessionStore store;
  private final List<String> notes = new ArrayList<>();
  private final Consumer<String> problems;
  private SessionLog log;
  private @Nullable SessionContext found;
  private @Nullable SessionRecorder recorder;
  private @Nullable Path remembered;

  private SessionSeat(
      Surroundings surroundings, SessionStore store, SessionLog log, Consumer<String> problems) {
    this.surroundings = surroundings;
    this.store = store;
    this.log = log;
    this.problems = problems;
  }

  /// @param questions answers what is not clear
  /// @param problems is told when the session cannot be written
  static SessionSeat open(
      Surroundings surroundings, SessionChoice.Questions questions, Consumer<String> problems)
      throws SetupException {
    Arguments arguments = surroundings.arguments();
    var store = new SessionStore(surroundings.home());
    if (arguments.has(TenonCommandLine.NO_SESSION)) {
      return new SessionSeat(
          surroundings, store, SessionStore.inMemory(surroundings.root()), problems);
    }
    if (SessionChoice.wanted(arguments)) {
      return earlier(surroundings, store, questions, problems);
    }
    try {
      return new SessionSeat(surroundings, store, store.create(surroundings.root()), problems);
    } catch (IOException refused) {
      problems.accept(
          "this conversation cannot be kept under "
              + surroundings.home()
              + ": "
              + refused
              + "; --no-session says so beforehand");
      return new SessionSeat(
          surroundings, store, SessionStore.inMemory(surroundings.root()), problems);
    }
  }

  /// For a run that nobody watches.
  public static SessionSeat headless(Surroundings surroundings, Consumer<String> problems)
      throws SetupException {
    if (surroundings.arguments().has(TenonCommandLine.RESUME)
        && surroundings.arguments().text(TenonCommandLine.RESUME).isEmpty()) {
      throw SetupException.usage(
          "--resume needs the beginning of a session's id, or its file, where nobody can choose;"
              + " 'tenon sessions' lists them");
    }
    return open(surroundings, new Nobody(), problems);
  }

  /// Answers a question of the program, before the conversation begins.
  @FunctionalInterface
  public interface Person {
    String answer(String question) throws SetupException;
  }

  /// For a run that a person watches.
  public static SessionSeat attended(
      Surroundings surroundings, Person person, Consumer<String> problems) throws SetupException {
    return open(
        surroundings,
        new SessionChoice.Questions() {
          @Override
          public boolean possible() {
            return true;
          }

          @Override
          public String ask(String question) throws SetupException {
            return person.answer(question);
          }
        },
        problems);
  }

  private static final class Nobody implements SessionChoice.Questions {
    @Override
    public boolean possible() {
      return false;
    }

    @Override
    public String ask(String question) {
      return "";
    }
  }

  private static SessionSeat earlier(
      Surroundings surroundings,
      SessionStore store,
      SessionChoice.Questions questions,
      Consumer<String> problems)
      throws SetupException {
    try {
      SessionLog log = new SessionChoice(surroundings, store, questions).open();
      var seat = new SessionSeat(surroundings, store, log, problems);
      seat.look();
      return seat;
    } catch (IOException unusable) {
      throw SetupException.failure("the session cannot be used: " + unusable.getMessage());
    }
  }

  /// Sees what the session holds and what is wrong with it.
  private void look() throws IOException {
    SessionContext context = SessionContext.of(log);
    found = context;
    notes.clear();
    log.warnings().forEach(warning -> notes.add("session: " + warning));
    context.warnings().forEach(warning -> notes.add("session: " + warning));
    String cwd = log.header().cwd();
    if (!cwd.isEmpty() && !cwd.equals(surroundings.root().toString())) {
      notes.add("session: it was made in " + cwd + ", and goes on in " + surroundings.root());
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
  boolean kept() {
    return !surroundings.arguments().has(TenonCommandLine.NO_SESSION) && log.isKept();
  }

  /// Whether the person still has to say which session is meant (`--resume` alone).
  public boolean choiceOwed() {
    Arguments arguments = surroundings.arguments();
    return arguments.has(TenonCommandLine.RESUME)
        && arguments.text(TenonCommandLine.RESUME).isEmpty()
        && log.size() <= 2
        && log.messageCount() == 0;
  }

  /// The end of the conversation, for someone who comes back.
  public String replay() {
    return found == null ? "" : Replay.of(found);
  }

  SessionStore store() {
    return store;
  }

  Path root() {
    return surroundings.root();
  }

  /// The model that the session was held with, unless the command line names another.
  public Optional<String> model() {
    return (surroundings.arguments().has(TenonCommandLine.MODEL) && recorder == null)
            || found == null
        ? Optional.empty()
        : found.model();
  }

  /// The effort that the session was held with, unless the command line names another.
  public Optional<Effort> effort() {
    return surroundings.arguments().has(TenonCommandLine.EFFORT)
            || found == null
            || !found.levelChosen()
        ? Optional.empty()
        : Optional.of(found.effort());
  }

  /// Begins to record a conversation with this model.
  public void begin(Engine engine, String model, Effort effort, SessionRecorder.Prices prices) {
    engine.recollect(new SessionRecollection(() -> log));
    recorder =
        new SessionRecorder(
            log,
            model,
            new SessionRecorder.Surroundings(() -> checkpoint(engine), prices, problems));
    settle(model, effort);
  }

  private static @Nullable Checkpoint checkpoint(Engine engine) {
    return engine.journal().currentPrompt().orElse(null);
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

  SessionRecorder recorder() {
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

  /// Puts the conversation where the session is.
  public void restore(Conversation conversation) {
    if (found != null) {
      found.restore(conversation);
    }
  }

  /// Another session takes the place of this one.
  void use(SessionLog other) throws IOException {
    SessionLog before = log;
    log = other;
    look();
    recorder().use(other);
    remember();
    before.close();
  }

  /// The leaf has moved.
  void moved() throws IOException {
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
      new Breadcrumb(store.home(), surroundings.environment()).write(surroundings.root(), file);
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
