package dev.tenon.sdk;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.change.review.Review;
import dev.tenon.core.change.review.StagedEditing;
import dev.tenon.core.model.Model;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.Verdict;
import dev.tenon.core.session.SessionStore;
import dev.tenon.core.session.SessionSummary;
import dev.tenon.core.tool.Asker;
import dev.tenon.core.tool.Tool;
import dev.tenon.engine.Project;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.problem.SetupException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// An engine that is open for a folder: a conversation with a model that reads, edits and runs
/// commands there, the journal of what changed, the review of what waits, and the sessions.
///
/// ```java
/// try (Tenon tenon = Tenon.in(Path.of("/srv/shop")).model("ollama/qwen3-coder").open()) {
///   System.out.println(tenon.prompt("Fix the bug in price.sh").text());
///   tenon.undo().undoLatestPrompt();
/// }
/// ```
///
/// Nothing is printed, no setting and no key is read from the environment, and the program is never
/// ended, unless the builder is told so. Several engines may be open in one JVM. [#close] ends
/// everything that an engine has started: no thread and no process is left. Safe for several
/// threads; a prompt blocks the thread that asks, and interrupting it ends the prompt.
///
/// What the machine is like is seen through the environment of the process all the same, whatever
/// [Builder#environment] says: `HOME` (what `~` means), `PATH` (where programs are), the files of
/// git (`XDG_CONFIG_HOME`, `GIT_CONFIG_SYSTEM`, `GIT_CONFIG_GLOBAL`), the variables that name
/// places of secrets, which the wall hides, and the values of keys, which are taken out of what
/// programs print. Commands inherit it, without the keys of models.
public final class Tenon implements AutoCloseable {
  private final Project project;
  private final ProjectConversation open;
  private final Conversation conversation;
  private final Runnable afterwards;
  private boolean closed;

  Tenon(Project project, ProjectConversation open, Conversation conversation, Runnable afterwards) {
    this.project = project;
    this.open = open;
    this.conversation = conversation;
    this.afterwards = afterwards;
  }

  /// Begins to describe an engine.
  ///
  /// @param folder the project; must exist
  public static Builder in(Path folder) {
    return new TenonBuilder(folder);
  }

  /// What an engine is opened with. Every method answers the builder itself; [#open] may be called
  /// several times, for several engines.
  public sealed interface Builder permits TenonBuilder {

    /// The model, as `provider/name`. Without any, the one of the settings.
    Builder model(String name);

    /// A model of yours, such as a scripted one in a test.
    Builder model(Model own);

    /// What is asked and what not. Without any, what suits the machine.
    Builder mode(Mode mode);

    /// A tool of yours, which every request declares. Its name must not be that of another tool. A
    /// call in which it throws has failed; `diagnostics` get the place.
    Builder tool(Tool<?> tool);

    /// Answers what the mode leaves to a person. Without any, that is refused.
    Builder approver(Approver approver);

    /// Answers questions of the model. Without any, it cannot ask.
    Builder asker(Asker asker);

    /// A rule about permissions, such as `bash(git push)`.
    Builder rule(Verdict effect, String rule);

    /// Overrides a setting of `docs/configuration.md`.
    Builder setting(String key, String value);

    /// Variables from which settings and keys of models are read. Without any, there are none. What
    /// commands and the search for programs see of the environment does not depend on it.
    Builder environment(Map<String, String> variables);

    /// Where settings, journal and sessions lie; made when the engine is opened. Without any, in a
    /// folder that is removed with the engine. The program `tenon` has its own in `~/.tenon`.
    Builder store(Path folder);

    /// Hears all events, one at a time. What it throws changes nothing, and is told to
    /// `diagnostics`.
    Builder listener(Consumer<AgentEvent> listener);

    /// Gets a line about each thing that does not work and stops nothing.
    Builder diagnostics(Consumer<String> lines);

    /// Edits wait for a decision about their hunks ([Tenon#review]).
    Builder staged();

    /// The conversation is kept as a session.
    Builder recorded();

    /// Goes on with a session of the store.
    ///
    /// @param id its id, or the beginning of it
    Builder resuming(String id);

    /// Text behind the built-in system prompt.
    Builder instructions(String text);

    /// Opens the engine.
    ///
    /// @throws TenonException when a setting, a rule, the model, a tool or the store cannot be used
    /// @throws InterruptedException when the thread is interrupted while a model is looked for
    Tenon open() throws TenonException, InterruptedException;
  }

  /// The folder, as a real path.
  public Path folder() {
    return project.root();
  }

  /// Where settings, journal and sessions lie.
  Path store() {
    return project.home();
  }

  /// The live conversation: prompts, steering, aborting, its history.
  public Conversation conversation() {
    return conversation;
  }

  private synchronized void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the engine is closed; open another one");
    }
  }

  /// Has one prompt carried out, with all the calls that it takes.
  ///
  /// @throws IllegalStateException when the engine is closed, or a prompt is running already
  public Outcome prompt(String text) throws InterruptedException {
    requireOpen();
    return conversation.prompt(Opening.given(text, "text"));
  }

  /// What was changed in the folder, and by whom.
  ///
  /// @throws IllegalStateException when the engine is closed
  public Journal journal() {
    requireOpen();
    return project.journal();
  }

  /// Takes changes back, and brings them again.
  ///
  /// @throws IllegalStateException when the engine is closed
  public Undo undo() {
    requireOpen();
    return new Undo(project.journal());
  }

  /// The hunks that wait for a decision.
  ///
  /// @throws IllegalStateException when the engine is closed, or writes at once; [Builder#staged]
  ///   makes it wait
  public Review review() {
    requireOpen();
    StagedEditing staged =
        project
            .staged()
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "edits are written at once; open the engine with staged()"));
    return staged.review();
  }

  /// Keeps what is undecided in the store, for the next engine of this folder.
  ///
  /// @throws IllegalStateException when the engine is closed
  public void keepReview() throws TenonException {
    requireOpen();
    try {
      project.keepStaged();
    } catch (SetupException refused) {
      throw TenonException.of(refused);
    }
  }

  /// The sessions of this folder in the store, the newest first.
  ///
  /// @throws IllegalStateException when the engine is closed
  public List<SessionSummary> sessions() throws TenonException {
    requireOpen();
    try {
      return new SessionStore(project.home()).listing().of(project.root());
    } catch (IOException unreadable) {
      throw TenonException.of(unreadable);
    }
  }

  /// The id of the session that keeps the conversation; empty where none does.
  public Optional<String> session() {
    return open.session().map(session -> session.log().id());
  }

  /// What the user of the engine should know: files that were left out, and why.
  public List<String> warnings() {
    return project.warnings();
  }

  /// Stops the prompt that runs and waits a few seconds at most for its end, ends background work
  /// with all its processes, and closes what is open. Nothing can be prompted, taken back or looked
  /// up from then on; what [#conversation] has said can still be read. Closing a second time does
  /// nothing.
  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    end(open, project, afterwards);
  }

  static void end(@Nullable ProjectConversation open, Project project, Runnable afterwards) {
    try (project) {
      if (open != null) {
        open.close();
      }
    } finally {
      afterwards.run();
    }
  }
}
