package dev.tenon.core.permission;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.ReadableJson;
import dev.tenon.core.model.Part;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// Asks a person. Called by one thread at a time; blocks until there is an answer.
@FunctionalInterface
public interface Approver {

  Answer ask(Question question) throws InterruptedException;

  /// Tells the person what came of an answer, such as where a rule was written.
  default void told(String note) {}

  /// Held while the person is asked, so that calls that run side by side ask in turn. Whoever has
  /// several askers for one person gives all of them the same.
  default ReentrantLock turn() {
    return new ReentrantLock();
  }

  /// Whether the person sees what an edit would change before they answer. Then a call that plans
  /// its changes is asked about when the plan is made, and before that only refused.
  default boolean showsChanges() {
    return false;
  }

  /// What is asked, all of it with one answer.
  ///
  /// @param items at least one
  /// @param changes what would change, as a unified diff; empty if that is not known
  /// @param helper the id of the helper that wants it; empty for the conversation itself
  /// @param arguments those of the call
  /// @param callId the call that is asked about; empty if it is not known
  record Question(
      String tool,
      List<Item> items,
      String changes,
      String helper,
      Json.Obj arguments,
      String callId) {
    public Question(String tool, List<Item> items) {
      this(tool, items, "");
    }

    public Question(String tool, List<Item> items, String changes) {
      this(tool, items, changes, "", Json.Obj.EMPTY, "");
    }

    /// The same question of a helper.
    public Question of(String id) {
      return new Question(tool, items, changes, id, arguments, callId);
    }

    /// The same question about a call.
    public Question about(Part.Call call) {
      return new Question(tool, items, changes, helper, call.arguments(), call.id());
    }

    public Question {
      items = List.copyOf(items);
      if (items.isEmpty()) {
        throw new IllegalArgumentException("nothing is asked");
      }
    }

    /// What the call is made with, a line each, where no other words say that: the host of a
    /// connection or the name of a tool outside is not what happens there.
    public List<String> details() {
      for (Item item : items) {
        if (item.access instanceof Access.Outside
            || item.access instanceof Access.Connect
            || item.access instanceof Access.Use) {
          return ReadableJson.of(arguments);
        }
      }
      return List.of();
    }

    /// The same question with the folders of commands as people name them.
    public Question seenFrom(Path root) {
      var seen = new ArrayList<Item>();
      for (Item item : items) {
        seen.add(
            item.access instanceof Access.Execute execute
                ? new Item(execute.seenFrom(root), item.ask)
                : item);
      }
      return new Question(tool, seen, changes, helper, arguments, callId);
    }

    /// Who wants it: the tool, or a helper with it.
    public String who() {
      return helper.isEmpty() ? tool : helper + ": " + tool;
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

  /// What the person said, or who answers for them.
  ///
  /// @param rules what the person made of the rules that the question offers, if they changed them
  /// @param why what the speaker wants the model to know; usually empty
  record Answer(Kind kind, Optional<List<Rule>> rules, String why, Speaker speaker) {
    public static final Answer ONCE = new Answer(Kind.ONCE);
    public static final Answer SESSION = new Answer(Kind.SESSION);
    public static final Answer ALWAYS = new Answer(Kind.ALWAYS);
    public static final Answer NO = new Answer(Kind.NO);
    public static final Answer ABSENT = new Answer(Kind.ABSENT);

    public Answer {
      rules = rules.map(List::copyOf);
    }

    public Answer(Kind kind, Optional<List<Rule>> rules, String why) {
      this(kind, rules, why, Speaker.PERSON);
    }

    private Answer(Kind kind) {
      this(kind, Optional.empty(), "");
    }

    /// No, and the model is told why.
    public static Answer no(String why) {
      return new Answer(Kind.NO, Optional.empty(), why.strip());
    }

    /// No by a program that answers beside the person, whose words are not theirs.
    public static Answer noOfHook(String why) {
      return new Answer(Kind.NO, Optional.empty(), why.strip(), Speaker.HOOK);
    }

    /// Who answers.
    public enum Speaker {
      PERSON,
      HOOK
    }

    /// The same answer with rules that the person has changed.
    public Answer with(List<Rule> changed) {
      return new Answer(kind, Optional.of(changed), why, speaker);
    }

    /// How far an answer goes.
    public enum Kind {
      ONCE,
      /// Not asked again in this conversation, for what the question offers.
      SESSION,
      /// Never asked again in this project, for what the question offers. Only for questions that
      /// can last.
      ALWAYS,
      NO,
      /// Nobody is there to be asked.
      ABSENT
    }
  }

  /// Without a person, asking means no.
  static Approver nobody() {
    return question -> Answer.ABSENT;
  }
}
