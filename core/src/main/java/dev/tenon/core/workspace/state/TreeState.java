package dev.tenon.core.workspace.state;

import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.Folder;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// All names below the writable roots at one moment, with what the system tells about them.
///
/// @param entries by path, as `PathSandbox.relative` gives it out
/// @param ignored the outermost names that the ignore rules leave out; nothing below is known
/// @param unreadable folders that could not be looked into
/// @param unnamed what has a name that is no text, by its path with the bytes escaped; nothing
///   below is known
/// @param rules the ignore rules by folder, `""` or ending with a slash, where a folder has its own
/// @param taken when the look began, in nanoseconds since 1970
/// @param reach whether everything was looked at
public record TreeState(
    Map<String, FileFingerprint> entries,
    Map<String, FileFingerprint> ignored,
    Set<String> unreadable,
    Map<String, FileFingerprint> unnamed,
    Map<String, FolderRules> rules,
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

  /// What is known of a moment of which only the names that were left out are.
  public static TreeState ofLeftOut(Set<String> leftOut, long taken) {
    return new TreeState(Map.of(), Map.of(), leftOut, Map.of(), Map.of(), taken, Reach.ALL);
  }

  /// Whether the rules of this state leave out the path, or a folder on the way to it; also when
  /// the rules are not known.
  boolean hides(String path, Folder.Named entry) {
    int slash = path.lastIndexOf('/');
    FolderRules here = rules.get(path.substring(0, slash + 1));
    while (here == null && slash >= 0) {
      slash = path.lastIndexOf('/', slash - 1);
      here = rules.get(path.substring(0, slash + 1));
    }
    if (here == null) {
      return true;
    }
    int from = slash + 1;
    for (int end = path.indexOf('/', from); end >= 0; end = path.indexOf('/', end + 1)) {
      String name = path.substring(path.lastIndexOf('/', end - 1) + 1, end);
      var folder = new Folder.Named(name, FileStat.Kind.FOLDER, 0);
      if (here.rules().skips(here.below() + path.substring(from, end), folder)) {
        return true;
      }
    }
    return here.rules().skips(here.below() + path.substring(from), entry);
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
