package dev.tenon.engine.session;

import dev.tenon.engine.problem.SetupException;

/// Asks the person which session is meant and whether to copy it, before the conversation begins.
public interface SessionQuestions {
  /// Whether somebody is there.
  boolean possible();

  /// The answer to a question, stripped; empty when there is none, and several lines when it came
  /// with more in one go, as a paste does: then it answers nothing.
  String ask(String question) throws SetupException;

  /// Nobody is there.
  static SessionQuestions nobody() {
    return new SessionQuestions() {
      @Override
      public boolean possible() {
        return false;
      }

      @Override
      public String ask(String question) {
        return "";
      }
    };
  }
}
