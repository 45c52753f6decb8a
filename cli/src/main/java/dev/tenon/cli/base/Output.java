package dev.tenon.cli.base;

import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.render.PlainPage;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Wrap;
import dev.tenon.core.text.HiddenCharacters;
import dev.tenon.core.text.VisibleText;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/// The one way from every command to standard output or standard error; no command has the stream
/// itself.
///
/// At a terminal, what is shown is what is written: controls, escapes and invisible characters are
/// spelled out ([HiddenCharacters] says which), wherever the text comes from. Our own colours are
/// [Styled], never part of a text. A pipe or a file gets every character as it is.
///
/// Safe for several threads.
public final class Output implements Thread.UncaughtExceptionHandler {
  private static final String NAME = "tenon: ";
  private static final String BELOW = " ".repeat(NAME.length());

  private final PrintStream to;
  private final boolean terminal;
  private final @Nullable IntSupplier width;
  private final VisibleText visible = new VisibleText();
  private final UnclosedOutput connection;

  /// Whether a line was begun that is not of [#println].
  private boolean amidLine;

  /// How many of the characters that were spelled out a person knows of.
  private int told;

  Output(PrintStream to, boolean terminal) {
    this(to, terminal, null);
  }

  /// @param width of the terminal, or 0; null where there is none or nobody can know
  Output(PrintStream to, boolean terminal, @Nullable IntSupplier width) {
    this.to = to;
    this.terminal = terminal;
    this.width = width;
    this.connection = new UnclosedOutput(to);
  }

  /// For a program that reads: what is written here is not text for a person.
  public OutputStream bytes() {
    return to;
  }

  /// For a connection with such a program, on which one thread writes. When the program ends while
  /// nobody reads what that thread writes, it waits for nothing more.
  public OutputStream connection() {
    return connection;
  }

  /// Text of any number of lines.
  public void print(String text) {
    if (terminal) {
      synchronized (visible) {
        to.print(visible.next(text));
        amidLine = text.isEmpty() ? amidLine : !text.endsWith("\n");
      }
    } else {
      to.print(text);
    }
  }

  /// Whole lines, which a terminal of known width gets in rows that end between words.
  public void println(String text) {
    if (terminal) {
      // A character that waits for its neighbour gets it from the end of the line.
      println(text + "\n", (shown, columns) -> Wrap.lines(shown, columns));
    } else {
      to.println(text);
    }
  }

  /// How what is shown is broken into rows.
  private interface Layout {
    String of(String shown, int columns);
  }

  private void println(String text, Layout layout) {
    synchronized (visible) {
      String shown = visible.next(text);
      int columns = columns();
      to.print(amidLine || columns <= 0 ? shown : layout.of(shown, columns));
      amidLine = false;
    }
    to.flush();
  }

  /// A question that is answered behind it.
  public void prompt(String question) {
    if (terminal) {
      println(question + " ", (shown, columns) -> Wrap.lines(shown.stripTrailing(), columns) + " ");
    } else {
      to.print(question + " ");
    }
    to.flush();
  }

  public void println() {
    println("");
  }

  /// A line with our own styles in it.
  public void println(Styled text, Palette palette) {
    String painted = wrapped(text.painted(palette, terminal ? VisibleText::of : same -> same));
    synchronized (visible) {
      to.print(painted);
      print("\n");
    }
    to.flush();
  }

  /// Rows as long as the terminal is wide, where that is known.
  private String wrapped(String painted) {
    int columns = columns();
    if (columns <= 0) {
      return painted;
    }
    var rows = new ArrayList<String>();
    for (String line : painted.split("\n", -1)) {
      rows.addAll(Wrap.rows(line, columns));
    }
    return String.join("\n", rows);
  }

  /// How wide the terminal is; 0 where there is none or nobody knows.
  public int columns() {
    return width == null ? 0 : width.getAsInt();
  }

  /// A line about a problem, or something else to know, in the name of the program. At a terminal
  /// no line of it can pass for another message.
  public void note(String message) {
    if (terminal) {
      println(NAME + message.replace("\n", "\n" + BELOW) + "\n", Output::below);
    } else {
      to.println(NAME + message);
    }
  }

  /// Everything behind the first row stands below the message, not below the name.
  private static String below(String shown, int columns) {
    var rows = new ArrayList<String>();
    for (String line : shown.split("\n", -1)) {
      int indent = 0;
      while (indent < line.length() && line.charAt(indent) == ' ') {
        indent++;
      }
      String rest = " ".repeat(Math.max(BELOW.length(), indent));
      rows.addAll(Wrap.rows(line, columns, "", rest));
    }
    return String.join("\n", rows);
  }

  /// A line of JSON, or several. At a terminal hidden characters become JSON's own escapes, so that
  /// it is the same JSON.
  public void json(String json) {
    if (terminal) {
      print(escaped(json) + "\n");
      to.flush();
    } else {
      to.println(json);
    }
  }

  /// In JSON such characters are only found within strings.
  private static String escaped(String json) {
    if (VisibleText.count(json) == 0) {
      return json;
    }
    var out = new StringBuilder(json.length() + 16);
    for (int i = 0; i < json.length(); ) {
      int c = json.codePointAt(i);
      int end = i + Character.charCount(c);
      // Without neighbours: an escape too many is still the same JSON.
      boolean hidden = HiddenCharacters.has(-1, c, -1);
      for (; i < end; i++) {
        if (hidden) {
          out.append("\\u").append(Integer.toHexString(0x10000 | json.charAt(i)), 1, 5);
        } else {
          out.append(json.charAt(i));
        }
      }
    }
    return out.toString();
  }

  /// Text that has to stay on its line, such as a file's name, as it is printed here.
  public String cell(String text) {
    String cell = SafeText.cell(text, reach());
    if (terminal && !cell.equals(text)) {
      synchronized (visible) {
        told -= VisibleText.count(text);
      }
    }
    return cell;
  }

  public Page.Reach reach() {
    return terminal ? Page.Reach.DUMB : Page.Reach.STREAM;
  }

  /// Says once, after what a person decides about, that there was something to look at closely.
  public void hint() {
    int count;
    synchronized (visible) {
      count = visible.shown() - told;
      told = visible.shown();
    }
    if (terminal && count > 0) {
      println(SafeText.hint(count));
    }
  }

  public void trace(Throwable thrown) {
    var text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    print(text.toString());
  }

  /// Messages of what nobody caught may quote anything.
  @Override
  public void uncaughtException(Thread thread, Throwable thrown) {
    print("Exception in thread \"" + thread.getName() + "\" ");
    trace(thrown);
    flush();
  }

  /// A page for a renderer, which makes what it shows visible by itself.
  public PlainPage page() {
    return width == null ? new PlainPage(to, reach()) : new PlainPage(to, reach(), width);
  }

  public Charset charset() {
    return to.charset();
  }

  public void flush() {
    to.flush();
  }

  /// Flushes; true when nobody reads any more.
  public boolean checkError() {
    return !connection.isWriting() && to.checkError();
  }

  /// The program ends: prints what waited for more.
  void end() {
    if (connection.isWriting()) {
      return;
    }
    synchronized (visible) {
      var rest = new StringBuilder();
      visible.end(rest);
      to.print(rest);
    }
    to.flush();
  }
}
