package dev.tenon.cli.terminal;

import dev.tenon.cli.slash.SlashCommands;
import dev.tenon.cli.terminal.device.Attention;
import dev.tenon.cli.terminal.device.Keyboard;
import dev.tenon.cli.terminal.device.TerminalDevice;
import dev.tenon.cli.terminal.device.TerminalLoan;
import dev.tenon.cli.terminal.device.TerminalPort;
import dev.tenon.cli.terminal.device.TerminalQueries;
import dev.tenon.cli.terminal.device.TerminalState;
import dev.tenon.cli.terminal.device.WindowSignals;
import dev.tenon.cli.terminal.dialog.AskTiming;
import dev.tenon.cli.terminal.dialog.ChoiceDialog;
import dev.tenon.cli.terminal.dialog.Dialogs;
import dev.tenon.cli.terminal.editor.Editor;
import dev.tenon.cli.terminal.editor.EditorSettings;
import dev.tenon.cli.terminal.editor.HistoryRecall;
import dev.tenon.cli.terminal.editor.Recall;
import dev.tenon.cli.terminal.history.PromptHistory;
import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.KeyDecoder;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.render.Abilities;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.LivePage;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.render.UsageRenderer;
import dev.tenon.cli.terminal.screen.LiveScreen;
import dev.tenon.cli.terminal.view.SentText;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.text.IoFailure;
import dev.tenon.core.tool.Asker;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jspecify.annotations.Nullable;

/// A terminal that can move its cursor. An editor is always there, whether the program waits or
/// works; one thread reads the keys from the first to the last.
final class LiveConsole implements Console {
  private static final Duration TICK = Duration.ofMillis(120);

  private final DisplayOptions look;
  private final PromptHistory history;
  private final LivePage page;
  private final LiveApprover approver;
  private final LiveAsker asker;
  private final TerminalState terminal;
  private final KeyRouter router;
  private final KeyDecoder decoder;
  private final Keyboard keyboard;
  private final SaidQueue said;
  private final ConsoleKeys keys;
  private final Dialogs dialogs;
  private final WindowSignals window;
  private final Attention attention;
  private final ConsoleStatus status;
  private final Map<String, String> environment;
  private final String type;
  private final TerminalQueries queries;
  private final Thread hook = new Thread(this::restore, "terminal");
  private final BlockingDeque<Entry> entries = new LinkedBlockingDeque<>();
  private final Object gate = new Object();

  private volatile Size size;
  private volatile EditorSettings editing;
  private volatile @Nullable Work current;
  private volatile Reading reading = Reading.NOTHING;
  private volatile boolean closed;

  /// Nobody has read yet: the program still opens what it needs.
  private volatile boolean opening = true;

  private boolean woken;
  private @Nullable Thread spinner;

  /// What somebody waits for.
  enum Reading {
    NOTHING,
    PROMPT,
    ANSWER
  }

  /// @param out writes to the terminal even after JLine has closed it
  LiveConsole(
      Terminal terminal,
      TerminalPort port,
      Writer out,
      DisplayOptions look,
      Interrupts interrupts,
      Surroundings around) {
    this.look = look;
    this.history = around.history;
    this.editing = around.editor;
    this.size = terminal.getSize();
    this.page =
        new LivePage(
            out,
            () -> size.getColumns(),
            () -> size.getRows(),
            look,
            LiveScreen.PACE,
            TerminalDevice.narrowing(terminal.getType(), around.environment));
    this.dialogs = new Dialogs(around.nanos);
    this.decoder = new KeyDecoder(port.keys(this::waitsForKeys), dialogs::waiting);
    this.queries =
        new TerminalQueries(
            query -> {
              decoder.expectAnswer();
              page.screen().send(query);
            });
    this.environment = around.environment;
    this.type = terminal.getType();
    this.window = new WindowSignals(page.screen(), type);
    this.attention = new Attention(window, look.glyphs(), around.nanos);
    this.status = new ConsoleStatus(page, look, attention, () -> current != null, dialogs::waiting);
    this.approver = new LiveApprover(dialogs, page, look, attention);
    this.asker = new LiveAsker(dialogs, page, look, around.timing, around.nanos, attention);
    this.said = new SaidQueue(page);
    this.keys = new ConsoleKeys(this, said, look, interrupts, around);
    this.router =
        new KeyRouter(
            page,
            new Editor(
                around.editor,
                new PromptCompleter(around.commands),
                new HistoryRecall(history, this::repaint),
                look),
            () -> new Editor(editing, (text, at) -> List.of(), Recall.NOTHING, look),
            dialogs,
            keys);
    dialogs.onChange(
        () -> {
          router.refresh();
          status.titled();
        });
    this.keyboard = new Keyboard(decoder, this::pressed, keys::broke);
    this.terminal = new TerminalState(terminal, page.screen(), window);
    page.screen().measureWith(this::lookUpSize);
    boolean late = TerminalDevice.tellsLate(type, environment);
    page.screen().askWidthWhile(() -> late && current != null);
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException exiting) {
      // Ctrl-C was quicker than the first picture.
      this.terminal.leave();
    }
    this.terminal.enter();
    history.load();
    router.refresh();
    // What takes its time comes after the first picture, while the person looks at it.
    keyboard.start();
    this.terminal.ask();
    Thread.ofPlatform()
        .daemon()
        .name("signals")
        .start(() -> port.signals(() -> keyboard.interrupted(keys::interrupt), this::measure));
  }

  /// What the console has to do with; the history is not loaded yet.
  record Surroundings(
      SlashCommands commands,
      PromptHistory history,
      EditorSettings editor,
      Map<String, String> environment,
      AskTiming timing,
      LongSupplier nanos) {}

  /// Whether nothing goes on but that somebody may type, and only a key ends that.
  boolean waitsForKeys() {
    return current == null && (reading != Reading.NOTHING || router.waitsForKeys());
  }

  /// How the conversation stands, around the editor.
  ConsoleStatus status() {
    return status;
  }

  /// Shows it from now on. Answers what is told of the conversation's events.
  Consumer<AgentEvent> show(StatusHooks hooks, UsageRenderer usage) {
    return status.show(hooks, usage, type, environment);
  }

  /// Other keys of the editor from now on.
  void use(EditorSettings wanted) {
    editing = wanted;
    router.use(wanted);
  }

  /// There are commands now that what is typed may begin.
  void offerAgain() {
    router.offerAgain();
  }

  private void pressed(Key key) {
    if (key instanceof Key.Report report) {
      report.column().ifPresent(page.screen()::heardWidth);
      terminal.heard(report);
      queries.heard(report);
      if (terminal.drawsSixel()) {
        page.draws(Abilities.Pictures.SIXEL);
      }
      return;
    }
    if (attention.press(key)) {
      return;
    }
    measure();
    keys.before(key);
    router.press(key);
    history.typed(router::draft);
  }

  /// Questions to the terminal.
  TerminalQueries queries() {
    return queries;
  }

  /// Everything that can still change looks different from now on.
  void repaint() {
    router.refresh();
    page.screen().now();
  }

  /// What keys mean while no editor takes them.
  ConsoleKeys keys() {
    return keys;
  }

  KeyRouter router() {
    return router;
  }

  /// What goes on, if anything does.
  @Nullable Work current() {
    return current;
  }

  Reading reading() {
    return reading;
  }

  /// Whether nobody has read yet.
  boolean opening() {
    return opening;
  }

  /// Hands something to whoever reads. Nobody reads from then on: another program may get the keys.
  void deliver(Entry entry) {
    reading = Reading.NOTHING;
    entries.add(entry);
  }

  /// Whether the terminal has a screen besides the one with the text.
  boolean hasOtherScreen() {
    return terminal.hasOtherScreen();
  }

  void suspend() {
    keyboard.settle(page.screen());
    dialogs.cover();
    try {
      terminal.suspend();
      decoder.forget();
    } catch (IOException noSuchCommand) {
      page.words("(cannot suspend: " + IoFailure.named(noSuchCommand) + ")");
    } finally {
      dialogs.uncover();
    }
    measure();
  }

  private void lookUpSize() {
    if (!closed) {
      size = terminal.size();
    }
  }

  /// The window may have another size.
  private void measure() {
    if (!closed && page.screen().measure()) {
      router.refresh();
      page.screen().now();
    }
  }

  @Override
  public LivePage page() {
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
  public Entry read() throws InterruptedException {
    history
        .untoldProblem()
        .ifPresent(it -> page.words(look.palette().paint(Style.DIM, SafeText.visible(it))));
    opening = false;
    synchronized (gate) {
      if (woken && router.untouched() && entries.isEmpty()) {
        woken = false;
        return new Entry.Woken();
      }
      woken = false;
      reading = Reading.PROMPT;
    }
    return taken();
  }

  @Override
  public Entry edit(String text) throws InterruptedException {
    // What was sent before somebody asked is for the prompt, and no answer.
    var before = new ArrayList<Entry>();
    entries.removeIf(entry -> entry instanceof Entry.Line && before.add(entry));
    router.beginAnswer(text);
    reading = Reading.ANSWER;
    try {
      return taken();
    } finally {
      router.endAnswer();
      before.reversed().forEach(entries::addFirst);
    }
  }

  private Entry taken() throws InterruptedException {
    try {
      page.freshLine();
      Entry entry = entries.take();
      if (entry instanceof Entry.End) {
        // Whoever reads next finds the end too.
        entries.add(entry);
      }
      if (entry instanceof Entry.Line line) {
        echo(line.text());
      }
      return entry;
    } finally {
      reading = Reading.NOTHING;
    }
  }

  @Override
  public void echo(String sent) {
    SentText.rows(sent, look).forEach(page::line);
  }

  @Override
  public void hint(String line) {
    router.hint(line);
  }

  @Override
  public void put(String text) {
    router.put(text);
  }

  @Override
  public boolean untouched() {
    return router.untouched();
  }

  @Override
  public void wake() {
    synchronized (gate) {
      if (reading == Reading.PROMPT && router.untouched()) {
        deliver(new Entry.Woken());
      } else if (reading != Reading.PROMPT) {
        woken = true;
      }
    }
  }

  @Override
  public Menu.Step show(Menu menu) throws InterruptedException {
    page.freshLine();
    return closed ? Menu.Step.CLOSED : router.show(menu);
  }

  @Override
  public void decide(ChoiceDialog dialog) throws InterruptedException {
    if (!closed) {
      approver.decide(dialog);
    }
  }

  @Override
  public boolean menuInterrupted() {
    return closed || router.menuInterrupted();
  }

  @Override
  public void begin(String activity, Work work) {
    measure();
    opening = false;
    said.clear();
    page.begin(activity);
    current = work;
    attention.begins();
    status.titled();
    spinner = Thread.ofVirtual().name("spinner").start(this::spin);
  }

  private void spin() {
    try {
      do {
        Thread.sleep(TICK);
        page.tick();
        router.tick();
      } while (look.waiting() == DisplayOptions.Waiting.MOVING);
    } catch (InterruptedException over) {
      // The work has ended.
    }
  }

  @Override
  public void end() {
    current = null;
    Thread turning = spinner;
    if (turning != null) {
      turning.interrupt();
    }
    page.end();
    status.changed();
  }

  @Override
  public void turnEnded() {
    attention.turnEnded();
  }

  @Override
  public void heard(String message) {
    said.heard(message);
  }

  @Override
  public <T> T lend(TerminalLoan<T> program) throws IOException, InterruptedException {
    terminal.settle();
    keyboard.hold();
    dialogs.cover();
    try {
      terminal.lend();
      return program.run();
    } finally {
      terminal.resumeMended();
      dialogs.uncover();
      decoder.forget();
      measure();
      keyboard.release();
    }
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
    terminal.settle();
    status.close();
    keyboard.stop();
    history.leave(router.draft());
    terminal.close(page::close);
    keys.gone();
    return true;
  }
}
