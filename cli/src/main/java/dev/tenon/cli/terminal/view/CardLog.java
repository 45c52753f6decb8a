package dev.tenon.cli.terminal.view;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The last cards with all of their content, for whoever wants to see what the page has folded.
/// Bounded in number and size; the oldest go first. Safe for several threads.
public final class CardLog {
  private static final int MOST = 200;
  private static final long LARGEST = 4_000_000;

  private final ArrayDeque<Card> cards = new ArrayDeque<>();
  private final Map<String, Card> running = new LinkedHashMap<>();
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

    /// Whether there may be more of it later.
    default boolean grows() {
      return false;
    }
  }

  synchronized void add(Card card) {
    cards.addLast(card);
    size += card.size();
    while (cards.size() > 1 && (cards.size() > MOST || size > LARGEST)) {
      size -= cards.removeFirst().size();
    }
  }

  /// Something of which more is to come. Its card tells what there is so far.
  synchronized void begin(String id, Card card) {
    running.put(id, card);
  }

  synchronized void end(String id) {
    running.remove(id);
  }

  synchronized void endAll() {
    running.clear();
  }

  /// The oldest first, and last what still goes on.
  public synchronized List<Card> cards() {
    var all = new ArrayList<>(cards);
    all.addAll(running.values());
    return all;
  }
}
