package dev.tenon.cli.terminal.dialog;

import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.Style;
import java.util.ArrayList;
import java.util.List;

/// The text that a question is about, which may be longer than its room: what of it is on the
/// screen, and whether its end was there at least once.
final class ScrolledText {
  private int first;
  private int page = 1;
  private boolean end;
  private Sight sight = Sight.BEGINNING;

  /// How much of it the person has had before their eyes.
  private enum Sight {
    WHOLE,
    /// The end was not on the screen yet.
    BEGINNING,
    /// The window has no row for it.
    NOTHING
  }

  void back() {
    first = Math.max(0, first - page);
  }

  void on() {
    first += page;
  }

  /// Why nobody can know what they would say yes to, and what to do; empty if they can.
  String problem() {
    return switch (sight) {
      case WHOLE -> "";
      case BEGINNING -> "PgDn first: the end of it was not shown yet";
      case NOTHING -> "the window is too low to show what would be allowed";
    };
  }

  /// Whether its end was on the screen at least once.
  boolean isSeen() {
    return end;
  }

  /// As many rows of it as there is room for.
  List<String> rows(List<String> all, int room, int width, DisplayOptions look) {
    return rows(all, all.size(), room, width, look);
  }

  /// The same of a text whose end nobody has to know.
  ///
  /// @param needed how many rows have to be seen
  List<String> rows(List<String> all, int needed, int room, int width, DisplayOptions look) {
    if (all.size() <= Math.max(0, room)) {
      first = 0;
      end = true;
      sight = Sight.WHOLE;
      return all;
    }
    if (room < 1) {
      sight = Sight.NOTHING;
      return List.of();
    }
    page = Math.max(1, room - 1);
    first = Math.min(first, all.size() - page);
    int last = first + page;
    end |= last >= needed;
    sight = end ? Sight.WHOLE : Sight.BEGINNING;
    var rows = new ArrayList<>(all.subList(first, last));
    if (room > 1) {
      rows.add(look.palette().paint(Style.DIM, place(last, all.size(), width)));
    }
    return rows;
  }

  /// Which part of it is shown, and the key for the rest, in as many words as there is room for.
  private String place(int last, int all, int width) {
    boolean more = last < all;
    String part = (first + 1) + "-" + last + " of " + all;
    String whole = "  lines " + part + (more ? ", PgDn shows more" : ", PgUp goes back");
    return DisplayWidth.of(whole) <= width ? whole : "  " + part + (more ? " PgDn" : " PgUp");
  }
}
