package dev.tenon.core.workspace.search;

import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.walk.FileWalk;
import dev.tenon.core.workspace.walk.Glob;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which files a search looks into.
///
/// @param prefix the way from the project's root to the start, `""` or ending with a slash; a glob
///   may speak of either
/// @param kinds the patterns of the file type, null for all
record GrepFilter(String prefix, @Nullable Glob glob, @Nullable Glob kinds, List<String> forRipgrep)
    implements FileWalk.Filter {

  static GrepFilter of(GrepQuery query, String startPath) throws PathException {
    String prefix = startPath.equals(".") || startPath.startsWith("/") ? "" : startPath + "/";
    Glob glob = query.glob() == null ? null : Glob.of(query.glob());
    var simple = new ArrayList<String>();
    Glob kinds = null;
    if (query.type() != null) {
      List<String> globs = FileTypes.globs(query.type());
      kinds = Glob.of("{" + String.join(",", globs) + "}");
      simple.addAll(globs);
    } else if (query.glob() != null && isSimple(query.glob())) {
      simple.add(query.glob());
    }
    return new GrepFilter(prefix, glob, kinds, List.copyOf(simple));
  }

  /// A pattern for names only, which every program understands in the same way.
  private static boolean isSimple(String glob) {
    for (int i = 0; i < glob.length(); i++) {
      char c = glob.charAt(i);
      if (!Character.isLetterOrDigit(c) && "*._-+".indexOf(c) < 0) {
        return false;
      }
    }
    return !glob.startsWith("-") && !glob.isEmpty();
  }

  @Override
  public boolean wants(String path, FileStat.Kind kind) {
    return kind == FileStat.Kind.FILE && mayWant(path);
  }

  @Override
  public boolean mayWant(String path) {
    boolean byGlob = glob == null || glob.matches(path) || glob.matches(prefix + path);
    return byGlob && (kinds == null || kinds.matches(path));
  }

  @Override
  public boolean enters(String folder) {
    return glob == null || glob.enters(folder) || glob.enters(prefix + folder);
  }
}
