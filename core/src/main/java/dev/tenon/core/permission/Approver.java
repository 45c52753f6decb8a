package dev.tenon.core.permission;

/// Asks a person. Called by one thread at a time; blocks until there is an answer.
@FunctionalInterface
public interface Approver {

  Answer ask(Question question) throws InterruptedException;

  /// What is asked: the tool, what it is about to touch, and how to allow it beforehand.
  record Question(String tool, Access access, Decision.Ask ask) {}

  /// What the person said.
  enum Answer {
    ONCE,
    /// Not asked again for the same tool in this conversation.
    SESSION,
    NO,
    /// Nobody is there to be asked.
    ABSENT
  }

  /// Without a person, asking means no.
  static Approver nobody() {
    return question -> Answer.ABSENT;
  }
}
