package dev.tenon.cli.terminal;

import dev.tenon.cli.terminal.device.HiddenInput;
import dev.tenon.cli.terminal.device.LineDevice;
import dev.tenon.cli.terminal.device.TerminalLoan;
import dev.tenon.cli.terminal.dialog.AskTiming;
import dev.tenon.cli.terminal.dialog.ChoiceDialog;
import dev.tenon.cli.terminal.dialog.Dialogs;
import dev.tenon.cli.terminal.input.LineField;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.input.NumberedMenu;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.PlainPage;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.tool.Asker;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/// A terminal that shows lines and nothing more. The terminal itself edits the line; one thread
/// reads, because a read of standard input cannot be interrupted.
final class PlainConsole implements Console {
  /// Lines that come in one go follow each other within this time.
  private static final long PASTE_MILLIS = 50;

  private final BufferedReader in;
  private final PrintStream out;
  private final DisplayOptions look;
  private final PlainPage page;
  private final ApprovalText text;
  private final Interrupts interrupts;
  private final AskTiming timing;
  private final HiddenInput.Echo echo;
  private final LongSupplier nanos;
  private final LinkedBlockingDeque<Arrived> entries = new LinkedBlockingDeque<>();

  /// Lines that were typed before a question could be read: they are no answers to it.
  private final ArrayDeque<Entry> earlier = new ArrayDeque<>();

  private volatile TypedAhead typedAhead = TypedAhead.WAITS;

  /// What was said and not heard, and cannot be put in the line here.
  private final StringBuilder given = new StringBuilder();

  private final AtomicBoolean started = new AtomicBoolean();
  private volatile @Nullable Work current;
  private @Nullable Object previousHandler;
  private final Object gate = new Object();
  private boolean reading;
  private boolean woken;
  private boolean menuInterrupted;

  /// @param at when it came, by the clock
  private record Arrived(Entry entry, long at) {}

  /// What becomes of lines that are there before a question of the model or about a permission.
  enum TypedAhead {
    /// They are for the next prompt.
    WAITS,
    /// They answer, as the lines of a file do that somebody wrote for it.
    ANSWERS
  }

  void typedAhead(TypedAhead what) {
    typedAhead = what;
  }

  PlainConsole(
      InputStream in,
      PrintStream out,
      Charset charset,
      DisplayOptions look,
      Interrupts interrupts,
      AskTiming timing,
      LineDevice device) {
    this.nanos = device.nanos();
    this.timing = timing;
    this.echo = device.echo();
    this.in = new BufferedReader(new InputStreamReader(in, charset));
    this.out = out;
    this.look = look;
    this.page = new PlainPage(out, Page.Reach.DUMB, device.width());
    this.text = new ApprovalText(page, look);
    this.interrupts = interrupts;
  }

  @Override
  public Page page() {
    return page;
  }

  @Override
  public boolean lost() {
    return out.checkError();
  }

  @Override
  public Approver approver() {
    return text.approver(
        new ApprovalText.Lines(
            this::setAside,
            asks -> waited(answerTo(asks, Duration.ZERO)),
            this::keep,
            () -> !earlier.isEmpty()));
  }

  @Override
  public Asker asker() {
    return questions -> {
      var replies = new ArrayList<Asker.Reply>();
      for (Asker.Question question : questions) {
        Optional<Asker.Reply> reply = ask(question);
        if (reply.isEmpty()) {
          return Optional.empty();
        }
        replies.add(reply.get());
      }
      return Optional.of(replies);
    };
  }

  private Optional<Asker.Reply> ask(Asker.Question question) throws InterruptedException {
    setAside();
    page.freshLine();
    page.line(SafeText.visible(AskText.numbered(question)));
    while (true) {
      Entry entry = answerTo(look.glyphs().person + " ", timing.patience());
      if (entry == null) {
        page.line("");
        page.line("(nobody answered in time)");
        return Optional.of(AskText.byDefault(question, Asker.By.TIMEOUT));
      }
      if (!(entry instanceof Entry.Line line)) {
        return Optional.empty();
      }
      Optional<Asker.Reply> reply = AskText.read(question, line.text());
      if (reply.isPresent()) {
        return reply;
      }
      page.line("There is no such option; they go from 1 to " + question.options().size() + ".");
    }
  }

  @Override
  public void decide(ChoiceDialog dialog) throws InterruptedException {
    setAside();
    page.freshLine();
    page.line(dialog.numbered(page.columns()));
    String asks = look.glyphs().person + " ";
    while (answerTo(asks, Duration.ZERO) instanceof Entry.Line line
        && !dialog.answer(line.text())) {
      if (!dialog.swallowsText()) {
        keep(line);
      }
      page.line(ChoiceDialog.AGAIN);
    }
  }

  /// The text is typed anew, line by line.
  @Override
  public Entry edit(String text) throws InterruptedException {
    page.freshLine();
    if (!text.isEmpty()) {
      page.line(SafeText.visible(text));
    }
    page.line(
        "(type the whole new text; a line with a single dot ends it, a dot at once leaves it)");
    var lines = new ArrayList<String>();
    while (true) {
      Entry entry = answer();
      if (!(entry instanceof Entry.Line line)) {
        return entry;
      }
      if (line.text().equals(".")) {
        return lines.isEmpty()
            ? new Entry.Interrupted(Discarded.NOTHING)
            : new Entry.Line(String.join("\n", lines));
      }
      lines.add(line.text());
    }
  }

  @Override
  public Entry read() throws InterruptedException {
    String unsent = given.toString().strip();
    given.setLength(0);
    if (!unsent.isEmpty()) {
      page.line("(not sent: " + SafeText.visible(unsent) + ")");
    }
    synchronized (gate) {
      if (woken) {
        woken = false;
        return new Entry.Woken();
      }
      reading = true;
    }
    try {
      ask();
      Entry waiting = earlier.poll();
      if (waiting instanceof Entry.Line line) {
        page.print(SafeText.visible(line.text()) + "\n");
        page.lineEnded();
        return waiting;
      }
      return take();
    } finally {
      synchronized (gate) {
        reading = false;
      }
    }
  }

  /// Nobody answers what they have not seen.
  private void setAside() {
    if (typedAhead == TypedAhead.WAITS && takeLines()) {
      page.freshLine();
      page.line("(what you typed before this question is no answer; it is your next line)");
    }
  }

  /// A line that is no answer is for the next prompt, unless it was written as an answer.
  private void keep(Entry.Line line) {
    if (typedAhead == TypedAhead.WAITS && !line.text().isBlank()) {
      earlier.add(line);
      page.line("(no answer to this question; it is your next line)");
    }
  }

  /// Takes the lines that are there for the next prompt; answers whether there was any.
  private boolean takeLines() {
    boolean any = false;
    Arrived first = entries.peek();
    while (first != null && first.entry instanceof Entry.Line) {
      earlier.add(entries.remove().entry);
      any = true;
      first = entries.peek();
    }
    return any;
  }

  /// Asks and waits for an answer of somebody who could read the question: a line that comes right
  /// after it, or in one go with others as pasted ones do, is for the next prompt.
  ///
  /// @return null if none comes in time
  private @Nullable Entry answerTo(String asks, Duration patience) throws InterruptedException {
    while (true) {
      page.print(asks);
      long shown = nanos.getAsLong();
      Arrived typed = arrived(patience);
      while (typed != null && typed.entry instanceof Entry.Woken) {
        typed = arrived(patience);
      }
      if (typed == null || !(typed.entry instanceof Entry.Line) || isAnswer(typed, shown)) {
        return typed == null ? null : typed.entry;
      }
      earlier.add(typed.entry);
      takeLines();
      page.freshLine();
      page.line("(that came too soon to be an answer to this question; it is your next line)");
    }
  }

  private boolean isAnswer(Arrived typed, long shown) throws InterruptedException {
    if (typedAhead == TypedAhead.ANSWERS) {
      return true;
    }
    if (typed.at - shown < Dialogs.SETTLE.toNanos()) {
      return false;
    }
    Arrived more = entries.poll(PASTE_MILLIS, TimeUnit.MILLISECONDS);
    if (more == null) {
      return true;
    }
    entries.addFirst(more);
    return !(more.entry instanceof Entry.Line);
  }

  @Override
  public Entry answer() throws InterruptedException {
    ask();
    return takeTyped();
  }

  private void ask() {
    page.freshLine();
    page.print(look.glyphs().person + " ");
  }

  /// What somebody typed; an answer is never given by itself.
  private Entry takeTyped() throws InterruptedException {
    Entry entry = take();
    while (entry instanceof Entry.Woken) {
      entry = take();
    }
    return entry;
  }

  /// Without a cursor to move, a menu is a list of numbers, and a search is a line of words.
  @Override
  public Menu.Step show(Menu menu) throws InterruptedException {
    var numbered = new NumberedMenu(menu);
    while (true) {
      page.freshLine();
      numbered.lines().forEach(page::line);
      Entry entry = numbered.isEmpty() ? new Entry.Line("") : answer();
      menuInterrupted = !(entry instanceof Entry.Line);
      if (!(entry instanceof Entry.Line line)) {
        return Menu.Step.CLOSED;
      }
      Menu.Step step = numbered.answer(line.text());
      if (step != Menu.Step.STAY) {
        return step;
      }
    }
  }

  @Override
  public Optional<String> fill(LineField field) throws InterruptedException {
    page.freshLine();
    page.line(SafeText.visible(field.title()));
    field.hints().forEach(hint -> page.line(SafeText.visible(hint)));
    boolean hidden = field.showing() == LineField.Showing.HIDDEN;
    page.line(hidden ? "(what you type is not shown; Enter alone leaves)" : "(Enter alone leaves)");
    while (true) {
      Entry entry = hidden ? hiddenAnswer() : answer();
      menuInterrupted = !(entry instanceof Entry.Line);
      if (!(entry instanceof Entry.Line line)) {
        return Optional.empty();
      }
      String problem = field.enter(line.text());
      if (problem.isEmpty()) {
        return Optional.of(field.text());
      }
      if (line.text().isBlank()) {
        return Optional.empty();
      }
      page.line(problem);
    }
  }

  @Override
  public boolean menuInterrupted() {
    return menuInterrupted;
  }

  private Entry hiddenAnswer() throws InterruptedException {
    try {
      echo.hide();
      Entry entry = answer();
      // The Enter of the person did not show either.
      page.print("\n");
      return entry;
    } catch (IOException visible) {
      page.line("This terminal cannot hide what is typed, so nothing secret is asked here.");
      return new Entry.End();
    } finally {
      echo.show();
    }
  }

  /// The next entry. The person's Enter has moved the cursor to a new line.
  private Entry take() throws InterruptedException {
    Arrived arrived = arrived(Duration.ZERO);
    return waited(arrived == null ? null : arrived.entry);
  }

  private static Entry waited(@Nullable Entry entry) {
    if (entry == null) {
      throw new IllegalStateException("waited for ever, and got nothing");
    }
    return entry;
  }

  /// The next entry with its time, or null if none comes in time.
  private @Nullable Arrived arrived(Duration patience) throws InterruptedException {
    listening();
    Arrived arrived =
        patience.isZero()
            ? entries.take()
            : entries.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
    if (arrived == null) {
      return null;
    }
    if (arrived.entry instanceof Entry.End) {
      // Whoever reads next finds the end too.
      entries.add(arrived);
    } else if (!(arrived.entry instanceof Entry.Woken)) {
      page.lineEnded();
    }
    return arrived;
  }

  private void add(Entry entry) {
    entries.add(new Arrived(entry, nanos.getAsLong()));
  }

  private void listening() {
    if (started.compareAndSet(false, true)) {
      previousHandler = Signals.register("INT", this::interrupted);
      Thread.ofPlatform().daemon().name("input").start(this::listen);
    }
  }

  private void listen() {
    try {
      String line;
      do {
        line = in.readLine();
        add(line == null ? new Entry.End() : new Entry.Line(line));
      } while (line != null);
    } catch (IOException gone) {
      add(new Entry.End());
    }
  }

  private void interrupted() {
    Work work = current;
    if (work == null) {
      // The terminal has thrown away what was typed, if anything was; nobody knows.
      out.println();
      add(new Entry.Interrupted(interrupts.pressedAtLine() ? Discarded.NOTHING : Discarded.TEXT));
    } else {
      switch (interrupts.whileWorking()) {
        case LEAVE -> work.leave();
        case STOP, CLEAR, HINT -> work.stop();
      }
    }
  }

  @Override
  public void begin(String activity, Work work) {
    current = work;
    // What is typed from now on was typed before whatever the work asks.
    listening();
  }

  @Override
  public void end() {
    current = null;
  }

  @Override
  public void put(String text) {
    given.insert(0, text + "\n");
  }

  @Override
  public boolean untouched() {
    return given.isEmpty();
  }

  @Override
  public <T> T lend(TerminalLoan<T> program) throws IOException {
    throw new IOException("this terminal cannot be left to a program");
  }

  @Override
  public void wake() {
    synchronized (gate) {
      if (reading) {
        add(new Entry.Woken());
      } else {
        woken = true;
      }
    }
  }

  @Override
  public void heard(String message) {}

  @Override
  public void close() {
    if (started.get() && previousHandler != null) {
      Signals.unregister("INT", previousHandler);
    }
    page.freshLine();
  }
}
