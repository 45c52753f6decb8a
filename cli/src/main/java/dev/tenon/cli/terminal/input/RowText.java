package dev.tenon.cli.terminal.input;

import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.screen.Clusters;
import org.jspecify.annotations.Nullable;

/// One row of the screen as it is put together: pieces in styles, never wider than the room.
public final class RowText {
  private final StringBuilder out = new StringBuilder();
  private final StringBuilder run = new StringBuilder();
  private final Palette palette;
  private final int room;
  private @Nullable Style style;
  private int width;

  public RowText(Palette palette, int room) {
    this.palette = palette;
    this.room = room;
  }

  public static String ellipsis(Glyphs glyphs) {
    return glyphs.narrowEllipsis();
  }

  /// Adds what fits of a text without controls; answers false when something did not.
  public boolean add(@Nullable Style wanted, String text) {
    if (wanted != style) {
      close();
      style = wanted;
    }
    for (int at = 0; at < text.length(); ) {
      int end = Clusters.next(text, at);
      int cells = Clusters.widthOfOne(text, at, end);
      if (width + cells > room) {
        return false;
      }
      run.append(text, at, end);
      width += cells;
      at = end;
    }
    return true;
  }

  /// Adds a text, or its beginning and a sign that it goes on.
  public void addCut(@Nullable Style wanted, String text, String ellipsis) {
    int left = room - width;
    if (Clusters.width(text) <= left) {
      add(wanted, text);
      return;
    }
    int cells = 0;
    int at = 0;
    while (at < text.length()) {
      int end = Clusters.next(text, at);
      int one = Clusters.widthOfOne(text, at, end);
      if (cells + one > left - 1) {
        break;
      }
      cells += one;
      at = end;
    }
    add(wanted, text.substring(0, at));
    add(wanted, ellipsis);
  }

  public int width() {
    return width;
  }

  public int left() {
    return room - width;
  }

  private void close() {
    if (!run.isEmpty()) {
      out.append(style == null ? run : palette.paint(style, run.toString()));
      run.setLength(0);
    }
  }

  public String painted() {
    close();
    return out.toString();
  }
}
