package dev.tenon.cli.terminal;

import dev.tenon.cli.terminal.device.ClipboardPicture;
import dev.tenon.cli.terminal.editor.Action;
import dev.tenon.cli.terminal.editor.EditorState;
import dev.tenon.cli.terminal.editor.ExternalEditor;
import dev.tenon.cli.terminal.editor.KeyNames;
import dev.tenon.cli.terminal.input.DoublePress;
import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.render.Wrap;
import dev.tenon.cli.terminal.view.CardLog;
import dev.tenon.core.text.IoFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// What keys mean to the console: what is sent and said, and everything that no editor takes.
final class ConsoleKeys implements KeyRouter.Meanings {
  /// On an empty line.
  private static final Key LEAVE = new Key.Chord(Key.Modifier.CONTROL, 'd');

  private final LiveConsole console;
  private final SaidQueue said;
  private final DisplayOptions look;
  private final Interrupts interrupts;
  private final ExternalEditor external;
  private final Map<String, String> environment;
  private final DoublePress escapes;

  private String toldBug = "";

  /// When what is sent next is heard: what was taken back for editing keeps its time.
  private SaidQueue.When again = SaidQueue.When.NOW;

  private volatile FoldedCards folded;
  private volatile Supplier<Optional<String>> modes = Optional::empty;

  ConsoleKeys(
      LiveConsole console,
      SaidQueue said,
      DisplayOptions look,
      Interrupts interrupts,
      LiveConsole.Surroundings around) {
    this.console = console;
    this.said = said;
    this.look = look;
    this.interrupts = interrupts;
    this.external = new ExternalEditor(around.environment(), temporary());
    this.environment = around.environment();
    this.escapes = new DoublePress(around.nanos());
    this.folded = new FoldedCards(CardLog::new, look);
  }

  private static Path temporary() {
    return Path.of(System.getProperty("java.io.tmpdir", "/tmp"));
  }

  /// Where to find what the page has folded.
  void onCards(Supplier<CardLog> cards) {
    folded = new FoldedCards(cards, look);
  }

  /// What Shift-Tab does.
  void onModes(Supplier<Optional<String>> next) {
    modes = next;
  }

  /// A key is about to be pressed.
  void before(Key key) {
    if (key != Key.Named.ESCAPE) {
      escapes.forget();
    }
    if (key != Key.Named.INTERRUPT) {
      interrupts.otherKey();
    }
    if (console.router().untouched()) {
      again = SaidQueue.When.NOW;
    }
  }

  @Override
  public EditorState state() {
    return console.current() == null ? EditorState.IDLE : EditorState.WORKING;
  }

  @Override
  public void send(String text) {
    say(text, again);
  }

  @Override
  public void followUp(String text) {
    say(text, SaidQueue.When.AFTERWARDS);
  }

  private void say(String text, SaidQueue.When when) {
    again = SaidQueue.When.NOW;
    Console.Work work = console.current();
    if (work == null) {
      console.deliver(new Console.Entry.Line(text));
      return;
    }
    said.add(text, when);
    if (when == SaidQueue.When.AFTERWARDS) {
      work.sayAfterwards(text);
    } else if (!work.say(text)) {
      said.waits(text);
    }
  }

  @Override
  public boolean takeBack() {
    Console.Work work = console.current();
    Optional<SaidQueue.Said> back = work == null ? Optional.empty() : said.takeBack(work::takeBack);
    if (back.isEmpty()) {
      return false;
    }
    again = back.get().when();
    console.router().recall(back.get().text());
    if (again == SaidQueue.When.AFTERWARDS) {
      console.router().hint(look.palette().paint(Style.DIM, "(Enter: afterwards, as it was)"));
    }
    return true;
  }

  @Override
  public void external(String text, Consumer<String> replace) {
    ExternalEditor.Outcome outcome;
    try {
      outcome = console.lend(() -> external.edit(text));
    } catch (IOException | InterruptedException stopped) {
      outcome = new ExternalEditor.Outcome.Kept(IoFailure.told(stopped));
    }
    switch (outcome) {
      case ExternalEditor.Outcome.Edited edited -> replace.accept(edited.text());
      case ExternalEditor.Outcome.Kept kept -> notice(kept.reason());
    }
  }

  /// Asking the desktop may take its time, and the next key must not wait for it.
  @Override
  public void picture(Consumer<String> insert) {
    Thread.ofVirtual()
        .name("clipboard")
        .start(
            () -> {
              var clipboard = new ClipboardPicture(environment, temporary(), Duration.ofSeconds(2));
              switch (clipboard.take()) {
                case ClipboardPicture.Outcome.Taken taken -> insert.accept(taken.file().toString());
                case ClipboardPicture.Outcome.None none -> notice(none.reason());
              }
            });
  }

  @Override
  public void notice(String line) {
    String rows = Wrap.lines(SafeText.visible(line), console.page().columns() - 1);
    for (String row : rows.split("\n", -1)) {
      console.page().line(look.palette().paint(Style.DIM, row));
    }
  }

  @Override
  public boolean coversWindow() {
    return console.hasOtherScreen();
  }

  @Override
  public void key(Key key) {
    switch (key) {
      case Key.Named.ESCAPE -> escape();
      case Key.Named.INTERRUPT -> interrupt();
      case Key.Named.SUSPEND -> console.suspend();
      case Key.Named.GONE -> gone();
      case Key.Chord chord when chord.equals(LEAVE) -> {
        if (console.current() == null) {
          console.deliver(new Console.Entry.End());
        }
      }
      default -> {}
    }
  }

  @Override
  public void act(Action action) {
    switch (action) {
      case CLEAR_SCREEN -> console.page().screen().clear();
      case OPEN_FOLDED -> folded.open(console.router());
      case TREE -> tree();
      case NEXT_MODE ->
          modes
              .get()
              .ifPresent(
                  mode -> {
                    console.router().hint(look.palette().paint(Style.DIM, mode));
                    console.status().changed();
                  });
      default -> throw new IllegalArgumentException(action + " is for the editor");
    }
  }

  /// Only where a command can begin.
  private void tree() {
    if (console.current() == null && console.reading() == LiveConsole.Reading.PROMPT) {
      console.deliver(new Console.Entry.Line("/tree"));
    }
  }

  private void escape() {
    Console.Work work = console.current();
    if (work != null) {
      stop(work);
    } else if (console.reading() == LiveConsole.Reading.ANSWER) {
      console.deliver(new Console.Entry.Interrupted(Console.Discarded.NOTHING));
    } else if (console.router().untouched() && escapes.press()) {
      tree();
    }
  }

  void interrupt() {
    Console.Work work = console.current();
    if (work == null && console.opening()) {
      leaveEarly();
      return;
    }
    if (work == null) {
      console.deliver(new Console.Entry.Interrupted(Console.Discarded.NOTHING));
      return;
    }
    switch (interrupts.whileWorking()) {
      case LEAVE -> work.leave();
      case STOP, CLEAR, HINT -> stop(work);
    }
  }

  /// Nobody can be told to stop yet.
  private void leaveEarly() {
    if (interrupts.atLine(Console.Discarded.NOTHING) == Interrupts.Reaction.LEAVE) {
      Thread.ofPlatform().start(() -> Runtime.getRuntime().exit(TerminalFace.INTERRUPTED));
    } else {
      notice("(Ctrl-C again leaves)");
    }
  }

  private void stop(Console.Work work) {
    console.page().stopping();
    work.stop();
  }

  /// A bug must not take the keys away: what is open is closed, and what happened is told once.
  void broke(Key key, Throwable bug) {
    String said = "A bug in Tenon at the key " + KeyNames.name(key) + ": " + bug;
    if (said.equals(toldBug)) {
      return;
    }
    toldBug = said;
    try {
      console.router().closeMenu();
    } catch (RuntimeException | Error again) {
      said += "; " + again;
    }
    notice(said + " (what you typed is still there)");
  }

  /// The terminal is gone.
  void gone() {
    Console.Work work = console.current();
    console.router().gone();
    console.deliver(new Console.Entry.End());
    if (work != null) {
      work.leave();
    }
  }
}
