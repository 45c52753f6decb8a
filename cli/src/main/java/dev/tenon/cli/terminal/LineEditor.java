package dev.tenon.cli.terminal;

import dev.tenon.cli.slash.SlashCommands;
import dev.tenon.cli.terminal.input.PromptHistory;
import dev.tenon.cli.terminal.render.SafeText;
import java.io.IOError;
import java.io.IOException;
import java.time.Instant;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jline.reader.Buffer;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.MaskingCallback;
import org.jline.reader.Reference;
import org.jline.reader.UserInterruptException;
import org.jline.reader.Widget;
import org.jline.reader.impl.history.DefaultHistory;
import org.jline.terminal.Terminal;
import org.jline.utils.NonBlockingReader;
import org.jspecify.annotations.Nullable;

/// The input line: editing, history, completion, many lines.
final class LineEditor {
  private static final String BREAK = "tenon-break";
  private static final String SUSPEND = "tenon-suspend";
  private static final String LINE_FEED = "tenon-line-feed";
  private static final String SEARCH = "tenon-search";
  private static final String TREE = "tenon-tree";

  /// What follows a key within this time was not typed by hand.
  private static final long BURST_MILLIS = 5;

  /// What follows a line feed within this time belongs to the same text.
  private static final long MORE_MILLIS = 20;

  /// Pasted and recalled text, and names that were completed, may have hidden characters.
  private static final MaskingCallback VISIBLE =
      new MaskingCallback() {
        @Override
        public String display(String line) {
          return SafeText.visible(line);
        }

        @Override
        public String history(String line) {
          return line;
        }
      };

  private final Terminal terminal;
  private final LineReader reader;
  private final PromptHistory history;
  private final BooleanSupplier over;
  private boolean lineFeedFollows;
  private volatile Kind current = Kind.PROMPT;
  private final Object gate = new Object();
  private @Nullable Thread waiting;
  private boolean woken;
  private boolean searching;
  private String draft = "";

  /// @param suspend what Ctrl-Z does
  /// @param over whether the terminal has been closed
  LineEditor(
      Terminal terminal,
      PromptHistory history,
      SlashCommands commands,
      Runnable suspend,
      BooleanSupplier over) {
    this.over = over;
    this.terminal = terminal;
    this.history = history;
    this.reader =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .appName("tenon")
            .parser(PromptLine::parse)
            .completer(
                (reader, line, candidates) -> {
                  if (line instanceof PromptLine prompt) {
                    candidates.addAll(prompt.candidates(commands));
                  }
                })
            .history(new Recall())
            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
            .option(LineReader.Option.BRACKETED_PASTE, true)
            .option(LineReader.Option.INSERT_TAB, false)
            .option(LineReader.Option.DISABLE_HIGHLIGHTER, true)
            .variable(LineReader.SECONDARY_PROMPT_PATTERN, "  ")
            .variable(LineReader.BELL_STYLE, "none")
            .variable(LineReader.HISTORY_SIZE, 2000)
            .build();
    bind(suspend);
    history.load();
    recall();
  }

  private void bind(Runnable suspend) {
    var widgets = reader.getWidgets();
    Widget insert = Objects.requireNonNull(widgets.get(LineReader.SELF_INSERT));
    Widget accept = Objects.requireNonNull(widgets.get(LineReader.ACCEPT_LINE));
    widgets.put(
        LineReader.SELF_INSERT,
        () -> {
          boolean done = insert.apply();
          lineFeedFollows = upcoming(BURST_MILLIS) == '\n';
          return done;
        });
    widgets.put(LineReader.ACCEPT_LINE, () -> continues() || accept.apply());
    widgets.put(BREAK, this::lineBreak);
    widgets.put(LINE_FEED, () -> typedByHand() ? lineBreak() : accept.apply());
    widgets.put(SEARCH, () -> search(accept));
    widgets.put(TREE, () -> tree(accept));
    widgets.put(
        SUSPEND,
        () -> {
          suspend.run();
          reader.callWidget(LineReader.REDRAW_LINE);
          return true;
        });
    var keys = reader.getKeyMaps().get(LineReader.MAIN);
    if (keys != null) {
      keys.bind(new Reference(LINE_FEED), "\n");
      keys.bind(new Reference(SUSPEND), "\032");
      keys.bind(new Reference(SEARCH), "\022");
      keys.bind(new Reference(TREE), "\033\033");
      // Alt-Enter, and Shift-Enter of terminals that can tell it apart.
      keys.bind(new Reference(BREAK), "\033\r", "\033\n", "\033[13;2u", "\033[27;2;13~");
    }
  }

  /// What a line is.
  enum Kind {
    PROMPT,
    /// Not remembered, and nothing is completed in it.
    ANSWER
  }

  /// Ends the line for a moment, so that a list of earlier prompts can take the terminal.
  private boolean search(Widget accept) {
    if (current == Kind.ANSWER) {
      return true;
    }
    draft = reader.getBuffer().toString();
    reader.getBuffer().clear();
    searching = true;
    return accept.apply();
  }

  /// Escape twice on an empty line opens the tree of the session.
  private boolean tree(Widget accept) {
    if (current == Kind.ANSWER || reader.getBuffer().length() > 0) {
      return true;
    }
    reader.getBuffer().write("/tree");
    return accept.apply();
  }

  /// Whether the line ended because the person looks for an earlier prompt.
  boolean searching() {
    return searching;
  }

  /// What stood in the line then.
  String draft() {
    return draft;
  }

  /// Waits for a line.
  Console.Entry read(String prompt, String prefill, Kind kind) {
    current = kind;
    searching = false;
    reader.setVariable(LineReader.DISABLE_COMPLETION, kind == Kind.ANSWER);
    if (!begins(prefill)) {
      return new Console.Entry.Woken("");
    }
    try {
      String line = reader.readLine(prompt, null, VISIBLE, prefill);
      if (searching) {
        // The empty line that was ended makes place for the list.
        terminal.writer().print("\033[1A\r\033[J");
        terminal.flush();
      }
      return line == null ? new Console.Entry.End() : new Console.Entry.Line(line);
    } catch (UserInterruptException interrupted) {
      if (wasWoken()) {
        // Takes the line away.
        terminal.writer().print("\033[A\r\033[K");
        terminal.flush();
        return new Console.Entry.Woken(interrupted.getPartialLine());
      }
      return new Console.Entry.Interrupted(
          interrupted.getPartialLine().isEmpty()
              ? Console.Discarded.NOTHING
              : Console.Discarded.TEXT);
    } catch (EndOfFileException | IOError gone) {
      return new Console.Entry.End();
    } catch (IllegalStateException closed) {
      // What JLine says when the terminal was closed under it, as at the end of the program.
      if (!over.getAsBoolean()) {
        throw closed;
      }
      return new Console.Entry.End();
    } finally {
      ended();
    }
  }

  /// Prints whole lines above the line that is being typed.
  void printAbove(String lines) {
    reader.printAbove(lines);
  }

  /// Gives up waiting for a prompt of which nothing is typed yet. If none is waited for, the next
  /// one is given up at once.
  void wake() {
    synchronized (gate) {
      Thread reading = waiting;
      if (reading == null) {
        woken = true;
      } else if (current == Kind.PROMPT && (!reader.isReading() || untouched())) {
        woken = true;
        reading.interrupt();
      }
    }
  }

  private boolean untouched() {
    return reader.getBuffer().length() == 0;
  }

  /// Answers false when nobody should wait now.
  private boolean begins(String prefill) {
    synchronized (gate) {
      if (woken && current == Kind.PROMPT && prefill.isEmpty()) {
        woken = false;
        return false;
      }
      woken = false;
      waiting = Thread.currentThread();
      return true;
    }
  }

  private boolean wasWoken() {
    synchronized (gate) {
      return woken;
    }
  }

  private void ended() {
    synchronized (gate) {
      waiting = null;
      if (woken) {
        // It may have come too late to be seen.
        Thread.interrupted();
        woken = false;
      }
    }
  }

  /// A line feed is Ctrl-J, which breaks the line; but what was typed before the terminal was ours,
  /// and what a program types, ends with one too and wants to be sent.
  private boolean typedByHand() {
    boolean burst = lineFeedFollows;
    lineFeedFollows = false;
    return !burst || upcoming(MORE_MILLIS) != NonBlockingReader.READ_EXPIRED;
  }

  private int upcoming(long millis) {
    try {
      return terminal.reader().peek(millis);
    } catch (IOException gone) {
      return NonBlockingReader.EOF;
    }
  }

  private boolean lineBreak() {
    reader.getBuffer().write('\n');
    return true;
  }

  /// Whether Enter goes on with another line: after a backslash, or in an open code fence.
  private boolean continues() {
    Buffer buffer = reader.getBuffer();
    String text = buffer.toString();
    if (text.endsWith("\\") && !text.endsWith("\\\\") && buffer.cursor() == buffer.length()) {
      buffer.backspace();
      return lineBreak();
    }
    return openFence(text) && lineBreak();
  }

  static boolean openFence(String text) {
    boolean open = false;
    int start = 0;
    while (start >= 0 && start < text.length()) {
      if (text.startsWith("```", start)) {
        open = !open;
      }
      int end = text.indexOf('\n', start);
      start = end < 0 ? -1 : end + 1;
    }
    return open;
  }

  /// Lets the arrows walk through the history as it is now.
  private void recall() {
    if (reader.getHistory() instanceof Recall recall) {
      recall.refill();
    }
  }

  /// JLine's history in memory, filled from ours.
  private final class Recall extends DefaultHistory {
    private boolean filling;

    void refill() {
      filling = true;
      try {
        purge();
        history.entries().forEach(this::add);
      } catch (IOException impossible) {
        throw new IllegalStateException("a history without a file", impossible);
      } finally {
        filling = false;
      }
    }

    @Override
    public void add(Instant time, String line) {
      if (filling) {
        super.add(time, line);
      } else if (current == Kind.PROMPT && !searching) {
        history.add(line);
        refill();
      }
    }
  }
}
