package dev.tenon.core.exec.sandbox;

import dev.tenon.core.exec.shell.Reach;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// What commands may touch. What is not named is visible and read-only.
///
/// @param writable folders and files that commands may change. The home folder counts as its
///   folders that are not hidden; a folder above it, which would be nearly everything, counts for
///   nothing
/// @param readOnly what stays as it is, also inside of something writable
/// @param hidden what commands do not get to see: keys, credentials; `*` in the last name of a path
///   stands for anything
/// @param denied what the user's rules deny at this moment; wins over everything else
/// @param sealed what they forbid to change at this moment
/// @param programs the programs that they deny at this moment
/// @param state Tenon's own folder: hidden, and where the wall keeps what it needs
/// @param home the user's home folder
/// @param rest what becomes of all that is not named
public record Bounds(
    List<Path> writable,
    List<Path> readOnly,
    List<Path> hidden,
    Supplier<List<Path>> denied,
    Supplier<List<Path>> sealed,
    Supplier<ClosedPrograms> programs,
    Path state,
    Path home,
    Network network,
    Limits limits,
    Rest rest) {

  public Bounds {
    writable = List.copyOf(writable);
    readOnly = List.copyOf(readOnly);
    hidden = List.copyOf(hidden);
  }

  /// Whether commands reach other machines, and the services of this one. There is nothing between
  /// all and nothing: a single host cannot be allowed by a namespace.
  public enum Network {
    NONE,
    ALL
  }

  /// What commands may do with the part of the machine that nothing else speaks of.
  public enum Rest {
    /// See the files, and nothing more.
    VISIBLE,
    /// Whatever they could do without a wall: only what rules deny is closed.
    OPEN
  }

  /// @param processes at most so many processes and threads at a time
  /// @param memory at most so many bytes of data in each process; 0 for no bound
  public record Limits(int processes, long memory) {
    public static final Limits DEFAULT = new Limits(4096, 0);
  }

  /// The bounds of a project and nothing else.
  public static Bounds of(Path root, Path state, Path home) {
    return new Bounds(
        List.of(root),
        List.of(),
        List.of(),
        List::of,
        List::of,
        () -> ClosedPrograms.NONE,
        state,
        home,
        Network.NONE,
        Limits.DEFAULT,
        Rest.VISIBLE);
  }

  /// The same for one command that gets further or less far.
  public Bounds within(Reach reach) {
    Bounds found = reach.files() == Reach.Files.LOOKING ? looking() : this;
    Network reached =
        switch (reach.network()) {
          case NONE -> Network.NONE;
          case USUAL -> network;
          case ALL -> Network.ALL;
        };
    if (reach.folders().isEmpty() && reached == network) {
      return found;
    }
    var open = new ArrayList<>(found.writable);
    open.addAll(reach.folders());
    return new Bounds(
        open, found.readOnly, hidden, denied, sealed, programs, state, home, reached, limits, rest);
  }

  /// The same, with nothing writable.
  public Bounds looking() {
    var visible = new ArrayList<>(writable);
    visible.addAll(readOnly);
    return new Bounds(
        List.of(), visible, hidden, denied, sealed, programs, state, home, network, limits, rest);
  }

  /// The same, with more that is visible wherever it lies, and stays as it is.
  public Bounds showing(List<Path> more) {
    var visible = new ArrayList<>(readOnly);
    visible.addAll(more);
    return new Bounds(
        writable, visible, hidden, denied, sealed, programs, state, home, network, limits, rest);
  }

  /// The bounds of a wall that closes what the rules deny and leaves everything else as it is.
  public Bounds closingOnly() {
    return new Bounds(
        List.of(),
        List.of(),
        List.of(),
        denied,
        sealed,
        programs,
        state,
        home,
        Network.ALL,
        limits,
        Rest.OPEN);
  }

  /// The same with these programs closed.
  public Bounds without(Supplier<ClosedPrograms> closed) {
    return new Bounds(
        writable, readOnly, hidden, denied, sealed, closed, state, home, network, limits, rest);
  }

  /// The same, with more that stays as it is.
  Bounds sealing(List<Path> more) {
    Supplier<List<Path>> both =
        () -> {
          var paths = new ArrayList<>(sealed.get());
          paths.addAll(more);
          return paths;
        };
    return new Bounds(
        writable, readOnly, hidden, denied, both, programs, state, home, network, limits, rest);
  }
}
