package dev.tenon.cli.terminal.screen;

import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import org.jline.terminal.Size;
import org.jline.utils.ScreenTerminal;

/// A terminal in memory that shows what is written, and counts the writes.
public final class EmulatedScreen extends Writer {
  private final ScreenTerminal emulator;
  private final List<String> writes = new ArrayList<>();
  private int columns;
  private int rows;

  public EmulatedScreen(int columns, int rows) {
    this.columns = columns;
    this.rows = rows;
    this.emulator = new ScreenTerminal(columns, rows);
  }

  public int columns() {
    return columns;
  }

  public int rows() {
    return rows;
  }

  public void resize(int width, int height) {
    columns = width;
    rows = height;
    emulator.setSize(Size.of(width, height));
  }

  @Override
  public void write(char[] buffer, int offset, int length) {
    String text = new String(buffer, offset, length);
    writes.add(text);
    emulator.write(text.replace("\n", "\r\n"));
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}

  /// What was written since the last time.
  public List<String> writes() {
    var taken = List.copyOf(writes);
    writes.clear();
    return taken;
  }

  /// What stands on the screen and what has scrolled off above it.
  public String text() {
    var out = new StringBuilder();
    for (long[] line : emulator.getHistory()) {
      out.append(line(line, 0, line.length)).append('\n');
    }
    var cells = new long[columns * rows];
    emulator.dump(cells, 0, 0, rows, columns, null);
    for (int row = 0; row < rows; row++) {
      out.append(line(cells, row * columns, columns)).append('\n');
    }
    return out.toString().stripTrailing();
  }

  /// Row and column of the cursor, from 0.
  public Rows.Caret cursor() {
    var cells = new long[columns * rows];
    var cursor = new int[2];
    emulator.dump(cells, 0, 0, rows, columns, cursor);
    return new Rows.Caret(cursor[1], cursor[0]);
  }

  private static String line(long[] cells, int start, int length) {
    var line = new StringBuilder();
    for (int column = 0; column < length; column++) {
      int c = ScreenTerminal.cellCodePoint(cells[start + column]);
      line.appendCodePoint(c == 0 ? ' ' : c);
    }
    return line.toString().stripTrailing();
  }
}
