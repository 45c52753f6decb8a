package dev.tenon.cli.terminal.view;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/// The last cards with all of their content, for whoever wants to see what the page has folded.
/// Bounded in number and size; the oldest go first. Safe for several threads.
public final class CardLog {
  private static final int MOST = 200;
  private static final long LARGEST = 4_000_000;

  private final ArrayDeque<Card> cards = new ArrayDeque<>();
  private long size;

  /// Something that was shown in part.
  ///
  /// @param title one line, harmless
  /// @param size about how many characters it holds
  public record Card(String title, long size, Content content) {}

  /// All of a card.
  public interface Content {
    /// Painted rows of at most this width.
    List<String> rows(int columns);
  }

  synchronized void add(Card card) {
    cards.addLast(card);
    size += card.size();
    while (cards.size() > 1 && (cards.size() > MOST || size > LARGEST)) {
      size -= cards.removeFirst().size();
    }
  }

  /// The oldest first.
  public synchronized List<Card> cards() {
    return new ArrayList<>(cards);
  }
}
