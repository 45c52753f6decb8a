package dev.tenon.cli.terminal.render;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;

/// A page on a terminal that can move its cursor. Below the text, while something is going on,
/// lives a footer: the last lines of a running command, a spinner, what the person is typing. The
/// cursor always rests at the end of the text, so that everything below it can be wiped with one
/// sequence, and the text itself is never touched again.
///
/// Safe for several threads; every call reaches the terminal as one write.
public final class LivePage implements Page {
  private static final String WIPE = "\033[J";

  /// No cursor, and pasted text comes marked as such.
  private static final String ENTER = "\033[?25l\033[?2004h";

  private static final String LEAVE = "\033[?2004l\033[?25h";
  private static final int TAIL_LINES = 5;
  private static final int QUEUED_LINES = 3;

  private final Writer out;
  private final IntSupplier columns;
  private final IntSupplier rows;
  private final Look look;
  private final ReentrantLock lock = new ReentrantLock();

  private final OpenStyles styles = new OpenStyles();

  private int column;
  private boolean drawn;
  private boolean working;
  private boolean stopping;
  private boolean closed;
  private long began;
  private int frame;
  private String activity = "";
  private List<String> tail = List.of();
  private List<String> queued = List.of();
  private String draft = "";
  private String question = "";

  public LivePage(Writer out, IntSupplier columns, IntSupplier rows, Look look) {
    this.out = out;
    this.columns = columns;
    this.rows = rows;
    this.look = look;
  }

  @Override
  public void print(String text) {
    if (text.isEmpty()) {
      return;
    }
    update(
        () -> {
          advance(text);
          return text;
        });
  }

  @Override
  public boolean atLineStart() {
    lock.lock();
    try {
      return column == 0;
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
    int known = columns.getAsInt();
    return known > 0 ? known : 80;
  }

  @Override
  public void doing(String what, List<String> lines) {
    lock.lock();
    try {
      activity = what;
      tail = List.copyOf(lines);
    } finally {
      lock.unlock();
    }
  }

  /// Work begins: from now on there is a footer. It is drawn with the next [#tick].
  public void begin(String what) {
    lock.lock();
    try {
      working = true;
      stopping = false;
      began = System.nanoTime();
      activity = what;
      tail = List.of();
      queued = List.of();
      draft = "";
      frame = 0;
      write(ENTER);
    } finally {
      lock.unlock();
    }
  }

  /// Work is over; nothing of the footer is left.
  public void end() {
    lock.lock();
    try {
      if (working) {
        working = false;
        question = "";
        write((drawn ? WIPE : "") + LEAVE);
        drawn = false;
      }
    } finally {
      lock.unlock();
    }
  }

  /// Takes the footer away for as long as something else has the terminal.
  public void pause() {
    lock.lock();
    try {
      if (working) {
        write((drawn ? WIPE : "") + LEAVE);
        drawn = false;
      }
    } finally {
      lock.unlock();
    }
  }

  /// The terminal is ours again, and the cursor at the beginning of a line.
  public void unpause() {
    lock.lock();
    try {
      column = 0;
      if (working) {
        write(ENTER);
      }
    } finally {
      lock.unlock();
    }
  }

  /// Ends the work and the line; from now on nothing is written any more.
  public void close() {
    lock.lock();
    try {
      end();
      freshLine();
      closed = true;
    } finally {
      lock.unlock();
    }
  }

  /// The person wants the work to stop, which may take a moment.
  public void stopping() {
    update(
        () -> {
          stopping = true;
          return "";
        });
  }

  /// The next picture of the spinner.
  public void tick() {
    update(
        () -> {
          frame++;
          return "";
        });
  }

  /// What the person is typing while the model works.
  public void draft(String text) {
    update(
        () -> {
          draft = text;
          return "";
        });
  }

  /// What the person has said and the model has not seen yet.
  public void queued(List<String> messages) {
    update(
        () -> {
          queued = List.copyOf(messages);
          return "";
        });
  }

  /// Asks for a key instead of showing the spinner; an empty text goes back to it.
  public void question(String text) {
    update(
        () -> {
          question = text;
          return "";
        });
  }

  /// Something else has moved the cursor to the beginning of a line.
  public void resume() {
    lock.lock();
    try {
      column = 0;
      drawn = false;
    } finally {
      lock.unlock();
    }
  }

  private interface Step {
    /// Changes the state and answers the text to print.
    String take();
  }

  private void update(Step step) {
    lock.lock();
    try {
      var all = new StringBuilder();
      if (drawn) {
        all.append(WIPE);
        drawn = false;
      }
      all.append(step.take());
      if (working && (frame > 0 || !draft.isEmpty() || !question.isEmpty())) {
        footer(all);
      }
      if (!all.isEmpty()) {
        write(all.toString());
      }
    } finally {
      lock.unlock();
    }
  }

  private void footer(StringBuilder all) {
    int width = columns();
    if (column >= width) {
      // The cursor hangs between two lines; wait for the next character.
      return;
    }
    List<String> lines = footerLines();
    all.append(styles.suspend());
    int up = lines.size() - 1;
    if (column > 0) {
      all.append('\n');
      up++;
    }
    for (int i = 0; i < lines.size(); i++) {
      all.append(i == 0 ? "" : "\n").append(Columns.fit(lines.get(i), width - 1));
    }
    all.append('\r');
    if (up > 0) {
      all.append("\033[").append(up).append('A');
    }
    if (column > 0) {
      all.append("\033[").append(column).append('C');
    }
    all.append(styles.resume());
    drawn = true;
  }

  private List<String> footerLines() {
    var lines = new ArrayList<String>();
    int room = Math.max(1, (rows.getAsInt() > 0 ? rows.getAsInt() : 24) - 2);
    if (room > 3) {
      lines.add("");
    }
    int tailRoom = Math.min(TAIL_LINES, room - 3 - Math.min(queued.size(), QUEUED_LINES));
    int from = Math.max(0, tail.size() - Math.max(0, tailRoom));
    for (String line : tail.subList(from, tail.size())) {
      String shown = look.glyphs().bar + " " + line.replace("\t", "    ");
      lines.add(look.paint(Style.DIM, "  " + shown));
    }
    if (question.isEmpty()) {
      lines.add(spinner());
    } else {
      lines.add(question);
    }
    for (String message :
        queued.subList(Math.max(0, queued.size() - QUEUED_LINES), queued.size())) {
      lines.add(look.paint(Style.DIM, "  queued: " + Harmless.line(message, 200, look.glyphs())));
    }
    if (!draft.isEmpty()) {
      String prompt = look.glyphs().person + " ";
      lines.add(look.paint(Style.PERSON, prompt) + end(draft, columns() - prompt.length() - 2));
    }
    return lines.size() > room ? lines.subList(lines.size() - room, lines.size()) : lines;
  }

  private String spinner() {
    List<String> pictures = look.glyphs().spinner();
    long seconds = (System.nanoTime() - began) / 1_000_000_000L;
    String wayOut = stopping ? "Ctrl-C again leaves" : "esc to stop";
    String hint = seconds + " s " + look.glyphs().dot + " " + wayOut;
    String what =
        Harmless.line(
            stopping ? "Stopping" : activity,
            Math.max(10, columns() - hint.length() - 8),
            look.glyphs());
    return look.paint(Style.ACCENT, pictures.get(frame % pictures.size()))
        + " "
        + what
        + (what.endsWith(look.glyphs().ellipsis) ? "" : look.glyphs().ellipsis)
        + " "
        + look.paint(Style.DIM, hint);
  }

  /// The end of what is typed, on one line.
  private String end(String typed, int room) {
    String line = Harmless.line(typed + "_", Integer.MAX_VALUE, look.glyphs());
    int from = line.length();
    int width = 0;
    while (from > 0) {
      int c = line.codePointBefore(from);
      width += Columns.of(c);
      if (width > room) {
        break;
      }
      from -= Character.charCount(c);
    }
    return line.substring(from);
  }

  /// Follows the cursor through the text.
  private void advance(String text) {
    int width = columns();
    for (int i = 0; i < text.length(); ) {
      char first = text.charAt(i);
      if (first == '\033') {
        int end = Columns.afterEscape(text, i);
        styles.note(text.substring(i, end));
        i = end;
        continue;
      }
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      if (c == '\n') {
        column = 0;
      } else if (c == '\t') {
        column = Math.min(width - 1, (column / 8 + 1) * 8);
      } else {
        int wide = Columns.of(c);
        column = column + wide > width ? wide : column + wide;
      }
    }
  }

  private void write(String text) {
    if (closed) {
      return;
    }
    try {
      out.write(text);
      out.flush();
    } catch (IOException gone) {
      throw new UncheckedIOException("the terminal is gone", gone);
    }
  }
}
