package dev.tenon.engine.session;

import dev.tenon.engine.problem.SetupException;

/// Asks the person which session is meant and whether to copy it, before the conversation begins.
public interface SessionQuestions {
  /// Whether somebody is there.
  boolean possible();

  /// The answer to a question, stripped; empty when there is none, and several lines when it came
  /// with more in one go, as a paste does: then it answers nothing.
  String ask(String question) throws SetupException;

  /// The option by which the person says beforehand that a copy will do; empty where the program
  /// has none.
  default String copyOption() {
    return "";
  }

  /// Nobody is there.
  static SessionQuestions nobody() {
    return nobody("");
  }

  /// Nobody is there, but the program was started with options.
  ///
  /// @param copyOption the one that has sessions copied
  static SessionQuestions nobody(String copyOption) {
    return new SessionQuestions() {
      @Override
      public boolean possible() {
        return false;
      }

      @Override
      public String ask(String question) {
        return "";
      }

      @Override
      public String copyOption() {
        return copyOption;
      }
    };
  }
}
