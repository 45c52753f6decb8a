package dev.tenon.engine.command;

import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.permission.Enforcement;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.permission.ProtectedPaths;
import dev.tenon.core.permission.RuleBook;
import java.util.function.Supplier;

/// What a mode allows and what holds commands to it: the policy and the confinement, both made from
/// one mode, so that they cannot disagree. Immutable; another mode is another guard.
public final class ModeGuard {
  private final Mode mode;
  private final ModePolicy policy;
  private final Confinement confinement;

  private ModeGuard(Mode mode, ModePolicy policy, Confinement confinement) {
    this.mode = mode;
    this.policy = policy;
    this.confinement = confinement;
  }

  /// The guard of a conversation.
  public static ModeGuard of(Mode mode, CommandWall wall, RuleBook book, ProtectedPaths paths) {
    return guard(mode, mode, wall, book, paths);
  }

  /// The guard of a person who calls tools by hand and has thereby decided: nothing is asked, and
  /// the confinement is that of the mode. Rules that deny hold.
  public static ModeGuard byHand(Mode mode, CommandWall wall, RuleBook book, ProtectedPaths paths) {
    return guard(mode, Mode.FULL, wall, book, paths);
  }

  private static ModeGuard guard(
      Mode mode, Mode asking, CommandWall wall, RuleBook book, ProtectedPaths paths) {
    return new ModeGuard(
        mode,
        new ModePolicy(
            asking,
            book,
            paths,
            // A class and not a lambda, because this is on the way of every start.
            new Supplier<>() {
              @Override
              public Enforcement get() {
                return enforcement(wall, mode);
              }
            }),
        wall.in(mode));
  }

  private static Enforcement enforcement(CommandWall wall, Mode mode) {
    try {
      return wall.enforcement(mode);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return new Enforcement.None("looking for one was stopped");
    }
  }

  public Mode mode() {
    return mode;
  }

  /// Decides what may happen.
  public ModePolicy policy() {
    return policy;
  }

  /// Stands around commands.
  public Confinement confinement() {
    return confinement;
  }
}
