package dev.tenon.core.workspace.state;

import dev.tenon.core.workspace.path.FileStat;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// All names below the writable roots at one moment, with what the system tells about them.
///
/// @param entries by path, as `PathSandbox.relative` gives it out
/// @param ignored the outermost names that the ignore rules leave out; nothing below is known
/// @param unreadable folders that could not be looked into
/// @param taken when the look began, in nanoseconds since 1970
/// @param reach whether everything was looked at
public record TreeState(
    Map<String, FileFingerprint> entries,
    Map<String, FileFingerprint> ignored,
    Set<String> unreadable,
    long taken,
    Reach reach) {
  /// Clocks of file systems may be as coarse as that.
  private static final long COARSE = 2_000_000_000L;

  /// Whether a scan saw everything.
  public enum Reach {
    ALL,
    /// There are more names than a scan may look at.
    TOO_MANY
  }

  /// Whether a file may have changed again after this state was taken without its fingerprint
  /// showing it, because it had changed right before.
  public boolean isYoung(FileFingerprint fingerprint) {
    return fingerprint.kind() == FileStat.Kind.FILE
        && Math.max(fingerprint.modified(), fingerprint.changed()) > taken - COARSE;
  }

  /// The name above a path, or the path itself, about which this state knows that it was left out.
  public @Nullable String leftOut(String path) {
    for (String at = path; !at.isEmpty(); at = at.substring(0, Math.max(0, at.lastIndexOf('/')))) {
      if (ignored.containsKey(at) || unreadable.contains(at)) {
        return at;
      }
    }
    return null;
  }
}
