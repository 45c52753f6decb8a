package dev.tenon.cli.terminal.input;

import java.io.IOException;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Reads bracketed pastes, also those that a slow line cuts into pieces: nothing of one may send or
/// answer anything.
final class PasteReader {
  private static final long STALL_MILLIS = 3000;

  /// An Enter this soon after a character of a paste that has not ended is a line end of it.
  private static final long TRICKLE_NANOS = 400_000_000L;

  private static final String END = "\033[201~";

  /// No answer about the cursor is longer: a paste of many capital letters is not looked through
  /// again at each of them.
  private static final int LONGEST_ANSWER = 16;

  private final Pushback characters;
  private final LongSupplier nanos;
  private final BooleanSupplier guarded;
  private boolean open;

  /// Whether the end mark of a paste is still owed, whoever its characters were taken for.
  private boolean owed;

  private boolean stalled;
  private long lastOfPaste;

  /// The beginning of the end mark of a paste, of which the rest has not come yet.
  private String tail = "";

  /// What the terminal said amid a paste.
  private @Nullable Key amid;

  PasteReader(Pushback characters, LongSupplier nanos, BooleanSupplier guarded) {
    this.characters = characters;
    this.nanos = nanos;
    this.guarded = guarded;
  }

  /// The mark of its beginning was read.
  void begin() {
    tail = "";
  }

  /// The mark of its end was read, or a person has ended it.
  void end() {
    open = false;
    owed = false;
  }

  /// A paste that a slow line cut into single characters sends nothing with its line ends. Whoever
  /// types after one that never ends sends with an Enter after a rest.
  Key trickled(Key key) {
    if (!owed) {
      return key;
    }
    long now = nanos.getAsLong();
    boolean within = stalled || now - lastOfPaste < TRICKLE_NANOS;
    stalled = false;
    boolean lineEnd = key == Key.Named.ENTER || key.equals(KeyDecoder.LINE_FEED);
    if (lineEnd && !within) {
      owed = false;
      return key;
    }
    lastOfPaste = now;
    return lineEnd ? new Key.Pasted("\n") : key;
  }

  /// Takes characters up to the end of the paste. If nothing comes for a while, what came is handed
  /// over, and what comes in a burst later still belongs to the paste: its line ends must not send
  /// anything.
  Key.Pasted read() throws IOException {
    var text = new StringBuilder(tail);
    tail = "";
    open = true;
    while (true) {
      int c = characters.read(STALL_MILLIS);
      if (c < 0) {
        characters.giveBack(c);
        open = c == KeyDecoder.Source.NOTHING_YET;
        owed = open;
        stalled = open;
        cutEnd(text);
        return new Key.Pasted(lines(text.toString()));
      }
      text.append((char) c);
      if (c == 'R') {
        takeOut(text);
      }
      if (c == '~' && endsWith(text, END)) {
        end();
        text.setLength(text.length() - END.length());
        return new Key.Pasted(lines(text.toString()));
      }
    }
  }

  /// An answer of the terminal that came amid the paste; only once.
  Optional<Key> answer() {
    Optional<Key> came = Optional.ofNullable(amid);
    amid = null;
    return came;
  }

  /// An answer about the cursor that came amid the paste is no text.
  private void takeOut(StringBuilder text) {
    int escape = text.length() - 1;
    int first = Math.max(0, text.length() - LONGEST_ANSWER);
    while (escape >= first && text.charAt(escape) != '\033') {
      escape--;
    }
    if (escape >= first) {
      var report = new Key.Report(text.substring(escape + 1));
      if (report.column().isPresent()) {
        amid = report;
        text.setLength(escape);
      }
    }
  }

  /// The line may be slow within the end mark too.
  private void cutEnd(StringBuilder text) {
    for (int length = END.length() - 1; length > 0; length--) {
      String beginning = END.substring(0, length);
      if (endsWith(text, beginning)) {
        tail = beginning;
        text.setLength(text.length() - length);
        return;
      }
    }
  }

  /// Whether a character belongs to the paste that is open.
  boolean isOfOpen(int c) throws IOException {
    if (!open) {
      return false;
    }
    if (!tail.isEmpty() && c == END.charAt(tail.length())) {
      return true;
    }
    if (c == '\033' || c == KeyDecoder.Source.END || (c == 3 && guarded.getAsBoolean())) {
      return false;
    }
    return guarded.getAsBoolean() || goesOn();
  }

  private static boolean endsWith(StringBuilder text, String end) {
    int from = text.length() - end.length();
    return from >= 0 && text.indexOf(end, from) == from;
  }

  /// Whether more comes at once, which no hand can type.
  private boolean goesOn() throws IOException {
    int c = characters.read(KeyDecoder.BURST_MILLIS);
    if (c == KeyDecoder.Source.END) {
      characters.giveBack(c);
    }
    open = c >= 0;
    if (open) {
      characters.giveBack(c);
    }
    return open;
  }

  private static String lines(String pasted) {
    return pasted.indexOf('\r') < 0 ? pasted : pasted.replace("\r\n", "\n").replace('\r', '\n');
  }
}
