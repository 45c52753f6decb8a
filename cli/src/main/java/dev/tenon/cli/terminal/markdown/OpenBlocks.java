package dev.tenon.cli.terminal.markdown;

import java.util.ArrayList;
import java.util.List;

/// In which quotes and items the next line of Markdown stands: how far to the right the text of the
/// open items begins, from the outermost on.
final class OpenBlocks {
  /// Nothing is shown further to the right.
  static final int DEEPEST = 24;

  private Quotes quotes = Quotes.NONE;

  /// Those outside of quotes.
  private final List<Integer> items = new ArrayList<>();

  /// Those within the quotes that are open.
  private final List<Integer> quoted = new ArrayList<>();

  OpenBlocks copy() {
    var other = new OpenBlocks();
    other.quotes = quotes;
    other.items.addAll(items);
    other.quoted.addAll(quoted);
    return other;
  }

  /// The quotes in which a line stands.
  Quotes quotes(String line) {
    int left = base(items, MarkdownMarks.indentation(line, 0));
    int count = 0;
    for (int at = Quotes.next(line, left); at >= 0; at = Quotes.next(line, at)) {
      count++;
    }
    return count == 0 ? Quotes.NONE : new Quotes(left, count);
  }

  /// Whether text in these quotes may go on with that of the line before.
  boolean goesOn(Quotes here) {
    return here.count() <= quotes.count();
  }

  /// Something begins here, which ends all items whose text is further to the right.
  void begin(Quotes here, int indentation) {
    if (!here.equals(quotes)) {
      quoted.clear();
      quotes = here;
    }
    if (here.count() == 0) {
      close(items, indentation);
    } else {
      close(items, here.left());
      close(quoted, indentation);
    }
  }

  /// An item begins, whose text stands here.
  void item(Quotes here, int text) {
    (here.count() == 0 ? items : quoted).add(text);
  }

  /// Where the text of the item is to which something belongs that stands here; 0 for none.
  int base(Quotes here, int indentation) {
    if (here.count() == 0) {
      return base(items, indentation);
    }
    return here.equals(quotes) ? base(quoted, indentation) : 0;
  }

  private static int base(List<Integer> open, int indentation) {
    for (int text : open.reversed()) {
      if (text <= indentation) {
        return text;
      }
    }
    return 0;
  }

  private static void close(List<Integer> open, int indentation) {
    while (!open.isEmpty() && open.getLast() > indentation) {
      open.removeLast();
    }
  }
}
