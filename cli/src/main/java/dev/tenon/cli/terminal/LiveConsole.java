package dev.tenon.cli.terminal;

import dev.tenon.cli.slash.SlashCommands;
import dev.tenon.cli.terminal.dialog.Dialogs;
import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.KeyDecoder;
import dev.tenon.cli.terminal.input.ListMenu;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.input.PromptHistory;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.LivePage;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.session.Titles;
import dev.tenon.core.tool.Asker;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.utils.NonBlockingReader;
import org.jspecify.annotations.Nullable;

/// A terminal that can move its cursor: a line editor between prompts, and a footer with a spinner
/// and the keyboard's attention while one runs.
final class LiveConsole implements Console {
  private static final Duration TICK = Duration.ofMillis(120);

  private final Terminal terminal;
  private final DisplayOptions look;
  private final PromptHistory history;
  private final SlashCommands commands;
  private final LivePage page;
  private final Dialogs dialogs;
  private final LiveApprover approver;
  private final LiveAsker asker;
  private final Keyboard keyboard;
  private final KeyDecoder keys;
  private final Attributes found;
  private final Thread hook = new Thread(this::restore, "terminal");

  private volatile boolean closed;
  private volatile Size size;
  private volatile @Nullable Work current;
  private @Nullable Thread spinner;
  private volatile @Nullable LineEditor editor;

  /// @param out writes to the terminal even after JLine has closed it
  LiveConsole(
      Terminal terminal,
      Writer out,
      DisplayOptions look,
      PromptHistory history,
      SlashCommands commands,
      Interrupts interrupts,
      AskTiming timing,
      LongSupplier nanos) {
    this.terminal = terminal;
    this.look = look;
    this.history = history;
    this.commands = commands;
    this.size = terminal.getSize();
    this.page = new LivePage(out, () -> size.getColumns(), () -> size.getRows(), look);
    this.dialogs = new Dialogs(nanos);
    dialogs.onChange(this::drawDialog);
    this.approver = new LiveApprover(dialogs, page, look);
    this.asker = new LiveAsker(dialogs, page, look, timing, nanos);
    NonBlockingReader input = terminal.reader();
    this.keys = new KeyDecoder(input::read);
    this.keyboard = new Keyboard(keys, page, dialogs, interrupts, this::suspend);
    Runtime.getRuntime().addShutdownHook(hook);
    this.found = terminal.enterRawMode();
    terminal.handle(Terminal.Signal.INT, signal -> interrupted());
  }

  private void drawDialog() {
    measure();
    int rows = size.getRows() > 0 ? size.getRows() : 24;
    page.question(
        dialogs
            .view(dialog -> String.join("\n", dialog.rows(page.columns(), rows - 4).lines()))
            .orElse(""));
  }

  private void interrupted() {
    Work work = current;
    if (work != null) {
      keyboard.interrupt(work);
    }
  }

  @Override
  public Page page() {
    return page;
  }

  @Override
  public Approver approver() {
    return approver;
  }

  @Override
  public Asker asker() {
    return asker;
  }

  @Override
  public Entry edit(String text) {
    return read(text, LineEditor.Kind.ANSWER);
  }

  @Override
  public Entry read(String prefill) {
    return read(prefill, LineEditor.Kind.PROMPT);
  }

  @Override
  public Entry answer() {
    return read("", LineEditor.Kind.ANSWER);
  }

  private Entry read(String prefill, LineEditor.Kind kind) {
    LineEditor line = editor;
    if (line == null) {
      line = new LineEditor(terminal, history, commands, this::suspend, () -> closed);
      editor = line;
      history.problem().ifPresent(problem -> page.line(look.palette().paint(Style.DIM, problem)));
    }
    page.freshLine();
    String prompt = look.palette().paint(Style.PERSON, look.glyphs().person) + " ";
    page.detour(line::printAbove);
    try {
      Entry entry = line.read(prompt, prefill, kind);
      while (line.searching()) {
        String found = search(line.draft());
        page.detour(line::printAbove);
        entry = line.read(prompt, found, kind);
      }
      return entry;
    } finally {
      page.resume();
    }
  }

  @Override
  public void wake() {
    LineEditor reading = editor;
    if (reading != null) {
      reading.wake();
    }
  }

  /// Ctrl-R: looks through what was said before. Answers what the line is to hold.
  private String search(String draft) {
    page.resume();
    var menu = new ListMenu<String>("Earlier prompts", look, history::search, Titles::plain);
    menu.type(draft);
    Menu.Step step = show(menu);
    history.problem().ifPresent(problem -> page.line(look.palette().paint(Style.DIM, problem)));
    return step == Menu.Step.CHOSEN ? menu.chosen().orElse(draft) : draft;
  }

  @Override
  public Menu.Step show(Menu menu) {
    page.freshLine();
    try {
      Menu.Step step = Menu.Step.STAY;
      while (step == Menu.Step.STAY && !closed) {
        measure();
        page.below(menu.lines(page.columns(), size.getRows() > 0 ? size.getRows() : 24));
        Optional<Key> key = keys.next(TICK.toMillis());
        if (key.isPresent()) {
          step = key.get() == Key.Named.GONE ? Menu.Step.CLOSED : menu.press(key.get());
        }
      }
      return closed ? Menu.Step.CLOSED : step;
    } catch (IOException gone) {
      return Menu.Step.CLOSED;
    } finally {
      page.below(List.of());
    }
  }

  private synchronized void measure() {
    if (!closed) {
      size = terminal.getSize();
    }
  }

  /// Ctrl-Z: hands the terminal back and stops the whole process group, as the terminal itself
  /// would have done; goes on when the shell says so.
  private void suspend() {
    page.pause();
    terminal.setAttributes(found);
    terminal.flush();
    try {
      new ProcessBuilder("kill", "-TSTP", "0").start().waitFor();
    } catch (IOException noSuchCommand) {
      page.line("(cannot suspend: " + noSuchCommand.getMessage() + ")");
    } catch (InterruptedException leaving) {
      Thread.currentThread().interrupt();
    }
    terminal.enterRawMode();
    page.resume();
  }

  @Override
  public void begin(String activity, Work work) {
    measure();
    current = work;
    page.begin(activity);
    spinner = Thread.ofVirtual().name("spinner").start(this::spin);
    keyboard.start(work);
  }

  private void spin() {
    try {
      while (true) {
        Thread.sleep(TICK);
        measure();
        page.tick();
      }
    } catch (InterruptedException over) {
      // The work has ended.
    }
  }

  @Override
  public String end() {
    current = null;
    if (spinner != null) {
      spinner.interrupt();
    }
    String draft = keyboard.stop();
    page.end();
    return draft;
  }

  @Override
  public void heard(String message) {
    keyboard.heard(message);
  }

  @Override
  public void close() {
    if (restore()) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException exiting) {
        // The hook is what called us, or is about to find its work done.
      }
    }
  }

  private synchronized boolean restore() {
    if (closed) {
      return false;
    }
    closed = true;
    history.close();
    page.close();
    try {
      // Sets the attributes back. At the end of the program JLine may have been quicker.
      terminal.close();
    } catch (IOException gone) {
      // Nobody is left to be told.
      return true;
    }
    return true;
  }
}
