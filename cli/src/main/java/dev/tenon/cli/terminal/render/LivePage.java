package dev.tenon.cli.terminal.render;

import dev.tenon.cli.terminal.screen.FramePainter;
import dev.tenon.cli.terminal.screen.LiveScreen;
import dev.tenon.cli.terminal.screen.Panel;
import dev.tenon.cli.terminal.screen.Rows;
import dev.tenon.cli.terminal.screen.StyledText;
import dev.tenon.cli.terminal.screen.UnfinishedLine;
import java.io.Writer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/// A page on a terminal that can move its cursor. Whole lines are final and belong to the terminal;
/// below them stand, repainted as they change, the line or block that still grows, the state of the
/// work ([Footer]), and what the person types into.
///
/// Safe for several threads.
public final class LivePage implements Page {
  /// A lower window has no row for the state.
  private static final int ROWS_FOR_STATUS = 8;

  /// A lower window has no rows for anything above the editor, which leaves this much to the text.
  private static final int ROWS_FOR_MORE = 14;

  private static final int LEFT_FOR_MORE = 6;

  private final LiveScreen screen;
  private final ReentrantLock lock;
  private final OpenStyles styles = new OpenStyles();
  private final Footer footer;
  private final PaintedText painted = new PaintedText();
  private final UnfinishedLine line = new UnfinishedLine();

  /// What is switched on where the next line begins.
  private String carried = "";

  private Supplier<List<String>> block = List::of;
  private Rows panel = Rows.of(List.of());
  private Panel above = (columns, rows) -> Rows.of(List.of());
  private Panel below = (columns, rows) -> Rows.of(List.of());
  private volatile Abilities.Pictures pictures = Abilities.Pictures.NONE;
  private boolean asking;
  private boolean working;

  /// A page that shows everything at once.
  public LivePage(Writer out, IntSupplier columns, IntSupplier rows, DisplayOptions look) {
    this(out, columns, rows, look, Duration.ZERO, FramePainter.Narrowing.REFLOWS);
  }

  /// @param pace the time from one frame to the next
  public LivePage(
      Writer out,
      IntSupplier columns,
      IntSupplier rows,
      DisplayOptions look,
      Duration pace,
      FramePainter.Narrowing narrowing) {
    this.screen = new LiveScreen(out, columns, rows, this::live, pace, narrowing);
    this.lock = screen.lock();
    this.footer = new Footer(look);
  }

  public LiveScreen screen() {
    return screen;
  }

  @Override
  public void print(String raw) {
    lock.lock();
    try {
      String text = painted.next(raw);
      int end = text.lastIndexOf('\n') + 1;
      if (end > 0) {
        String whole = (line.isEmpty() ? carried : line.take()) + text.substring(0, end);
        note(whole);
        carried = styles.resume();
        screen.print(whole);
      }
      if (end < text.length()) {
        line.add((line.isEmpty() ? carried : "") + text.substring(end));
        screen.soon();
      }
    } finally {
      lock.unlock();
    }
  }

  private void note(String text) {
    int at = text.indexOf('\033');
    while (at >= 0) {
      int end = StyledText.afterEscape(text, at);
      styles.note(text.substring(at, end));
      at = text.indexOf('\033', end);
    }
  }

  @Override
  public void unfinished(List<String> rows) {
    List<String> shown = List.copyOf(rows);
    change(() -> block = () -> shown);
  }

  @Override
  public void unfinished(Supplier<List<String>> rows) {
    change(() -> block = rows);
  }

  @Override
  public boolean atLineStart() {
    lock.lock();
    try {
      return line.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Reach reach() {
    return Reach.LIVE;
  }

  @Override
  public int columns() {
    return screen.columns();
  }

  @Override
  public void doing(String what, List<String> lines) {
    lock.lock();
    try {
      if (!footer.shows(what, lines)) {
        footer.doing(what, lines);
        screen.soon();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void picture(String sequence, int height) {
    lock.lock();
    try {
      freshLine();
      screen.print(sequence + "\n");
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Abilities.Pictures pictures() {
    return pictures;
  }

  /// The terminal has said that it draws pictures.
  public void draws(Abilities.Pictures known) {
    pictures = known;
  }

  /// Work begins: from now on its state is shown, with the next [#tick].
  public void begin(String what) {
    lock.lock();
    try {
      working = true;
      footer.begin(what);
    } finally {
      lock.unlock();
    }
  }

  /// Work is over; nothing of its state is left.
  public void end() {
    change(
        () -> {
          working = false;
          footer.queued = List.of();
        });
  }

  /// What the person types into, at once.
  public void panel(Rows rows) {
    show(rows, false);
  }

  /// The same with a question in it: the work waits for its answer, and its state is not shown.
  public void question(Rows rows) {
    show(rows, true);
  }

  /// Shows rows that fill the window, on the other screen of the terminal, until there is a panel.
  public void cover(Rows rows) {
    screen.cover(rows);
  }

  private void show(Rows rows, boolean asks) {
    lock.lock();
    try {
      screen.uncover();
      if (!panel.equals(rows) || asking != asks) {
        panel = rows;
        asking = asks;
        screen.now();
      }
    } finally {
      lock.unlock();
    }
  }

  /// What stands right above and right below what the person types into, from now on; in a window
  /// of a few rows, and where they would take the place of a question, nothing does. Both are asked
  /// for their rows when a frame is painted, and must not wait for anything.
  public void surround(Panel over, Panel under) {
    change(
        () -> {
          above = over;
          below = under;
        });
  }

  /// The next picture of the spinner. Without one, the first tick shows the state of the work, and
  /// the others write nothing.
  public void tick() {
    lock.lock();
    try {
      if (!footer.standsStill()) {
        footer.tick();
        screen.soon();
      }
    } finally {
      lock.unlock();
    }
  }

  /// The person wants the work to stop, which may take a moment.
  public void stopping() {
    change(footer::stopping);
  }

  /// What the person has said and the model has not seen yet.
  public void queued(List<String> messages) {
    change(() -> footer.queued = List.copyOf(messages));
  }

  /// Rings the terminal's bell.
  public void ring() {
    screen.send("\u0007");
  }

  /// Ends the work and the line; from now on nothing is written any more.
  public void close() {
    lock.lock();
    try {
      working = false;
      freshLine();
      screen.close();
    } finally {
      lock.unlock();
    }
  }

  private void change(Runnable change) {
    lock.lock();
    try {
      change.run();
      screen.soon();
    } finally {
      lock.unlock();
    }
  }

  /// Everything below the text that is final. What does not fit is left out from the top.
  private Rows live(int columns, int rows) {
    var all = new ArrayList<String>(line.rows(columns));
    List<String> grown = block.get();
    block = () -> grown;
    for (String row : grown) {
      all.add(PaintedText.line(row));
    }
    int room = rows > 3 ? rows - 1 : rows;
    int left = room - panel.lines().size();
    List<String> under =
        left > 0 && rows >= ROWS_FOR_STATUS ? below.rows(columns, 1).lines() : List.of();
    left -= under.size();
    List<String> over =
        asking || rows < ROWS_FOR_MORE || left < LEFT_FOR_MORE
            ? List.of()
            : above.rows(columns, left - LEFT_FOR_MORE + 1).lines();
    left = Math.max(1, left - over.size());
    List<String> state = List.of();
    if (asking) {
      state = footer.question(columns, left);
    } else if (working && footer.due()) {
      state = footer.lines(columns, left);
    }
    for (String row : state) {
      all.add(PaintedText.line(row));
    }
    for (String row : over) {
      all.add(PaintedText.line(row));
    }
    int before = all.size();
    for (String row : panel.lines()) {
      all.add(PaintedText.line(row));
    }
    for (String row : under) {
      all.add(PaintedText.line(row));
    }
    int cut = Math.max(0, all.size() - room);
    int moved = before - cut;
    Optional<Rows.Caret> caret =
        panel.caret().map(at -> new Rows.Caret(Math.max(0, at.row() + moved), at.column()));
    return new Rows(all.subList(cut, all.size()), caret);
  }
}
