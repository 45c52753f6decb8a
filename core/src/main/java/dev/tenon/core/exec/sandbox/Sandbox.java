package dev.tenon.core.exec.sandbox;

import dev.tenon.core.exec.repository.Repositories;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.exec.shell.Need;
import dev.tenon.core.exec.shell.Reach;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The wall around commands, if this machine can build one. Finding out takes running a command
/// behind it, so that is done once, when someone first asks. Safe for several threads.
///
/// A sandbox that is not in force lets commands pass as they are: whoever runs them asks [#state]
/// before, and a person if it says so.
public final class Sandbox implements Confinement, AutoCloseable {
  private final Choice choice;
  private final Bounds bounds;
  private final ReentrantLock turn = new ReentrantLock();
  private final Repositories repositories = new Repositories();
  private @Nullable State state;
  private boolean told;
  private @Nullable Wall wall;
  private @Nullable String unfiltered;
  private @Nullable SandboxFolder stage;

  /// Which wall is wanted.
  public enum Choice {
    /// `bwrap` where it works, `unshare` otherwise.
    AUTO,
    BWRAP,
    UNSHARE,
    OFF
  }

  /// What stands around commands.
  public sealed interface State {
    /// @param label the program that builds the wall
    record InForce(String label) implements State {}

    /// @param reason why there is no wall: a phrase for people
    record Missing(String reason) implements State {}

    /// Switched off by the user.
    record Off() implements State {}

    default boolean confines() {
      return this instanceof InForce;
    }
  }

  public Sandbox(Choice choice, Bounds bounds) {
    this.choice = choice;
    this.bounds = bounds;
  }

  public Bounds bounds() {
    return bounds;
  }

  /// What is in force. The first call runs a command to find out.
  public State state() throws InterruptedException {
    turn.lockInterruptibly();
    try {
      State known = state;
      if (known == null) {
        known = choice == Choice.OFF ? new State.Off() : probe();
        state = known;
      }
      return known;
    } finally {
      turn.unlock();
    }
  }

  private State probe() throws InterruptedException {
    WallProbe.Result result;
    try {
      // It is there already when an earlier look was interrupted.
      SandboxFolder own = stage == null ? SandboxFolder.open(bounds.state()) : stage;
      stage = own;
      result = WallProbe.find(choice, bounds, own);
    } catch (IOException unusable) {
      return new State.Missing(
          "its folder below " + bounds.state() + " cannot be used: " + unusable.getMessage());
    }
    return switch (result) {
      case WallProbe.Result.Works works -> {
        wall = works.wall();
        unfiltered = works.unfiltered();
        yield new State.InForce(works.wall().label());
      }
      case WallProbe.Result.Fails fails -> new State.Missing(fails.reason());
    };
  }

  /// Why no filter of system calls is in force behind the wall; empty when one is.
  public Optional<String> unfiltered() throws InterruptedException {
    if (!state().confines()) {
      return Optional.of("there is no wall");
    }
    turn.lockInterruptibly();
    try {
      return Optional.ofNullable(unfiltered);
    } finally {
      turn.unlock();
    }
  }

  @Override
  public List<String> wrap(List<String> argv, Path directory) throws IOException {
    return wrap(argv, directory, bounds);
  }

  @Override
  public List<String> wrap(List<String> argv, Path directory, Reach reach) throws IOException {
    return wrap(argv, directory, bounds.within(reach));
  }

  @Override
  public Writes writes(Reach reach) {
    return reach.files() == Reach.Files.LOOKING && stands() ? Writes.REFUSED : Writes.KEPT;
  }

  private boolean stands() {
    try {
      return state().confines();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private List<String> wrap(List<String> argv, Path directory, Bounds within) throws IOException {
    try {
      if (!state().confines()) {
        return argv;
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IOException("stopped while the sandbox was built", stopped);
    }
    turn.lock();
    try {
      Wall chosen = wall;
      SandboxFolder own = stage;
      if (chosen == null || own == null) {
        throw new IOException("the sandbox is closed; nothing can be started any more");
      }
      Path at = directory.toRealPath();
      if (within.writable().isEmpty()) {
        return chosen.wrap(argv, at, within, own);
      }
      Bounds kept = within.sealing(expect(within));
      try {
        return chosen.wrap(argv, at, kept, own);
      } catch (IOException refused) {
        repositories.inspect();
        throw refused;
      }
    } finally {
      turn.unlock();
    }
  }

  /// What of the repositories that are there stays as it is.
  private List<Path> expect(Bounds within) throws IOException {
    var hidden = new HashSet<Path>(within.readOnly());
    if (Files.exists(within.state())) {
      hidden.add(within.state().toRealPath());
    }
    return repositories.expect(Layout.writable(within), hidden);
  }

  @Override
  public List<String> afterwards(int exitCode, String output) {
    return afterwards(exitCode, output, Reach.USUAL);
  }

  @Override
  public List<String> afterwards(int exitCode, String output, Reach reach) {
    turn.lock();
    try {
      State known = state;
      if (known instanceof State.Missing missing) {
        boolean first = !told;
        told = true;
        return first
            ? List.of("commands run without a sandbox here: " + missing.reason())
            : List.of();
      }
      if (wall == null) {
        return List.of();
      }
      var notes = new ArrayList<String>();
      Bounds within = bounds.within(reach);
      if (!within.writable().isEmpty()) {
        notes.addAll(repositories.inspect());
      }
      notes.addAll(WallHints.of(exitCode, output, within));
      notes.addAll(HiddenHints.of(exitCode, output, bounds));
      return notes;
    } finally {
      turn.unlock();
    }
  }

  @Override
  public Optional<Need> need(int exitCode, String output, Reach reach) {
    turn.lock();
    try {
      return wall == null ? Optional.empty() : WallNeeds.of(exitCode, output, bounds, reach);
    } finally {
      turn.unlock();
    }
  }

  @Override
  public String label() {
    try {
      return switch (state()) {
        case State.InForce force -> force.label();
        case State.Missing ignored -> "none";
        case State.Off ignored -> "none";
      };
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return "none";
    }
  }

  /// Removes what commands left in their temporary folders.
  @Override
  public void close() {
    turn.lock();
    try {
      if (stage != null) {
        stage.close();
        stage = null;
      }
    } finally {
      turn.unlock();
    }
  }
}
