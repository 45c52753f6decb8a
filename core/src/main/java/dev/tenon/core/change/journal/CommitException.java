package dev.tenon.core.change.journal;

import dev.tenon.core.workspace.path.PathException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A commit that did not happen: nothing has changed.
public final class CommitException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Kind kind;
  private final @Nullable String path;

  public CommitException(
      Kind kind, @Nullable String path, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.path = path;
  }

  /// A file is not what the plan was made for.
  public static CommitException stale(String path, String how) {
    return new CommitException(Kind.STALE, path, path + " " + how, null);
  }

  /// Nobody tells any more what the plan was made for.
  public static CommitException lost(String path, String how) {
    return new CommitException(Kind.LOST, path, path + " " + how, null);
  }

  /// The sandbox does not let a path be used.
  public static CommitException denied(@Nullable String path, PathException why) {
    return new CommitException(Kind.DENIED, path, String.valueOf(why.getMessage()), why);
  }

  public Kind kind() {
    return kind;
  }

  /// The file that stood in the way.
  public Optional<String> path() {
    return Optional.ofNullable(path);
  }

  /// Why nothing was written.
  public enum Kind {
    /// A file is not what the plan was made for.
    STALE,
    /// Nobody tells any more what the plan was made for, so that no other plan can be made before
    /// the file is read again.
    LOST,
    /// The sandbox does not let this path be written.
    DENIED,
    /// The new text cannot be written in the file's encoding.
    UNWRITABLE,
    /// The disk refused.
    IO
  }
}
