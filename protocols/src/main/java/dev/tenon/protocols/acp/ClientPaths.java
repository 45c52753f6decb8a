package dev.tenon.protocols.acp;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a client spells paths. Tenon works with real ones; a client that opened a folder through a
/// link knows the files in it by that link, and would not know them by their real paths.
///
/// @param folders those that the client named; of two spellings of one folder the last counts
public record ClientPaths(List<Folder> folders) {
  /// A client that named no folder.
  public static final ClientPaths REAL = new ClientPaths(List.of());

  /// A folder that a client named.
  ///
  /// @param spelled as the client did
  public record Folder(Path real, Path spelled) {}

  public ClientPaths {
    folders = List.copyOf(folders);
  }

  /// The same for a client that has named one more.
  ClientPaths and(Folder folder) {
    var all = new ArrayList<>(folders);
    all.removeIf(each -> each.real.equals(folder.real));
    all.add(folder);
    return new ClientPaths(all);
  }

  /// A real path as the client spells it.
  public Path spelled(Path real) {
    @Nullable Folder nearest = null;
    for (Folder each : folders) {
      if (real.startsWith(each.real)
          && (nearest == null || each.real.getNameCount() > nearest.real.getNameCount())) {
        nearest = each;
      }
    }
    return nearest == null ? real : nearest.spelled.resolve(nearest.real.relativize(real));
  }

  /// The same of a text that should be a real path, such as one from a file of others.
  public String spelled(String real) {
    try {
      return spelled(Path.of(real)).toString();
    } catch (InvalidPathException none) {
      return real;
    }
  }

  /// The real path of one that the client spells.
  Path real(Path spelled) {
    @Nullable Folder nearest = null;
    for (Folder each : folders) {
      if (spelled.startsWith(each.spelled)
          && (nearest == null || each.spelled.getNameCount() > nearest.spelled.getNameCount())) {
        nearest = each;
      }
    }
    return nearest == null ? spelled : nearest.real.resolve(nearest.spelled.relativize(spelled));
  }
}
