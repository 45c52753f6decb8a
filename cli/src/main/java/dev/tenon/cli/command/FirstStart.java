package dev.tenon.cli.command;

import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.login.FirstRun;
import dev.tenon.cli.terminal.TerminalFace;
import dev.tenon.engine.Project;
import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.problem.SetupException;
import java.util.OptionalInt;

/// Joins the questions of the first start to the terminal, the demo and the project.
final class FirstStart {
  private final LaunchContext context;
  private final Streams streams;
  private final TerminalFace face;
  private final Runnable closing;

  /// @param closing gives the terminal back
  FirstStart(LaunchContext context, Streams streams, TerminalFace face, Runnable closing) {
    this.context = context;
    this.streams = streams;
    this.face = face;
    this.closing = closing;
  }

  /// Answers an exit code if there is nothing to go on with.
  OptionalInt run(Project project) throws SetupException, InterruptedException {
    try {
      return switch (new FirstRun(project.models(), context.options(), face.prompter()).run()) {
        case READY -> {
          project.models().adopt(Configuration.load(context.options()));
          yield OptionalInt.empty();
        }
        case DEMO -> {
          closing.run();
          var demo = new DemoCommand(streams, context.arguments(), context.environment());
          yield OptionalInt.of(demo.run());
        }
        case LEFT -> OptionalInt.of(TerminalFace.INTERRUPTED);
      };
    } catch (ConfigException unusable) {
      throw SetupException.usage(String.valueOf(unusable.getMessage()));
    }
  }
}
