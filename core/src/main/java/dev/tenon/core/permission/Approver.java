package dev.tenon.core.permission;

/// Asks a person. Called by one thread at a time; blocks until there is an answer.
@FunctionalInterface
public interface Approver {

  Answer ask(Question question) throws InterruptedException;

  /// Tells the person what came of an answer, such as where a rule was written.
  default void told(String note) {}

  /// What is asked: the tool, what it is about to touch, why, and what would allow it beforehand.
  record Question(String tool, Access access, Decision.Ask ask) {}

  /// What the person said.
  enum Answer {
    ONCE,
    /// Not asked again in this conversation, for what the question offers.
    SESSION,
    /// Never asked again in this project, for what the question offers. Only for questions that
    /// offer a rule.
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
