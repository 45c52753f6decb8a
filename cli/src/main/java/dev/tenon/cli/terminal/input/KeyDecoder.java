package dev.tenon.cli.terminal.input;

import java.io.IOException;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Turns characters of a terminal in raw mode into keys, whatever terminal it is: the sequences of
/// xterm, tmux, screen, rxvt and the Linux console, the kitty protocol, and xterm's
/// `modifyOtherKeys`. What is no key and no text is swallowed whole and never becomes text.
public final class KeyDecoder {
  /// The rest of a key's sequence follows at once; a lone escape is the key of that name.
  private static final long SEQUENCE_MILLIS = 50;

  /// Who has begun a sequence ends it, also over a slow line.
  private static final long REST_MILLIS = 250;

  /// What follows a key within this time was not typed by hand.
  static final long BURST_MILLIS = 5;

  /// What follows a line feed within this time belongs to the same text.
  private static final long MORE_MILLIS = 20;

  /// So long after a question an answer is expected.
  private static final long ANSWER_NANOS = 1_000_000_000L;

  /// The rest of an answer that was cut comes within this time, or never.
  private static final long CUT_NANOS = 3_000_000_000L;

  /// What answers about colours are made of.
  private static final String COLOURS = "0123456789abcdefABCDEF/:;#rg";

  /// What is left of a string after the escape character of its end.
  private static final String TERMINATOR = "\\";

  private static final String PASTE_BEGIN = "200~";
  static final Key LINE_FEED = new Key.Chord(Key.Modifier.CONTROL, 'j');
  private static final int LONGEST_CONTROL = 4096;
  private static final int LONGEST_STRING = 65_536;

  /// Where characters come from.
  public interface Source {
    int NOTHING_YET = -2;
    int END = -1;

    /// The next character, [#END], or [#NOTHING_YET] when none came in time.
    int read(long timeoutMillis) throws IOException;

    /// The same for what belongs to something that has begun: however long it may take, the answer
    /// comes in time.
    default int rest(long timeoutMillis) throws IOException {
      return read(timeoutMillis);
    }

    /// Somebody else has changed how the terminal is read.
    default void forget() {}
  }

  private final Pushback characters;
  private final LongSupplier nanos;
  private final PasteReader pastes;

  /// A key that was read together with the one before it.
  private @Nullable Key behind;

  private long lastTyped;
  private boolean typedBefore;

  /// A string of the terminal was cut by a slow line: what it is made of, empty if there is none.
  private String cutString = "";

  private long cutAt;
  private volatile long asked;
  private volatile boolean askedBefore;

  /// @param guarded whether keys could answer something now: then a paste that has begun is one
  ///   until its end mark, however slowly it comes, or until Escape or Ctrl-C
  public KeyDecoder(Source source, BooleanSupplier guarded) {
    this(source, System::nanoTime, guarded);
  }

  public KeyDecoder(Source source) {
    this(source, System::nanoTime, () -> false);
  }

  KeyDecoder(Source source, LongSupplier nanos) {
    this(source, nanos, () -> false);
  }

  KeyDecoder(Source source, LongSupplier nanos, BooleanSupplier guarded) {
    this.characters = new Pushback(source);
    this.nanos = nanos;
    this.pastes = new PasteReader(characters, nanos, guarded);
  }

  /// The terminal was asked something: for a moment an escape character is rather the beginning of
  /// its answer than a key, however slow the line is.
  public void expectAnswer() {
    asked = nanos.getAsLong();
    askedBefore = true;
  }

  private long sequenceMillis() {
    boolean expected = askedBefore && nanos.getAsLong() - asked < ANSWER_NANOS;
    return expected ? REST_MILLIS : SEQUENCE_MILLIS;
  }

  /// The next key, if one comes in time.
  public Optional<Key> next(long timeoutMillis) throws IOException {
    Key waiting = behind;
    if (waiting != null) {
      behind = null;
      return Optional.of(waiting);
    }
    int c = characters.begin(timeoutMillis);
    if (c == Source.NOTHING_YET) {
      return Optional.empty();
    }
    if (!cutString.isEmpty() && restOfString(c)) {
      return Optional.of(Key.Named.OTHER);
    }
    if (pastes.isOfOpen(c)) {
      giveBack(c);
      return Optional.of(paste());
    }
    Key key = pastes.trickled(key(c));
    if (key == Key.Named.ESCAPE || key == Key.Named.INTERRUPT) {
      pastes.end();
    }
    typedBefore = key instanceof Key.Typed;
    if (typedBefore) {
      lastTyped = nanos.getAsLong();
    }
    return Optional.of(key);
  }

  /// The terminal was somebody else's for a while.
  public void forget() {
    characters.forget();
  }

  private int read(long timeoutMillis) throws IOException {
    return characters.read(timeoutMillis);
  }

  private void giveBack(int c) {
    characters.giveBack(c);
  }

  private Key key(int c) throws IOException {
    return switch (c) {
      case Source.END -> Key.Named.GONE;
      case '\n' -> lineFeed();
      case '\033' -> escape();
      case 0x9b -> control();
      case 0x8f -> SequenceKeys.applicationKey(rest(), 0);
      default -> c < 32 || c == 127 ? SequenceKeys.control(c) : character((char) c);
    };
  }

  /// A line feed is Ctrl-J; but what was typed before the terminal was ours, and what a program
  /// types, ends with one too and means Enter.
  private Key lineFeed() throws IOException {
    if (typedBefore && nanos.getAsLong() - lastTyped < BURST_MILLIS * 1_000_000) {
      int c = read(MORE_MILLIS);
      giveBack(c);
      if (c < 0) {
        return Key.Named.ENTER;
      }
    }
    return LINE_FEED;
  }

  /// What is half of a character, or a control of eight bits, is no text.
  private Key character(char first) throws IOException {
    if (Character.isHighSurrogate(first)) {
      int second = read(SEQUENCE_MILLIS);
      if (second >= 0 && Character.isLowSurrogate((char) second)) {
        return new Key.Typed(new String(new char[] {first, (char) second}));
      }
      giveBack(second);
      return Key.Named.OTHER;
    }
    boolean control = first >= 0x80 && first < 0xa0;
    return control || Character.isLowSurrogate(first)
        ? Key.Named.OTHER
        : new Key.Typed(String.valueOf(first));
  }

  private Key escape() throws IOException {
    int c = read(sequenceMillis());
    return switch (c) {
      case Source.NOTHING_YET -> Key.Named.ESCAPE;
      case Source.END -> {
        giveBack(c);
        yield Key.Named.ESCAPE;
      }
      case '\033' -> escapedEscape();
      case '[' -> control();
      case 'O' -> application();
      case ']' -> string(c, "0123456789lLI");
      case 'P' -> string(c, "0123456789>!=?$+");
      case '_' -> string(c, "G");
      default -> {
        if (Character.isSurrogate((char) c)) {
          giveBack(c);
          yield Key.Named.OTHER;
        }
        yield SequenceKeys.alt(c);
      }
    };
  }

  /// Two escapes are that key twice, or Alt with a key that has a sequence (rxvt, PuTTY).
  private Key escapedEscape() throws IOException {
    int c = read(SEQUENCE_MILLIS);
    if (c == '[' || c == 'O') {
      Key key = c == '[' ? control() : application();
      if (key instanceof Key.Report || key instanceof Key.Focus) {
        // The terminal says something right after that key.
        behind = key;
        return Key.Named.ESCAPE;
      }
      return SequenceKeys.withAlt(key);
    }
    giveBack(c);
    giveBack('\033');
    return Key.Named.ESCAPE;
  }

  private int rest() throws IOException {
    return read(REST_MILLIS);
  }

  /// After `ESC O`: a key of the keypad or an arrow, or Alt-Shift-O by itself.
  private Key application() throws IOException {
    int c = read(SEQUENCE_MILLIS);
    int modifiers = 0;
    while ((c >= '0' && c <= '9') || c == ';') {
      // Old terminals put the modifiers here: ESC O 5 A, or ESC O 1 ; 5 A.
      modifiers = c == ';' ? 0 : Math.min(10 * modifiers + c - '0', 1000);
      c = rest();
    }
    if (c < 0x40 || c > 0x7e) {
      giveBack(c);
      return modifiers == 0 ? SequenceKeys.alt('O') : Key.Named.OTHER;
    }
    return SequenceKeys.applicationKey(c, Math.max(0, modifiers - 1));
  }

  /// After `ESC [`.
  private Key control() throws IOException {
    var body = new StringBuilder();
    int c = rest();
    if (c == '[') {
      // The Linux console's F1 to F5.
      c = rest();
      giveBack(c >= 'A' && c <= 'Z' ? Source.NOTHING_YET : c);
      return c >= 'A' && c <= 'E' ? new Key.Function(c - 'A' + 1) : Key.Named.OTHER;
    }
    while (c >= 0x20 && c <= 0x3f && body.length() < LONGEST_CONTROL) {
      body.append((char) c);
      if (c == '$' && SequenceKeys.isRxvtShift(body)) {
        return SequenceKeys.of(body.toString());
      }
      c = rest();
    }
    if (c < 0x40 || c > 0x7e) {
      // It was cut off; what comes is something else.
      giveBack(c);
      return Key.Named.OTHER;
    }
    if (c == 'M' && body.isEmpty()) {
      return mouse();
    }
    String sequence = body.append((char) c).toString();
    if (sequence.equals("201~")) {
      pastes.end();
      return Key.Named.OTHER;
    }
    if (sequence.equals(PASTE_BEGIN)) {
      pastes.begin();
      return paste();
    }
    return SequenceKeys.of(sequence);
  }

  /// A click in the form of the first xterm: three characters follow.
  private Key mouse() throws IOException {
    for (int i = 0; i < 3; i++) {
      if (rest() < 0) {
        break;
      }
    }
    return Key.Named.OTHER;
  }

  /// A string of the terminal, if one of these characters follows, and otherwise Alt with the key.
  private Key string(int opening, String follow) throws IOException {
    int c = read(sequenceMillis());
    if (c < 0 || follow.indexOf(c) < 0) {
      giveBack(c);
      return SequenceKeys.alt(opening);
    }
    var text = new StringBuilder().append((char) opening);
    boolean atOnce = true;
    for (int length = 0; length < LONGEST_STRING; length++) {
      if (c == 7 || c == 0x9c) {
        break;
      }
      if (c == '\033') {
        c = read(SEQUENCE_MILLIS);
        if (c == Source.NOTHING_YET) {
          cut(TERMINATOR);
        } else if (c != '\\') {
          giveBack(c);
          giveBack(c < 0 ? Source.NOTHING_YET : '\033');
        }
        break;
      }
      if (atOnce && (c == '\r' || c == '\n')) {
        // The end of a line that a program has written, not an answer of a person.
        break;
      }
      if (c < 0 || c == '\r' || c == '\n' || c == 3) {
        giveBack(c);
        if (c == Source.NOTHING_YET && opening == ']') {
          cut(COLOURS);
        }
        break;
      }
      if (text.length() < LONGEST_CONTROL) {
        text.append((char) c);
      }
      long since = nanos.getAsLong();
      c = rest();
      atOnce = nanos.getAsLong() - since < BURST_MILLIS * 1_000_000;
    }
    return new Key.Report(text.toString());
  }

  /// Swallows the rest of a string that was cut, if this is it: what comes in one go, is of the
  /// same kind, and ends as strings do. Nothing of it may be typed into anything.
  private boolean restOfString(int c) throws IOException {
    String alphabet = cutString;
    cutString = "";
    if (nanos.getAsLong() - cutAt > CUT_NANOS) {
      return false;
    }
    if (alphabet.equals(TERMINATOR)) {
      return c == '\\';
    }
    int next = c;
    int taken = 0;
    while (next >= 0 && alphabet.indexOf(next) >= 0 && taken < LONGEST_CONTROL) {
      int more = read(taken == 0 ? BURST_MILLIS : SEQUENCE_MILLIS);
      if (taken == 0 && more < 0) {
        // One key by itself was typed by a person.
        giveBack(more);
        return false;
      }
      taken++;
      next = more;
    }
    if (next == '\033') {
      int end = read(SEQUENCE_MILLIS);
      if (end == Source.NOTHING_YET && taken > 0) {
        cut(TERMINATOR);
        return true;
      }
      if (end == '\\') {
        return true;
      }
      giveBack(end);
    }
    if (next == 7 || next == 0x9c) {
      return true;
    }
    if (taken == 0) {
      return false;
    }
    giveBack(next);
    if (next == Source.NOTHING_YET) {
      cut(alphabet);
    }
    return true;
  }

  private void cut(String alphabet) {
    cutString = alphabet;
    cutAt = nanos.getAsLong();
  }

  private Key paste() throws IOException {
    Key.Pasted pasted = pastes.read();
    behind = pastes.answer().orElse(behind);
    return pasted;
  }
}
