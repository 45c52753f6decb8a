package dev.tenon.cli.stream;

import dev.tenon.cli.command.ConversationCommand;
import dev.tenon.core.rule.StreamRules;
import dev.tenon.engine.ConversationOptions;
import dev.tenon.engine.Project;
import dev.tenon.engine.StreamRuleLoader;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.content.Questioned;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionQuestions;
import java.time.Duration;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// A program at the other end of the standard streams drives the conversation. Nobody is asked
/// before it is there: what was not agreed to is left out and told.
public interface StreamDriver extends ConversationCommand.Driver {
  Configuration configuration();

  /// A line for the person.
  void note(String line);

  @Override
  default ConversationOptions.Attendance attendance() {
    return ConversationOptions.Attendance.ATTENDED;
  }

  @Override
  default Duration patience() {
    return Duration.ZERO;
  }

  @Override
  default void begin() {}

  @Override
  default void ask(Questioned content) {}

  @Override
  default OptionalInt begin(Project project) {
    configuration().warnings().forEach(this::note);
    project.warnings().forEach(this::note);
    return OptionalInt.empty();
  }

  @Override
  default @Nullable StreamRules rules(StreamRuleLoader setup) {
    return setup.load(this::note);
  }

  @Override
  default SessionQuestions questions() {
    return SessionQuestions.nobody();
  }

  @Override
  default void begin(ActiveSession session) {
    session.takeNotes().forEach(this::note);
  }

  @Override
  default void end(Project project, int endedJobs) throws SetupException {
    project.keepStaged();
  }
}
