package dev.tenon.cli.terminal;

import dev.tenon.cli.slash.CommandContext;
import dev.tenon.cli.slash.CommandException;
import dev.tenon.cli.slash.SlashCommands;
import dev.tenon.cli.terminal.device.TerminalLoan;
import dev.tenon.cli.terminal.dialog.ChoiceDialog;
import dev.tenon.cli.terminal.input.LineField;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.input.TerminalPrograms;
import dev.tenon.cli.terminal.render.DiffText;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.render.UsageRenderer;
import dev.tenon.cli.terminal.render.Wrap;
import dev.tenon.cli.terminal.view.CommandOutput;
import dev.tenon.cli.terminal.view.EventRenderer;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.model.Message;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.command.OwnCommands.Sharing;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One person at one conversation, from the first line to the last: reads a line, does what it
/// says, and again.
final class TerminalLoop implements CommandContext {
  private final Console console;
  private final DisplayOptions look;
  private final SlashCommands commands;
  private final Interrupts interrupts;
  private final UsageRenderer usage;
  private final FaceSettings.Hooks hooks;

  /// Lines that are done before the person is asked again.
  private final ArrayDeque<String> next = new ArrayDeque<>();

  /// What was said meanwhile and has to wait for the end.
  private final ConcurrentLinkedDeque<String> later = new ConcurrentLinkedDeque<>();

  private @Nullable Conversation conversation;
  private Consumer<AgentEvent> shown = event -> {};

  /// How many turns in a row nobody has asked for.
  private volatile int unasked;

  private volatile @Nullable Integer exit;

  TerminalLoop(
      Console console,
      DisplayOptions look,
      SlashCommands commands,
      Interrupts interrupts,
      UsageRenderer usage,
      FaceSettings.Hooks hooks) {
    this.console = console;
    this.look = look;
    this.commands = commands;
    this.interrupts = interrupts;
    this.usage = usage;
    this.hooks = hooks;
  }

  /// Answers the exit code.
  int run(ConversationOpener opener, EventRenderer renderer, String firstPrompt) {
    shown = renderer;
    Consumer<AgentEvent> events =
        event -> {
          if (event instanceof AgentEvent.Steered steered) {
            console.heard(steered.message().text());
          }
          renderer.accept(event);
          usage.accept(event);
          if (event instanceof AgentEvent.Notified && wakes()) {
            console.wake();
          }
        };
    conversation =
        opener.open(
            events,
            console.approver(),
            console.asker(),
            line -> console.page().line(painted(Style.DIM, SafeText.visible(line))));
    if (!firstPrompt.isBlank()) {
      next.add(firstPrompt);
    }
    try {
      while (exit == null) {
        if (console.lost()) {
          exit = TerminalFace.UNWRITABLE;
        } else if (!next.isEmpty()) {
          String line = next.removeFirst();
          console.echo(line);
          handle(line);
        } else if (console.untouched() && wakes() && conversation().hasNews()) {
          attend();
        } else {
          read();
        }
      }
    } catch (InterruptedException told) {
      exit = TerminalFace.INTERRUPTED;
    }
    farewell();
    return exit;
  }

  /// How to come back, what it cost, what was changed.
  private void farewell() {
    var parts = new ArrayList<String>(hooks.session().farewell());
    if (!parts.isEmpty()) {
      usage.cost().ifPresent(amount -> parts.add(1, amount));
      dim(SafeText.visible(String.join(" " + look.glyphs().dot + " ", parts)));
    }
  }

  private void read() throws InterruptedException {
    switch (console.read()) {
      case Console.Entry.Line line -> {
        unasked = 0;
        if (!console.lost()) {
          handle(line.text());
        }
      }
      case Console.Entry.Woken ignored -> {}
      case Console.Entry.End ignored -> exit = 0;
      case Console.Entry.Interrupted interrupted -> {
        switch (interrupts.atLine(interrupted.discarded())) {
          case LEAVE -> exit = TerminalFace.INTERRUPTED;
          case HINT ->
              console.hint(look.palette().paint(Style.DIM, "(Ctrl-C again or Ctrl-D leaves)"));
          case STOP, CLEAR -> {}
        }
      }
    }
  }

  private void handle(String line) throws InterruptedException {
    String text = line.strip();
    if (text.isEmpty()) {
      return;
    }
    if (LineKind.leaves(text)) {
      exit = 0;
    } else if (lines().isCommand(text)) {
      command(text);
    } else if (LineKind.isShell(text)) {
      shell(text);
    } else {
      converse(text, conversation -> Optional.of(conversation.prompt(text)));
    }
  }

  /// Whether news of background work may start a turn.
  private boolean wakes() {
    return unasked < hooks.background().unaskedTurns();
  }

  /// A turn that nobody has asked for: background work has something to tell.
  private void attend() throws InterruptedException {
    int turns = unasked;
    unasked = turns + 1;
    converse("", Conversation::promptWithNews);
    if (!wakes()) {
      dim("(News of background work waits from now on. Say something to go on.)");
    }
  }

  /// `!command` and `!!command`.
  private void shell(String line) {
    Sharing sharing = line.startsWith("!!") ? Sharing.PRIVATE : Sharing.TOLD;
    String command = line.substring(sharing == Sharing.PRIVATE ? 2 : 1).strip();
    if (command.isEmpty()) {
      problem("!COMMAND runs a command; !!COMMAND does so without telling the model.");
      return;
    }
    if (console.page().reach() == Page.Reach.LIVE && TerminalPrograms.need(command)) {
      atTerminal(TerminalPrograms.unmarked(command), sharing);
      return;
    }
    console.begin("Running your command", commandWork());
    var output = new CommandOutput(console.page());
    try {
      int code;
      try {
        code = hooks.background().run(command, sharing, output::add);
      } finally {
        output.end();
      }
      if (code != 0) {
        dim("(exit code " + code + ")");
      }
    } catch (IOException refused) {
      problem("It could not be run: " + IoFailure.named(refused));
    } catch (InterruptedException stopped) {
      problem("Stopped.");
      if (console.page().reach() == Page.Reach.LIVE) {
        dim(SafeText.visible("(if it waited for the terminal itself: !tty " + command + ")"));
      }
    } finally {
      commandEnded();
    }
    console.page().line("");
  }

  /// A command that fills the screen gets the terminal itself.
  private void atTerminal(String command, Sharing sharing) {
    try {
      int code = console.lend(() -> hooks.background().runAtTerminal(command, sharing));
      dim("(exit code " + code + "; what it showed is not kept)");
    } catch (IOException refused) {
      problem("It could not be run: " + IoFailure.named(refused));
    } catch (InterruptedException stopped) {
      problem("Stopped.");
    }
    console.page().line("");
  }

  private void command(String line) {
    String name = SlashCommands.name(line);
    var found = commands.find(name);
    if (found.isEmpty()) {
      problem(commands.unknown(name));
      return;
    }
    console.begin("Running /" + name, commandWork());
    try {
      found.get().action().run(SlashCommands.argument(line), this);
    } catch (CommandException refused) {
      problem(String.valueOf(refused.getMessage()));
    } catch (InterruptedException stopped) {
      problem("/" + name + " was stopped.");
    } catch (RuntimeException | Error bug) {
      problem("A bug in Tenon ended /" + name + ": " + bug);
    } finally {
      commandEnded();
    }
    console.page().line("");
  }

  private void commandEnded() {
    console.end();
    next.addAll(later);
    later.clear();
    // A stop that came too late must not hit what comes next.
    Thread.interrupted();
  }

  /// @param typed the prompt, which is given back if it was not sent
  private void converse(String typed, TurnEnd.Turn turn) throws InterruptedException {
    var over = new CompletableFuture<TurnEnd>();
    Conversation conversation = conversation();
    console.begin("Waiting for the model", new TurnWork(conversation, over, later, lines()));
    TurnEnd end;
    try {
      Thread.ofVirtual().name("turn").start(() -> over.complete(TurnEnd.of(turn, conversation)));
      end = over.get();
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    } finally {
      console.end();
    }
    console.turnEnded();
    switch (end) {
      case TurnEnd.Done done -> {
        boolean sent = done.outcome().steps() > 0;
        if (!sent) {
          done.outcome().problemText().ifPresent(this::problem);
        }
        ended(done.outcome().ending(), sent ? "" : typed);
      }
      case TurnEnd.Broke broke -> {
        problem("A bug in Tenon ended the prompt: " + broke.bug());
        ended(Outcome.Ending.FAILED, "");
      }
      case TurnEnd.Nothing ignored -> ended(Outcome.Ending.COMPLETED, "");
      case TurnEnd.Left ignored -> exit = TerminalFace.INTERRUPTED;
    }
    Optional<String> changed = hooks.session().afterTurn();
    if (!(end instanceof TurnEnd.Done done
        && done.outcome().receipt() != null
        && !done.outcome().receipt().isStaged())) {
      changed.ifPresent(what -> dim(SafeText.visible(what)));
    }
    console.page().line("");
    String after = hooks.afterPrompt().get();
    if (exit == null && !after.isEmpty()) {
      if (console.untouched()) {
        next.addFirst(after);
      } else {
        // Whoever is typing would type into it.
        dim("(" + after + " when you are ready)");
      }
    }
  }

  /// What was said and not heard is sent now if all went well, and otherwise given back.
  private void ended(Outcome.Ending ending, String typed) {
    List<String> unsent = unsent();
    if (!typed.isEmpty()) {
      unsent.addFirst(typed);
    }
    switch (ending) {
      case COMPLETED -> next.addAll(unsent);
      case OUTPUT_LIMIT, STEP_LIMIT, BUDGET, ABORTED, REFUSED, FAILED -> {
        giveBack(unsent);
        // Whatever went wrong would go wrong again and again.
        unasked = Math.max(unasked, hooks.background().unaskedTurns());
      }
    }
  }

  /// What was said and not heard, taken out of the queues.
  private List<String> unsent() {
    var unsent = new ArrayList<String>();
    for (Message.User message : conversation().takeUnsent()) {
      unsent.add(message.text());
    }
    for (String line = later.poll(); line != null; line = later.poll()) {
      unsent.add(line);
    }
    return unsent;
  }

  /// What is for the model can stand in the editor as one text. A command among it would become
  /// part of a prompt: it is named, and the history has it.
  private void giveBack(List<String> unsent) {
    var texts = new ArrayList<String>();
    var commands = new ArrayList<String>();
    for (String each : unsent) {
      (lines().isOurs(each) ? commands : texts).add(each);
    }
    if (texts.isEmpty() && !commands.isEmpty()) {
      texts.add(commands.removeFirst());
    }
    give(String.join("\n", texts));
    if (!commands.isEmpty()) {
      String dot = " " + look.glyphs().dot + " ";
      dim(SafeText.visible("(not done: " + String.join(dot, commands) + "; Up brings them back)"));
    }
  }

  private void give(String text) {
    if (!text.isBlank()) {
      console.put(text);
    }
  }

  private Console.Work commandWork() {
    return new InterruptibleWork(later, () -> exit = TerminalFace.INTERRUPTED);
  }

  @Override
  public Conversation conversation() {
    Conversation open = conversation;
    if (open == null) {
      throw new IllegalStateException("no conversation yet");
    }
    return open;
  }

  @Override
  public void show(AgentEvent event) {
    shown.accept(event);
  }

  @Override
  public void print(String text) {
    DiffText.print(text, look, console.page());
  }

  private LineKind lines() {
    return new LineKind(commands, hooks.session());
  }

  private CommandQuestions questions() {
    return new CommandQuestions(console, this::commandWork);
  }

  @Override
  public Optional<String> ask(String question) throws InterruptedException {
    return questions().ask(() -> print(question));
  }

  @Override
  public Optional<String> edit(String question, String text) throws InterruptedException {
    return questions().edit(() -> print(question), text);
  }

  @Override
  public Menu.Step choose(Menu menu) throws InterruptedException {
    return questions().choose(menu);
  }

  @Override
  public void decide(ChoiceDialog dialog) throws InterruptedException {
    questions().decide(dialog);
  }

  @Override
  public <T> T lend(TerminalLoan<T> program) throws IOException, InterruptedException {
    return questions().lend(program);
  }

  @Override
  public boolean hasScreen() {
    return console.page().reach() == Page.Reach.LIVE;
  }

  @Override
  public int tableWidth() {
    Page page = console.page();
    return page.reach() == Page.Reach.DUMB && page.measured() ? page.columns() : 0;
  }

  @Override
  public Optional<String> fill(LineField field) throws InterruptedException {
    return questions().fill(field, look);
  }

  @Override
  public DisplayOptions look() {
    return look;
  }

  @Override
  public <T> T working(String activity, Task<T> task) throws InterruptedException {
    console.begin(activity, commandWork());
    return task.run();
  }

  @Override
  public void prompt(String text) {
    next.add(text);
  }

  @Override
  public void prefill(String text) {
    give(text);
  }

  @Override
  public void startOver() {
    hooks.background().clear();
    conversation().restore(List.of());
    usage.forget();
  }

  @Override
  public void leave() {
    exit = 0;
  }

  private void dim(String text) {
    String rows = String.join("\n", Wrap.rows(text, console.page().columns()));
    console.page().line(look.palette().paint(Style.DIM, rows));
  }

  private void problem(String text) {
    console.page().line(painted(Style.FAILURE, SafeText.visible(text)));
  }

  /// Each row by itself, so that none of them is broken within a word.
  private String painted(Style style, String text) {
    var out = new StringBuilder();
    for (String row : Wrap.lines(text, console.page().columns() - 1).split("\n", -1)) {
      out.append(out.isEmpty() ? "" : "\n").append(look.palette().paint(style, row));
    }
    return out.toString();
  }
}
