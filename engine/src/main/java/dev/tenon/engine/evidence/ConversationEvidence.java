package dev.tenon.engine.evidence;

import dev.tenon.core.agent.EndGuard;
import dev.tenon.core.change.CommandRunner;
import dev.tenon.core.change.Editing;
import dev.tenon.core.change.effects.TreeFingerprints;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.review.StagedCheckpoint;
import dev.tenon.core.change.review.StagedEditing;
import dev.tenon.core.evidence.Check;
import dev.tenon.core.evidence.CheckLog;
import dev.tenon.core.evidence.Evidence;
import dev.tenon.core.evidence.Goal;
import dev.tenon.core.evidence.GoalBook;
import dev.tenon.core.evidence.Receipt;
import dev.tenon.core.evidence.Receipts;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.json.Json;
import dev.tenon.core.session.Entry;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.config.Settings;
import dev.tenon.engine.session.ActiveSession;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What a conversation can prove: its checks and its goal, which live as long as it does and come
/// back with its session, and the guard at the end of its prompts. Safe for several threads.
public final class ConversationEvidence implements EndGuard {
  private static final Duration LONGEST = Duration.ofMinutes(30);
  private static final int MOST_REMINDERS = 2;
  private static final int MOST_REQUESTS = 6;
  private static final int OUTPUT = 4000;

  private final Journal journal;
  private final Editing editing;
  private final Path root;
  private final Settings.Goals settings;
  private final CheckLog checks;
  private final GoalBook goals;
  private final @Nullable ActiveSession session;
  private volatile Consumer<String> told = line -> {};
  private volatile @Nullable CommandRunner runner;
  private volatile Supplier<String> workflow = () -> "";
  private volatile String unmet = "";
  private int reminders;

  /// @param session where it is kept; null: nowhere
  public ConversationEvidence(
      Journal journal,
      Editing editing,
      Path root,
      Settings.Goals settings,
      @Nullable ActiveSession session) {
    this.journal = journal;
    this.editing = editing;
    this.root = root;
    this.settings = settings;
    this.session = session;
    this.checks = new CheckLog(journal, root, check -> keep(Check.ENTRY, check.toJson()));
    this.goals = new GoalBook(this::changed);
    goals.heldBy(this::held);
  }

  private void keep(String type, Json data) {
    if (session != null) {
      session.keep(new Entry.Custom(type, data));
    }
  }

  private void changed(Goal goal) {
    keep(Goal.ENTRY, goal.toJson());
    watch(goal);
    if (goal.state() == Goal.State.UNVERIFIED) {
      told.accept(
          "the goal is unverified: it was said to be reached "
              + goal.refusals()
              + " times and never proved ("
              + goal.text()
              + "); /goal shows it, /goal resume takes it up again");
    }
  }

  private void watch(@Nullable Goal goal) {
    checks.watch(
        goal != null && (goal.isOpen() || goal.state() == Goal.State.PAUSED)
            ? CheckLog.Watching.ALL
            : CheckLog.Watching.WRITERS);
  }

  /// A workflow insists on goals beside the settings.
  ///
  /// @param why what the model is told when it wants to put one aside; empty when it may
  public void holdGoals(Supplier<String> why) {
    workflow = why;
  }

  private String held() {
    return settings.enforce() == Settings.Enforce.REQUIRE
        ? "goals.enforce is require: the goal is not put aside; prove it, or give a criterion up"
            + " with a reason"
        : workflow.get();
  }

  /// What `goals.enforce: require` wanted of the prompt that ended last and did not get; empty when
  /// there is nothing.
  public String unmet() {
    return unmet;
  }

  public CheckLog checks() {
    return checks;
  }

  public GoalBook goals() {
    return goals;
  }

  /// Who is told what a person should know.
  public void tell(Consumer<String> line) {
    told = line;
  }

  /// Checks of the settings run here from now on; null while nothing may run.
  public void runIn(@Nullable CommandRunner place) {
    runner = place;
  }

  /// The conversation goes on where its session is.
  public void restore() {
    if (session == null) {
      return;
    }
    try {
      SessionEvidence found = SessionEvidence.of(session.log());
      found.problems().forEach(told);
      checks.restore(found.checks());
      goals.restore(found.goal());
      watch(found.goal());
    } catch (IOException unreadable) {
      told.accept("the checks of the session cannot be read: " + unreadable.getMessage());
    }
  }

  /// What the checks prove about the files as they are, after the checks that run by themselves
  /// did.
  public Evidence collect() throws IOException, InterruptedException {
    for (String command : required()) {
      Optional<Check> known = checks.ran(command);
      if (known.isEmpty() || now().refusal(known.get()).isPresent()) {
        run(command);
      }
    }
    return now();
  }

  /// Runs commands again whose proof is stale.
  ///
  /// @return why some of them prove nothing, one line for each; empty if all do
  public List<String> unproved(List<String> commands) throws IOException, InterruptedException {
    var problems = new ArrayList<String>();
    for (String command : commands) {
      Optional<Check> known = checks.ran(command);
      if (known.isEmpty() || now().refusal(known.get()).isPresent()) {
        run(command);
        known = checks.ran(command);
      }
      if (known.isEmpty()) {
        problems.add("'" + command + "' did not run");
      } else {
        now().refusal(known.get()).ifPresent(problems::add);
      }
    }
    return problems;
  }

  /// Why checks that ran earlier prove nothing about the files as they are.
  public List<String> stale(List<String> ids) throws IOException, InterruptedException {
    Evidence now = now();
    var problems = new ArrayList<String>();
    for (String id : ids) {
      Optional<Check> known = checks.find(id);
      if (known.isEmpty()) {
        problems.add("there is no check '" + id + "' in this session");
      } else {
        now.refusal(known.get()).ifPresent(problems::add);
      }
    }
    return problems;
  }

  /// The commands that have to succeed before anything counts as done.
  public Set<String> required() {
    var commands = new LinkedHashSet<>(settings.checks());
    goals
        .open()
        .ifPresent(
            goal -> {
              for (Goal.Criterion each : goal.criteria()) {
                if (!each.check().isEmpty() && each.givenUp().isEmpty()) {
                  commands.add(each.check());
                }
              }
            });
    return commands;
  }

  /// The commands of the settings alone.
  public List<String> configured() {
    return settings.checks();
  }

  private Evidence now() throws IOException, InterruptedException {
    return new Evidence(changes(), checks.all(), editing.fingerprint());
  }

  private List<Change> changes() throws IOException {
    try {
      return journal.changes();
    } catch (CommitException unreadable) {
      throw new IOException("the journal cannot be read: " + unreadable.getMessage(), unreadable);
    }
  }

  /// Runs a check; one that changes files runs once more.
  private void run(String command) throws IOException, InterruptedException {
    for (int i = 0; i < 2; i++) {
      CommandRunner.Result result = once(command);
      Check check = result == null ? null : result.check();
      if (check == null || !check.succeeded() || check.changed().isEmpty()) {
        return;
      }
    }
  }

  private CommandRunner.@Nullable Result once(String command)
      throws IOException, InterruptedException {
    CommandRunner place = runner;
    if (place == null) {
      return null;
    }
    var wanted = new Shell.Command(command, root, LONGEST);
    CommandRunner.Result result =
        place.runAside(
            wanted, editing, new Attribution(Origin.SHELL, Check.CONFIGURED, null), piece -> {});
    if (result.finished().ending() == Shell.Ending.CANCELLED) {
      throw new InterruptedException("the check was stopped");
    }
    return result;
  }

  // ---- at the end of a prompt

  @Override
  public void began() {
    reminders = 0;
    unmet = "";
    goals.began();
  }

  @Override
  public Optional<String> objection() throws InterruptedException {
    List<String> lost = lost();
    if (settings.enforce() == Settings.Enforce.OFF || runner == null) {
      return Optional.empty();
    }
    int most = settings.enforce() == Settings.Enforce.REQUIRE ? MOST_REQUESTS : MOST_REMINDERS;
    Optional<String> open = goals.open().map(goal -> openGoal(goal, lost));
    Optional<String> objection = open.isPresent() ? open : failed();
    if (objection.isEmpty()) {
      return Optional.empty();
    }
    if (reminders >= most) {
      if (settings.enforce() == Settings.Enforce.REQUIRE) {
        unmet =
            open.isPresent()
                ? "the goal is not proved, and goals.enforce is require: "
                    + goals.goal().map(Goal::summary).orElse("")
                : "a check of the settings fails, and goals.enforce is require";
        told.accept(unmet + " (the model was told " + most + " times)");
      }
      return Optional.empty();
    }
    reminders++;
    told.accept(
        (open.isPresent() ? "the goal is not proved yet" : "a check of the settings fails")
            + "; the model is asked to go on ("
            + reminders
            + " of "
            + most
            + ")");
    return objection.map(text -> "<tenon-reminder>\n" + text + "\n</tenon-reminder>");
  }

  /// Takes the goal up again if it was completed in this prompt and its proof no longer holds.
  private List<String> lost() throws InterruptedException {
    if (!goals.isCompletedNow()) {
      return List.of();
    }
    try {
      Evidence now = now();
      return goals.reopen(checks, now::refusal);
    } catch (IOException unreadable) {
      told.accept("the proof of the goal cannot be looked at: " + unreadable.getMessage());
      return List.of();
    }
  }

  private static String openGoal(Goal goal, List<String> lost) {
    return goal.shown()
        + "\n"
        + (lost.isEmpty()
            ? ""
            : "It was complete, but its proof no longer holds:\n- "
                + String.join("\n- ", lost)
                + "\n")
        + "The goal is still open. Go on; when checks that ran after your last change prove every"
        + " criterion, call goal with action complete and, for each criterion, the ids of those"
        + " checks as evidence. If it cannot be reached, give a criterion up with a reason, or"
        + (goal.isPersons()
            ? " say what stands in the way; only the person pauses or drops it."
            : " pause or drop the goal, and say why.");
  }

  /// What checks of the settings say about a prompt that changed something.
  private Optional<String> failed() throws InterruptedException {
    if (settings.checks().isEmpty() || written().isEmpty()) {
      return Optional.empty();
    }
    var problems = new ArrayList<String>();
    try {
      for (String command : settings.checks()) {
        Optional<Check> known = checks.ran(command);
        if (known.isPresent() && now().refusal(known.get()).isEmpty()) {
          continue;
        }
        CommandRunner.Result result = once(command);
        if (result != null && result.finished().exitCode() != 0) {
          problems.add(
              "The check '"
                  + command
                  + "' failed with exit code "
                  + result.finished().exitCode()
                  + ":\n"
                  + end(result.finished().output()));
        }
      }
    } catch (IOException unusable) {
      told.accept("the checks of the settings could not run: " + unusable.getMessage());
    }
    return problems.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", problems));
  }

  private static String end(String output) {
    String text = output.stripTrailing();
    return text.length() > OUTPUT ? "[…]" + text.substring(text.length() - OUTPUT) : text;
  }

  @Override
  public Optional<Receipt> receipt() {
    Optional<Receipt> written = written();
    return written.isPresent() || !(editing instanceof StagedEditing staged)
        ? written
        : staged(staged);
  }

  /// What waits for a decision is no change yet, and was made and checked all the same.
  private Optional<Receipt> staged(StagedEditing staged) {
    String prompt = journal.currentPrompt().map(Checkpoint::id).orElse("");
    try {
      var files = new ArrayList<String>();
      for (StagedCheckpoint.File file : staged.review().checkpoint(prompt).files()) {
        files.add(file.path());
      }
      var receipts = new Receipts(changes(), checks.all());
      TreeFingerprints now =
          files.isEmpty() || !receipts.ran(prompt) ? TreeFingerprints.UNKNOWN : fingerprint();
      return receipts.staged(prompt, files, now, goals.goal().map(Goal::summary).orElse(""));
    } catch (IOException unreadable) {
      told.accept("there is no receipt: " + IoFailure.reason(unreadable));
      return Optional.empty();
    }
  }

  private TreeFingerprints fingerprint() {
    try {
      return editing.fingerprint();
    } catch (InterruptedException ended) {
      // The prompt was stopped, and nobody waits for what its checks prove.
      Thread.currentThread().interrupt();
      return TreeFingerprints.UNKNOWN;
    }
  }

  private Optional<Receipt> written() {
    String prompt = journal.currentPrompt().map(Checkpoint::id).orElse("");
    // A prompt that was stopped has changed files as well.
    boolean stopped = Thread.interrupted();
    try {
      // Not with the files as they are: the prompt may end because it was interrupted.
      var journaled = new Evidence(changes(), checks.all(), TreeFingerprints.UNKNOWN);
      goals.reopen(checks, journaled::overtaken);
      return new Receipts(changes(), checks.all())
          .of(prompt, goals.goal().map(Goal::summary).orElse(""));
    } catch (IOException unreadable) {
      told.accept("there is no receipt: " + IoFailure.reason(unreadable));
      return Optional.empty();
    } finally {
      if (stopped) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
