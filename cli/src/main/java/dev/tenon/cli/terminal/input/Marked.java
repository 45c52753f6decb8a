package dev.tenon.cli.terminal.input;

import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.screen.Clusters;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Text in which the characters that were searched for stand out.
public final class Marked {
  private Marked() {}

  public static void add(RowText row, String text, Set<Integer> positions, @Nullable Style style) {
    for (int at = 0; at < text.length(); ) {
      int end = Clusters.next(text, at);
      if (!row.add(positions.contains(at) ? Style.BOLD : style, text.substring(at, end))) {
        return;
      }
      at = end;
    }
  }
}
