package dev.tenon.core.permission;

import java.util.ArrayList;
import java.util.List;

/// Asks a person. Called by one thread at a time; blocks until there is an answer.
@FunctionalInterface
public interface Approver {

  Answer ask(Question question) throws InterruptedException;

  /// Tells the person what came of an answer, such as where a rule was written.
  default void told(String note) {}

  /// What is asked, all of it with one answer.
  ///
  /// @param items at least one
  record Question(String tool, List<Item> items) {
    public Question {
      items = List.copyOf(items);
      if (items.isEmpty()) {
        throw new IllegalArgumentException("nothing is asked");
      }
    }

    /// One thing that the tool is about to touch, why it is asked, and what would allow it
    /// beforehand.
    public record Item(Access access, Decision.Ask ask) {}

    /// The rules that an answer for longer makes, each once.
    public List<Rule> offers() {
      var offers = new ArrayList<Rule>();
      for (Item item : items) {
        for (Rule rule : item.ask.offers()) {
          if (!offers.contains(rule)) {
            offers.add(rule);
          }
        }
      }
      return offers;
    }

    /// Whether rules can allow all of it for good.
    public boolean canLast() {
      for (Item item : items) {
        if (item.ask.offers().isEmpty()) {
          return false;
        }
      }
      return true;
    }
  }

  /// What the person said.
  enum Answer {
    ONCE,
    /// Not asked again in this conversation, for what the question offers.
    SESSION,
    /// Never asked again in this project, for what the question offers. Only for questions that can
    /// last.
    ALWAYS,
    NO,
    /// Nobody is there to be asked.
    ABSENT
  }

  /// Without a person, asking means no.
  static Approver nobody() {
    return question -> Answer.ABSENT;
  }
}
