package dev.tenon.cli.terminal.status;

import java.time.Duration;
import java.util.List;

/// Something that goes on beside the conversation: a job, and whatever it has started in turn.
///
/// @param name short, by which it can be called
/// @param what it does, in a few words
/// @param took so far
/// @param last the last thing that it said; may be empty
public record RunningTask(
    String name, String what, State state, Duration took, String last, List<RunningTask> below) {
  public RunningTask {
    below = List.copyOf(below);
  }

  /// How it stands.
  public enum State {
    RUNNING,
    /// For a person or for something else.
    WAITING
  }
}
