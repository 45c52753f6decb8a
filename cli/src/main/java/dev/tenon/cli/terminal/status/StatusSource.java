package dev.tenon.cli.terminal.status;

import dev.tenon.core.tool.ToolResult.Checklist;
import java.util.List;

/// Where the state of a conversation comes from. Called on any thread.
public interface StatusSource {

  /// What is known right now. Cheap: nothing is run, read or waited for.
  StatusFacts facts();

  /// Looks again at what takes its time, such as the repository; [#facts] then tells it. One thread
  /// at a time.
  void look() throws InterruptedException;

  /// What runs beside the conversation. Cheap.
  List<RunningTask> tasks();

  /// The plan of the model as it stands. Cheap.
  List<Checklist.Line> plan();

  /// Asks the command that prints the line of state.
  ///
  /// @param state what it is given, as JSON
  /// @return the line; a problem in its place is thrown
  String ask(String state) throws StatusCommandException, InterruptedException;

  /// Whether there is such a command.
  boolean hasCommand();

  /// Nothing is known.
  static StatusSource nothing() {
    return new StatusSource() {
      @Override
      public StatusFacts facts() {
        return StatusFacts.NONE;
      }

      @Override
      public void look() {}

      @Override
      public List<RunningTask> tasks() {
        return List.of();
      }

      @Override
      public List<Checklist.Line> plan() {
        return List.of();
      }

      @Override
      public String ask(String state) {
        return "";
      }

      @Override
      public boolean hasCommand() {
        return false;
      }
    };
  }
}
