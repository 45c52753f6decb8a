package dev.tenon.cli.session;

import dev.tenon.cli.slash.CommandContext;
import dev.tenon.cli.slash.CommandException;
import dev.tenon.cli.slash.SlashCommand;
import dev.tenon.cli.terminal.dialog.ChoiceMenu;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.EntryText;
import dev.tenon.core.session.FilePoint;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.session.SessionTree;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.session.ActiveSession;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `/tree`: goes to any point of the session and on from there, and brings the files along if the
/// person wants that.
public final class TreeCommand {
  /// The custom entry that stands where the person went on after a move.
  static final String MOVED = "tenon.moved";

  private static final List<String> SUMMARY_WORDS = List.of("summary");

  private final ActiveSession session;
  private final Optional<Journal> journal;
  private final SessionCommands.Stage stage;
  private final Offer offer;

  /// Whether a summary is offered of a branch that is left (`branchSummary.enabled`).
  public enum Offer {
    SUMMARY,
    NONE
  }

  /// @param journal what the files can be brought back with; empty when edits are only staged
  public TreeCommand(
      ActiveSession session, Optional<Journal> journal, SessionCommands.Stage stage, Offer offer) {
    this.session = session;
    this.journal = journal;
    this.stage = stage;
    this.offer = offer;
  }

  public SlashCommand slash() {
    return SlashCommand.of(
            "tree",
            "Go to another point of the session; with 'summary' the branch you leave is summed up",
            this::run)
        .taking("[summary [FOCUS]]", () -> SUMMARY_WORDS);
  }

  /// What the person wants to move.
  private enum Moving {
    CONVERSATION,
    FILES,
    BOTH,
    NOTHING
  }

  private void run(String argument, CommandContext context)
      throws CommandException, InterruptedException {
    boolean summing = argument.equals("summary") || argument.startsWith("summary ");
    if (!summing && !argument.isEmpty()) {
      throw new CommandException("/tree takes nothing, or: summary [what it should attend to]");
    }
    Summing wish =
        summing
            ? new Summing(true, argument.substring("summary".length()).strip())
            : offer == Offer.NONE ? Summing.NONE : null;
    try {
      while (step(wish, context)) {
        // The person has gone back to the tree.
      }
    } catch (IOException unreadable) {
      throw new CommandException("The session cannot be read: " + IoFailure.named(unreadable));
    }
  }

  /// Whether a branch that is left is summed up.
  ///
  /// @param focus what the summary should attend to; may be empty
  private record Summing(boolean wanted, String focus) {
    static final Summing NONE = new Summing(false, "");
  }

  /// Shows the tree once and does what was chosen. Answers whether the tree is to be shown again.
  private boolean step(@Nullable Summing wish, CommandContext context)
      throws IOException, CommandException, InterruptedException {
    SessionLog log = session.log();
    var menu = new TreeMenu(SessionTree.of(log), context.look(), this::label, this::whole);
    if (context.choose(menu) != Menu.Step.CHOSEN || menu.chosen().isEmpty()) {
      return false;
    }
    return go(log.entry(menu.chosen().get().item().id()).orElseThrow(), wish, context);
  }

  /// Goes to an entry of the session, as a choice from the tree does.
  void go(Entry chosen, CommandContext context)
      throws IOException, CommandException, InterruptedException {
    go(chosen, Summing.NONE, context);
  }

  /// Answers whether the person wants to choose again.
  private boolean go(Entry chosen, @Nullable Summing wish, CommandContext context)
      throws IOException, CommandException, InterruptedException {
    SessionLog log = session.log();
    String text = spoken(chosen);
    String target = text == null ? chosen.id() : chosen.parentId();
    List<Entry> left = BranchSummary.left(log, target);
    if (isHere(log, chosen)) {
      context.print("Already at this point.");
      return false;
    }
    FilePoint point = filePoint(log, target);
    Moving moving = point == null ? Moving.CONVERSATION : asked(point, context);
    if (moving == Moving.NOTHING) {
      context.print("Nothing was moved.");
      return false;
    }
    Summing summing = left.isEmpty() || moving == Moving.FILES ? Summing.NONE : wish;
    if (summing == null) {
      summing = offered(context);
    }
    if (summing == null) {
      return true;
    }
    var moves = new SessionMoves(session, stage.hooks());
    String summary =
        moving == Moving.FILES ? "" : moves.beforeTree(target, left.size(), summing.wanted());
    boolean byHook = !summary.isEmpty();
    if (summing.wanted() && !byHook) {
      try {
        context.print("Summing up the branch that is left; Esc stops it.");
        summary = BranchSummary.of(left, summing.focus(), context.conversation().setup().model());
      } catch (ModelException refused) {
        throw new CommandException("No summary, and nothing was moved: " + refused.getMessage());
      } catch (InterruptedException stopped) {
        context.print("The summary was stopped; nothing was moved.");
        return true;
      }
    }
    if (point != null && moving != Moving.CONVERSATION) {
      files(point, context);
    }
    if (moving != Moving.FILES) {
      String leaf = log.leafId().orElse("");
      move(log, target, summary, moving);
      moves.afterTree(leaf, !summary.isEmpty(), byHook);
      session.moved();
      stage.adopt(context);
      session.restore(context.conversation());
      session.takeNotes().forEach(context::print);
      ConversationRecap.of(session).show(context::print, context::show);
      context.print("Going on from here.");
      if (text != null) {
        context.prefill(text);
      }
    }
    return false;
  }

  /// Asks whether the branch is summed up; null when the person goes back to the tree.
  private static @Nullable Summing offered(CommandContext context) throws InterruptedException {
    while (true) {
      var menu =
          new ChoiceMenu(
              "You leave a branch of the conversation. What shall the model know of it?",
              List.of("No summary", "Summarise it", "Summarise it with instructions of mine"),
              context.look());
      if (context.choose(menu) != Menu.Step.CHOSEN) {
        return null;
      }
      switch (menu.chosen()) {
        case 0 -> {
          return Summing.NONE;
        }
        case 1 -> {
          return new Summing(true, "");
        }
        default -> {
          String focus = context.ask("What should the summary attend to?").orElse("").strip();
          if (!focus.isEmpty()) {
            return new Summing(true, focus);
          }
        }
      }
    }
  }

  /// Everything that an entry says.
  private String whole(String id) {
    try {
      return session.log().entry(id).map(entry -> whole(entry.body())).orElse("");
    } catch (IOException unreadable) {
      return "(it cannot be read: " + IoFailure.named(unreadable) + ")";
    }
  }

  private static String whole(Entry.Body body) {
    return body instanceof Entry.Said said && said.role().equals("toolResult")
        ? Timeline.output(said.message())
        : EntryText.shown(body);
  }

  private SessionTree label(String id, String label) throws IOException {
    session.log().append(new Entry.Labelled(id, label.isEmpty() ? null : label));
    return SessionTree.of(session.log());
  }

  /// What a person or an extension said, which is to be edited and said again; null for all else.
  private static @Nullable String spoken(Entry entry) {
    if (entry.body() instanceof Entry.Said said && said.role().equals("user")) {
      String text = EntryText.written(said.message());
      return EntryText.byProgram(text).isPresent() ? null : text;
    }
    return entry.body() instanceof Entry.CustomSaid said
        ? EntryText.said(Json.object().put("content", said.content()).build())
        : null;
  }

  /// Whether the conversation is at this entry already: it is the leaf, or only bookkeeping lies
  /// between.
  private static boolean isHere(SessionLog log, Entry chosen) throws IOException {
    for (Entry entry : log.path(log.leafId().orElse(null)).reversed()) {
      if (entry.id().equals(chosen.id())) {
        return true;
      }
      boolean bookkeeping =
          entry.body() instanceof Entry.Custom || entry.body() instanceof Entry.Labelled;
      if (!bookkeeping) {
        return false;
      }
    }
    return false;
  }

  private @Nullable FilePoint filePoint(SessionLog log, @Nullable String target)
      throws IOException {
    if (journal.isEmpty()) {
      return null;
    }
    try {
      Optional<FilePoint> point = FilePoint.of(log, target, journal.get().changes());
      if (point.isEmpty() || point.get().files().isEmpty()) {
        return null;
      }
      // What was changed and changed back is as it was then.
      int position = point.get().position();
      List<String> files = new Undo(journal.get()).rollbackFiles(position);
      return files.isEmpty() ? null : new FilePoint(position, files);
    } catch (CommitException broken) {
      return null;
    }
  }

  private static Moving asked(FilePoint point, CommandContext context) throws InterruptedException {
    int count = point.files().size();
    String some = String.join(", ", point.files().subList(0, Math.min(count, 5)));
    String changed =
        (count == 1 ? "1 file was" : count + " files were")
            + " changed since then: "
            + some
            + (count > 5 ? ", …" : "");
    return context.hasScreen() ? picked(changed, context) : written(changed, context);
  }

  private static Moving picked(String changed, CommandContext context) throws InterruptedException {
    var menu =
        new ChoiceMenu(
            changed,
            List.of(
                "Move the conversation only",
                "Bring the files back only",
                "Both",
                "Leave everything as it is"),
            context.look());
    return context.choose(menu) != Menu.Step.CHOSEN
        ? Moving.NOTHING
        : switch (menu.chosen()) {
          case 0 -> Moving.CONVERSATION;
          case 1 -> Moving.FILES;
          case 2 -> Moving.BOTH;
          default -> Moving.NOTHING;
        };
  }

  private static Moving written(String changed, CommandContext context)
      throws InterruptedException {
    String answer =
        context
            .ask(
                changed
                    + "\nMove the [c]onversation only, the [f]iles only, [b]oth, or [n]othing? [c]")
            .orElse("n");
    String letter = answer.strip().toLowerCase(Locale.ROOT);
    return letter.startsWith("b")
        ? Moving.BOTH
        : letter.startsWith("f")
            ? Moving.FILES
            : letter.isEmpty() || letter.startsWith("c") ? Moving.CONVERSATION : Moving.NOTHING;
  }

  private void files(FilePoint point, CommandContext context) throws IOException, CommandException {
    try {
      Undo.Report report = new Undo(journal.orElseThrow()).rollbackTo(point.position());
      context.print(
          report.changes().isEmpty()
              ? "The files are as they were then already."
              : "Brought back: "
                  + String.join(", ", report.changes().stream().map(Change::path).toList())
                  + " (/redo takes it back)");
    } catch (CommitException refused) {
      throw new CommandException(
          "The files cannot be brought back, and nothing was moved: " + refused.getMessage());
    }
  }

  /// Moves the leaf. A note of it is written, so that the session goes on there after a restart.
  private static void move(SessionLog log, @Nullable String target, String summary, Moving moving)
      throws IOException {
    String from = log.leafId().orElse("");
    if (!summary.isEmpty()) {
      log.branchWithSummary(target, summary, null);
      return;
    }
    if (target == null) {
      log.resetLeaf();
    } else {
      log.branch(target);
    }
    log.append(
        new Entry.Custom(
            MOVED, Json.object().put("from", from).put("files", moving == Moving.BOTH).build()));
  }
}
