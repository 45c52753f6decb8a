package dev.tenon.core.exec.shell;

import java.nio.ByteBuffer;
import java.util.Arrays;

/// Turns what a program writes to a terminal into plain text: control sequences are left out, a
/// backspace takes a character back, and of a line that is written over and over, as by a progress
/// bar, the last state stays. Works on UTF-8 bytes, torn anywhere. Used by one thread.
final class TerminalText {
  private static final int ESC = 0x1b;

  private static final int LONGEST_LINE = 64 * 1024;

  private final Lines lines;
  private byte[] out = new byte[8192];
  private int length;
  private int given;
  private int lineStart;
  private boolean lineTaken;
  private boolean returned;
  private State state = State.TEXT;

  TerminalText(Lines lines) {
    this.lines = lines;
  }

  /// When an unfinished line is given out.
  enum Lines {
    /// With its chunk; written over, it comes again as a line of its own.
    AS_THEY_COME,
    /// When it is finished.
    FINISHED
  }

  private enum State {
    TEXT,
    ESCAPE,
    /// `ESC [`: up to a letter.
    CONTROL,
    /// `ESC ]`, `ESC P`, …: up to BEL or `ESC \\`.
    STRING,
    STRING_ESCAPE,
    /// `ESC (` and the like: one more byte.
    ONE_MORE
  }

  /// The plain text of the next bytes. It stays valid until the next call.
  ByteBuffer clean(ByteBuffer bytes) {
    forget();
    while (bytes.hasRemaining()) {
      next(bytes.get() & 0xff);
    }
    if (lines == Lines.FINISHED && length - lineStart < LONGEST_LINE) {
      given = lineStart;
    } else {
      given = length;
      lineTaken |= length > lineStart;
    }
    return ByteBuffer.wrap(out, 0, given);
  }

  /// The last line, if it is not finished.
  ByteBuffer rest() {
    forget();
    given = length;
    return ByteBuffer.wrap(out, 0, length);
  }

  private void forget() {
    System.arraycopy(out, given, out, 0, length - given);
    length -= given;
    given = 0;
    lineStart = 0;
  }

  private void next(int value) {
    switch (state) {
      case TEXT -> text(value);
      case ESCAPE -> state = escape(value);
      case CONTROL -> {
        if (value >= 0x40 && value <= 0x7e) {
          state = State.TEXT;
        } else if (value == ESC) {
          state = State.ESCAPE;
        }
      }
      case STRING -> {
        if (value == 0x07) {
          state = State.TEXT;
        } else if (value == ESC) {
          state = State.STRING_ESCAPE;
        }
      }
      case STRING_ESCAPE -> state = value == ESC ? State.STRING_ESCAPE : State.TEXT;
      case ONE_MORE -> state = State.TEXT;
    }
  }

  private static State escape(int value) {
    return switch (value) {
      case '[' -> State.CONTROL;
      case ']', 'P', 'X', '^', '_' -> State.STRING;
      case '(', ')', '*', '+', '#', '%', ' ' -> State.ONE_MORE;
      case ESC -> State.ESCAPE;
      default -> State.TEXT;
    };
  }

  private void text(int value) {
    if (value == ESC) {
      state = State.ESCAPE;
    } else if (value == '\r') {
      returned = true;
    } else if (value == '\n') {
      returned = false;
      put(value);
      lineStart = length;
      lineTaken = false;
    } else if (value == '\b') {
      backspace();
    } else if (value == '\t' || (value >= 0x20 && value != 0x7f)) {
      if (returned) {
        overwrite();
      }
      put(value);
    }
  }

  /// The line begins again. What was given out of it already cannot be taken back.
  private void overwrite() {
    returned = false;
    length = lineStart;
    if (lineTaken) {
      put('\n');
      lineStart = length;
      lineTaken = false;
    }
  }

  private void backspace() {
    while (length > lineStart && (out[length - 1] & 0xc0) == 0x80) {
      length--;
    }
    if (length > lineStart) {
      length--;
    }
  }

  private void put(int value) {
    if (length == out.length) {
      out = Arrays.copyOf(out, 2 * length);
    }
    out[length++] = (byte) value;
  }
}
