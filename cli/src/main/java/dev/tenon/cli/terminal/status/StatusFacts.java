package dev.tenon.cli.terminal.status;

import dev.tenon.core.model.Usage;
import java.util.Optional;
import java.util.OptionalDouble;

/// How a conversation stands, as far as it is known by now. Texts are as they were found: whoever
/// shows them makes them harmless.
///
/// @param model its name; empty when nothing is known
/// @param effort how much it thinks; empty if that is left to the provider
/// @param path the project, the home folder as `~`
/// @param jobs how many run
/// @param title what the session is about; may be empty
public record StatusFacts(
    String model,
    String effort,
    String mode,
    Wall wall,
    String path,
    String root,
    Optional<Git> git,
    Context context,
    Tokens tokens,
    OptionalDouble cost,
    int jobs,
    String session,
    String title) {

  /// Nothing is known.
  public static final StatusFacts NONE =
      new StatusFacts(
          "",
          "",
          "",
          Wall.UNKNOWN,
          "",
          "",
          Optional.empty(),
          new Context(0, 0),
          new Tokens(0, 0),
          OptionalDouble.empty(),
          0,
          "",
          "");

  /// The same with what was used.
  ///
  /// @param amount in US dollars; empty if a price is not known
  StatusFacts having(Usage used, OptionalDouble amount) {
    return new StatusFacts(
        model,
        effort,
        mode,
        wall,
        path,
        root,
        git,
        context,
        new Tokens(used.input() + used.cacheRead() + used.cacheWrite(), used.output()),
        amount,
        jobs,
        session,
        title);
  }

  /// What the session is about, or where it is.
  public String about() {
    return title.isEmpty() ? root.substring(root.lastIndexOf('/') + 1) : title;
  }

  /// Whether the operating system holds commands.
  public enum Wall {
    UNKNOWN,
    STANDS,
    MISSING
  }

  /// @param changes the files that differ; empty if that is not known
  public record Git(String branch, Optional<Changes> changes) {
    int files() {
      return changes.map(Changes::files).orElse(0);
    }
  }

  /// How many files differ from what is checked out. One that is staged and was changed again
  /// counts as both.
  public record Changes(int files, int staged, int dirty, int untracked) {}

  /// How much of the model's window the conversation takes.
  ///
  /// @param window 0 if it is not known
  public record Context(long used, long window) {
    /// Rounded up, so that nothing but nothing is 0.
    public int percent() {
      return window <= 0 ? 0 : (int) Math.min(999, (used * 100 + window - 1) / window);
    }
  }

  /// What the conversation has used so far.
  public record Tokens(long input, long output) {
    public long total() {
      return input + output;
    }
  }
}
