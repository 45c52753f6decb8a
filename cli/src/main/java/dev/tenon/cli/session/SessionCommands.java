package dev.tenon.cli.session;

import dev.tenon.cli.slash.CommandContext;
import dev.tenon.cli.slash.CommandException;
import dev.tenon.cli.slash.SlashCommand;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.input.Picker;
import dev.tenon.cli.terminal.input.PickerSpec;
import dev.tenon.cli.terminal.input.PickerText;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.EntryText;
import dev.tenon.core.session.SessionException;
import dev.tenon.core.session.SessionHeader;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.session.SessionStore;
import dev.tenon.core.session.SessionSummary;
import dev.tenon.core.session.Titles;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.hook.ConversationHooks;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The commands that change which session the conversation belongs to: `/new`, `/resume`, `/fork`,
/// `/branch`, and what it is called: `/name`, `/label`. [TreeCommand] moves within one.
public final class SessionCommands {
  private final ActiveSession session;
  private final Stage stage;

  /// What has to follow when the session has changed.
  @FunctionalInterface
  public interface Stage {
    /// Takes model and effort of the session over, as far as they are there.
    void adopt(CommandContext context) throws CommandException, InterruptedException;

    /// Nothing that happened so far is told to the model of the next session.
    default void forgetNews() {}

    /// Those that have a say about it; null for none.
    default @Nullable ConversationHooks hooks() {
      return null;
    }
  }

  public SessionCommands(ActiveSession session, Stage stage) {
    this.session = session;
    this.stage = stage;
  }

  public List<SlashCommand> list() {
    return List.of(
        SlashCommand.of("new", "Begin a new session", (argument, context) -> anew(context)),
        SlashCommand.of("clear", "Begin a new session", (argument, context) -> anew(context)),
        SlashCommand.of("resume", "Go on with another session", this::resume)
            .taking("[ID]", List::of),
        SlashCommand.of("sessions", "Choose, rename and delete sessions", this::resume)
            .taking("[ID]", List::of),
        SlashCommand.of(
            "fork", "Go on in a copy of this session", (argument, context) -> fork(context)),
        SlashCommand.of(
            "branch",
            "Go on in a new session from before one of your prompts",
            (argument, context) -> branch(context)),
        SlashCommand.of(
                "label", "Label this point of the session, or take the label away", this::label)
            .taking("[TEXT]", List::of),
        SlashCommand.of("name", "Show the session's title, or change it", this::name)
            .taking("[TITLE]", List::of));
  }

  /// Changes over to another session and shows where it is.
  private void change(CommandContext context, SessionMoves.Kind kind, SessionMoves.Opening opening)
      throws CommandException, InterruptedException {
    change(context, kind, null, opening);
  }

  /// @param entry where a branch begins; null otherwise
  private void change(
      CommandContext context,
      SessionMoves.Kind kind,
      @Nullable String entry,
      SessionMoves.Opening opening)
      throws CommandException, InterruptedException {
    new SessionMoves(session, stage.hooks())
        .go(
            kind,
            entry,
            opening,
            () -> {
              if (!kind.goesOn()) {
                stage.forgetNews();
              }
              context.startOver();
              stage.adopt(context);
              session.restore(context.conversation());
              session.takeNotes().forEach(context::print);
            });
  }

  private void anew(CommandContext context) throws CommandException, InterruptedException {
    change(
        context,
        SessionMoves.Kind.NEW,
        () ->
            session.kept()
                ? session.store().create(session.root())
                : SessionStore.inMemory(session.root()));
    context.print("A new session.");
  }

  private void resume(String wanted, CommandContext context)
      throws CommandException, InterruptedException {
    SessionSummary chosen = chosen(wanted, context).orElse(null);
    if (chosen == null) {
      context.print("No session selected.");
      if (session.choiceOwed()) {
        context.leave();
      }
      return;
    }
    if (session.log().file().filter(chosen.file()::equals).isPresent()) {
      context.print("This is the session you are in.");
      return;
    }
    change(context, SessionMoves.Kind.RESUME, () -> opened(chosen.file(), chosen.cwd(), context));
    ConversationRecap.of(session).show(context::print, context::show);
    context.print("Resumed: " + SessionNames.title(session.log()));
  }

  private Optional<SessionSummary> chosen(String wanted, CommandContext context)
      throws CommandException, InterruptedException {
    if (wanted.isEmpty() && context.hasScreen() && !session.choiceOwed()) {
      return new SessionPicker(session).ask(context);
    }
    List<SessionSummary> sessions;
    try {
      sessions =
          wanted.isEmpty()
              ? session.store().listing().of(session.root())
              : session.store().listing().byId(wanted, session.root());
    } catch (IOException unreadable) {
      throw new CommandException("The sessions cannot be listed: " + IoFailure.named(unreadable));
    }
    if (sessions.isEmpty()) {
      if (session.choiceOwed()) {
        context.leave();
      }
      throw new CommandException(
          wanted.isEmpty()
              ? "No sessions found."
              : "There is no session whose id begins with '" + wanted + "'; /resume shows a list.");
    }
    if (!wanted.isEmpty() && sessions.size() == 1) {
      return Optional.of(sessions.getFirst());
    }
    var picker = new SessionPicker(session).picker(sessions, context.look());
    return context.choose(picker) == Menu.Step.CHOSEN ? picker.chosen() : Optional.empty();
  }

  /// A session of another project, or one that is in use, can only be copied.
  private SessionLog opened(Path file, String cwd, CommandContext context)
      throws IOException, SessionException, InterruptedException, CommandException {
    String why = "It belongs to " + cwd + ".";
    if (cwd.equals(session.root().toString())) {
      try {
        return session.store().open(file);
      } catch (SessionException refused) {
        if (refused.kind() != SessionException.Kind.IN_USE) {
          throw refused;
        }
        why = "It is open in another program.";
      }
    }
    if (!context.agrees(
        why + " Go on in a copy of it here?", "No, stay in this session", "Yes, in a copy")) {
      throw new CommandException("No session selected.");
    }
    try (SessionLog original = session.store().look(file)) {
      return session.store().fork(original, session.root());
    }
  }

  private void fork(CommandContext context) throws CommandException, InterruptedException {
    mustBeKept();
    SessionLog from = session.log();
    change(context, SessionMoves.Kind.FORK, () -> session.store().fork(from, session.root()));
    context.print("Going on in a copy, " + SessionNames.shortId(session.log().id()) + ".");
  }

  private void branch(CommandContext context) throws CommandException, InterruptedException {
    mustBeKept();
    SessionLog from = session.log();
    List<Entry> prompts = new ArrayList<>();
    try {
      for (Entry entry : from.path(from.leafId().orElse(null))) {
        if (entry.body() instanceof Entry.Said said && said.role().equals("user")) {
          prompts.addFirst(entry);
        }
      }
    } catch (IOException unreadable) {
      throw new CommandException("The session cannot be read: " + IoFailure.named(unreadable));
    }
    if (prompts.isEmpty()) {
      throw new CommandException("There is no prompt yet to branch from.");
    }
    Picker<Entry> menu =
        new PickerSpec<Entry>("Branch before a prompt", context.look())
            .main(each -> Titles.plain(text(each)))
            .preview(each -> List.of(PickerText.of(text(each))))
            .enter("branches here")
            .open(prompts);
    if (context.choose(menu) != Menu.Step.CHOSEN || menu.chosen().isEmpty()) {
      context.print("Nothing was changed.");
      return;
    }
    Entry prompt = menu.chosen().get();
    change(
        context,
        SessionMoves.Kind.BRANCH,
        prompt.id(),
        () -> session.store().branch(from, prompt.parentId(), session.root()));
    context.prefill(text(prompt));
    context.print("Going on in a new session from before that prompt.");
  }

  private static String text(Entry entry) {
    return entry.body() instanceof Entry.Said said ? EntryText.written(said.message()) : "";
  }

  private void mustBeKept() throws CommandException {
    if (!session.kept()) {
      throw new CommandException(
          "This conversation is not kept on disk (--no-session); /tree moves within it.");
    }
  }

  private void label(String text, CommandContext context) throws CommandException {
    SessionLog log = session.log();
    String target;
    try {
      target = lastSpoken(log);
      log.append(new Entry.Labelled(target, text.isEmpty() ? null : text));
    } catch (IOException refused) {
      throw new CommandException("The label cannot be kept: " + IoFailure.named(refused));
    }
    context.print(text.isEmpty() ? "No label here." : "Labelled [" + text + "].");
  }

  /// The last entry that a person sees in the tree.
  private static String lastSpoken(SessionLog log) throws IOException, CommandException {
    List<Entry> path = log.path(log.leafId().orElse(null));
    for (Entry entry : path.reversed()) {
      if (entry.body() instanceof Entry.Said || entry.body() instanceof Entry.CustomSaid) {
        return entry.id();
      }
    }
    throw new CommandException("There is nothing yet to label.");
  }

  private void name(String title, CommandContext context) throws CommandException {
    if (!title.isEmpty()) {
      try {
        session.log().rename(Titles.plain(title), SessionHeader.BY_USER);
      } catch (IOException refused) {
        throw new CommandException("The title cannot be kept: " + IoFailure.named(refused));
      }
    }
    context.print(
        session
            .log()
            .title()
            .map(is -> "This session is called: " + is)
            .orElse("It has no title yet."));
  }
}
