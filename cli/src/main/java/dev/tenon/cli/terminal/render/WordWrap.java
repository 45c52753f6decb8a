package dev.tenon.cli.terminal.render;

import java.util.function.IntSupplier;

/// Breaks prose between words where the terminal would break it anywhere. Holds back at most the
/// word that is not finished yet.
final class WordWrap {
  private final IntSupplier columns;
  private final StringBuilder out = new StringBuilder();
  private final StringBuilder word = new StringBuilder();
  private int wordWidth;
  private int spaces;
  private int column;
  private int hang;
  private boolean verbatim;

  WordWrap(IntSupplier columns) {
    this.columns = columns;
  }

  /// From here to the end of the line, text stays as it is.
  void verbatim() {
    flushWord();
    verbatim = true;
  }

  /// Further lines that this line is broken into start at this column.
  void hang(int indentation) {
    hang = indentation;
  }

  void add(String styled) {
    for (int i = 0; i < styled.length(); ) {
      char first = styled.charAt(i);
      if (first == '\033') {
        int end = DisplayWidth.afterEscape(styled, i);
        word.append(styled, i, end);
        i = end;
      } else {
        int c = styled.codePointAt(i);
        add(c);
        i += Character.charCount(c);
      }
    }
  }

  private void add(int c) {
    if (c == '\n') {
      flushWord();
      out.append(" ".repeat(spaces)).append('\n');
      spaces = 0;
      column = 0;
      hang = 0;
      verbatim = false;
    } else if (verbatim) {
      word.appendCodePoint(c);
      wordWidth += DisplayWidth.of(c);
    } else if (c == ' ') {
      flushWord();
      spaces++;
    } else {
      int width = DisplayWidth.of(c);
      word.appendCodePoint(c);
      wordWidth += width;
      if (width == 2) {
        // Scripts with wide characters have no spaces and may be broken anywhere.
        flushWord();
      }
    }
  }

  private void flushWord() {
    int room = Math.max(columns.getAsInt(), 20);
    boolean breaks =
        wordWidth > 0 && column > hang && column + spaces + wordWidth > room && !verbatim;
    if (breaks) {
      out.append('\n').append(" ".repeat(hang));
      column = hang;
      spaces = 0;
    } else if (wordWidth > 0) {
      out.append(" ".repeat(spaces));
      column += spaces;
      spaces = 0;
    }
    out.append(word);
    column += wordWidth;
    if (column > room) {
      column %= room;
    }
    word.setLength(0);
    wordWidth = 0;
  }

  /// What can be shown now.
  String take() {
    if (verbatim) {
      flushWord();
    }
    String ready = out.toString();
    out.setLength(0);
    return ready;
  }

  /// Everything that is left.
  String finish() {
    flushWord();
    out.append(" ".repeat(spaces));
    column += spaces;
    spaces = 0;
    return take();
  }
}
