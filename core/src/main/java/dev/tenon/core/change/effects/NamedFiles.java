package dev.tenon.core.change.effects;

import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.path.PathSandbox;
import dev.tenon.core.workspace.state.FileFingerprint;
import dev.tenon.core.workspace.state.TreeState;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Files that somebody has named, the latest ones: they can be looked at without a look at all
/// others, and ignore rules do not hide them. Safe for several threads.
final class NamedFiles {
  private static final int MOST = 200;

  private final PathSandbox sandbox;

  /// The one that was named longest ago first.
  private final LinkedHashSet<String> names = new LinkedHashSet<>();

  NamedFiles(PathSandbox sandbox) {
    this.sandbox = sandbox;
  }

  /// Adds files to those that were named. What tools may not read or write is left out.
  ///
  /// @return these, as a scan would call them
  synchronized List<String> add(Collection<Path> files) {
    var added = new LinkedHashSet<String>();
    for (Path file : files) {
      try {
        Path real = sandbox.writable(file.toString());
        if (sandbox.forbidden().reading(real) == null) {
          added.add(sandbox.relative(real));
        }
      } catch (PathException elsewhere) {
        // The journal does not hold it.
      }
    }
    names.removeAll(added);
    names.addAll(added);
    while (names.size() > MOST) {
      names.removeFirst();
    }
    return List.copyOf(added);
  }

  synchronized List<String> all() {
    return List.copyOf(names);
  }

  /// The state of these alone.
  static TreeState state(PathSandbox sandbox, Collection<String> names) {
    Instant now = Instant.now();
    Map<String, FileFingerprint> entries = new HashMap<>();
    for (String name : names) {
      try {
        Path place = sandbox.place(name);
        if (sandbox.reachable(place)) {
          FileFingerprint fingerprint = FileFingerprint.of(place);
          if (fingerprint.kind() == FileStat.Kind.FILE
              || fingerprint.kind() == FileStat.Kind.LINK) {
            entries.put(name, fingerprint);
          }
        }
      } catch (IOException | PathException notThere) {
        // Then it has no state.
      }
    }
    return new TreeState(
        entries,
        Map.of(),
        Set.of(),
        Map.of(),
        Map.of(),
        now.getEpochSecond() * 1_000_000_000L + now.getNano(),
        TreeState.Reach.ALL);
  }
}
