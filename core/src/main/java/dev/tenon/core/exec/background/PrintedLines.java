package dev.tenon.core.exec.background;

import java.util.ArrayList;
import java.util.List;

/// Cuts a stream of text, which comes in any pieces, into its lines, without escape sequences and
/// control characters. A line that does not end is kept up to a limit. Used by one thread at a
/// time.
final class PrintedLines {
  private static final char ESCAPE = '\033';

  private final int limit;
  private final StringBuilder line = new StringBuilder();
  private State state = State.TEXT;

  private enum State {
    TEXT,
    ESCAPED,
    /// In a control sequence, which ends with a letter.
    CONTROL,
    /// In a string for the terminal, which ends with a bell or an escape.
    STRING
  }

  PrintedLines(int limit) {
    this.limit = limit;
  }

  /// Answers the lines that this piece has brought to their end.
  List<String> add(String piece) {
    var ended = new ArrayList<String>();
    for (int i = 0; i < piece.length(); i++) {
      char c = piece.charAt(i);
      if (c == '\n') {
        state = State.TEXT;
        ended.add(line.toString());
        line.setLength(0);
      } else {
        accept(c);
      }
    }
    return ended;
  }

  private void accept(char c) {
    switch (state) {
      case TEXT -> {
        if (c == ESCAPE) {
          state = State.ESCAPED;
        } else if ((c >= ' ' && c != 0x7f) || c == '\t') {
          keep(c);
        }
      }
      case ESCAPED ->
          state = c == '[' ? State.CONTROL : "]PX^_".indexOf(c) >= 0 ? State.STRING : State.TEXT;
      case CONTROL -> {
        if (c >= 0x40 && c <= 0x7e) {
          state = State.TEXT;
        }
      }
      case STRING -> {
        if (c == 0x07) {
          state = State.TEXT;
        } else if (c == ESCAPE) {
          state = State.ESCAPED;
        }
      }
    }
  }

  private void keep(char c) {
    if (line.length() < limit) {
      line.append(c);
    } else if (line.length() == limit) {
      line.append('…');
    }
  }
}
