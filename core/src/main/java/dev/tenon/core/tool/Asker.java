package dev.tenon.core.tool;

import java.util.List;
import java.util.Optional;

/// Puts questions of the model to a person. Every face that has a person at it has one.
public interface Asker {

  /// Asks all the questions and waits. Nothing when the person does not want to answer.
  Optional<List<Reply>> ask(List<Question> questions) throws InterruptedException;

  /// One question.
  ///
  /// @param id tells the replies apart
  /// @param options what can be chosen; beside them the person may always say something else
  /// @param recommended the place of the option that the model would take, or -1
  record Question(String id, String text, List<String> options, Choice choice, int recommended) {
    public Question {
      options = List.copyOf(options);
      if (recommended < 0 || recommended >= options.size()) {
        recommended = -1;
      }
    }
  }

  /// How many options may be chosen.
  enum Choice {
    ONE,
    SEVERAL
  }

  /// What was answered: options in the order in which they were chosen, and the person's own words.
  ///
  /// @param own empty if there are none
  record Reply(String id, List<String> chosen, String own, By by) {
    public Reply {
      chosen = List.copyOf(chosen);
    }
  }

  /// Who answered.
  enum By {
    PERSON,
    /// Nobody did in time; it is the recommended option, or the first.
    TIMEOUT
  }
}
