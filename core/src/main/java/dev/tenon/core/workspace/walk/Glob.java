package dev.tenon.core.workspace.walk;

import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.PathException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A pattern for paths: `*` and `?` within a name, `**` for any folders, `[a-z]`, `{a,b}`. A
/// pattern without a slash matches names in any folder; one that ends with a slash matches all
/// below. What is malformed is taken in the most likely sense: an open brace is closed, an open
/// bracket is a bracket, and so is a closed one if a file is really called so. Immutable.
public final class Glob implements FileWalk.Filter {
  private final String source;
  private final List<Alternative> alternatives;

  private Glob(String source, List<Alternative> alternatives) {
    this.source = source;
    this.alternatives = alternatives;
  }

  public static Glob of(String pattern) throws PathException {
    if (pattern.isBlank()) {
      throw new PathException(
          PathException.Kind.INVALID,
          "the glob is empty",
          List.of("use ** for all files, or *.java for all files of a kind"),
          "");
    }
    var all = new LinkedHashSet<String>();
    for (String expanded : Braces.expand(slashed(pattern.strip()))) {
      String path = anchored(expanded);
      if (Wildcard.path(path).isTooComplex()) {
        throw new PathException(
            PathException.Kind.INVALID,
            "the glob has more than " + Wildcard.MOST_STARS + " wildcards",
            List.of("use ** once for any folders"),
            "");
      }
      all.add(withOpenBracketsEscaped(path));
      if (path.indexOf('[') >= 0) {
        all.add(withAllBracketsEscaped(path));
      }
    }
    var alternatives = new ArrayList<Alternative>();
    for (String path : all) {
      alternatives.add(new Alternative(path));
    }
    return new Glob(pattern, List.copyOf(alternatives));
  }

  /// Whether the text has anything in it that makes it more than a plain path.
  public static boolean isPattern(String text) {
    for (int i = 0; i < text.length(); i++) {
      if ("*?[{".indexOf(text.charAt(i)) >= 0) {
        return true;
      }
    }
    return false;
  }

  /// @param path relative, with forward slashes
  public boolean matches(String path) {
    for (Alternative alternative : alternatives) {
      if (alternative.matches(path)) {
        return true;
      }
    }
    return false;
  }

  /// Whether the pattern names this folder or file itself, as `node_modules/**` does.
  public boolean mentions(String name) {
    return ("/" + source + "/").contains("/" + name + "/");
  }

  /// The options for a walk with this pattern: folders that are usually left out are shown, with
  /// what is ignored in them, if the pattern names one. The repository itself never is.
  public WalkOptions widen(WalkOptions options) {
    WalkOptions wide = options;
    for (String name : options.skippedNames()) {
      if (!name.equals(".git") && mentions(name)) {
        wide = wide.showing(name).with(WalkOptions.Ignored.SHOW);
      }
    }
    return wide;
  }

  /// Files and links that match.
  @Override
  public boolean wants(String path, FileStat.Kind kind) {
    return (kind == FileStat.Kind.FILE || kind == FileStat.Kind.LINK) && matches(path);
  }

  @Override
  public boolean mayWant(String path) {
    return matches(path);
  }

  @Override
  public boolean enters(String folder) {
    for (Alternative alternative : alternatives) {
      if (alternative.enters(folder)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return source;
  }

  /// One pattern without braces.
  private static final class Alternative {
    private final Wildcard wildcard;

    /// With which a path has to end, and need not do more, as for `**/*.java`; null if it is not so
    /// simple.
    private final @Nullable String ending;

    private final List<Wildcard> names = new ArrayList<>();
    private final int fixed;

    Alternative(String path) {
      wildcard = Wildcard.path(path);
      String rest = path.startsWith("**/*") ? path.substring(4) : "/";
      ending = isPattern(rest) || rest.indexOf('\\') >= 0 || rest.indexOf('/') >= 0 ? null : rest;
      int depth = 0;
      boolean open = false;
      for (String name : path.split("/", -1)) {
        open |= name.contains("**");
        if (!open) {
          names.add(Wildcard.name(name));
          depth++;
        }
      }
      // With `**` anything can follow; without, the last name is the file's.
      fixed = open ? Integer.MAX_VALUE : depth - 1;
    }

    boolean matches(String path) {
      return ending == null ? wildcard.matches(path) : path.endsWith(ending);
    }

    boolean enters(String folder) {
      int depth = 0;
      int start = 0;
      while (start <= folder.length()) {
        int slash = folder.indexOf('/', start);
        int end = slash < 0 ? folder.length() : slash;
        if (depth >= fixed) {
          return false;
        }
        if (depth < names.size() && !names.get(depth).matches(folder.substring(start, end))) {
          return false;
        }
        depth++;
        start = end + 1;
      }
      return true;
    }
  }

  /// A backslash in front of something special escapes it; any other separates folders. In a path
  /// of Windows all of them do.
  private static String slashed(String pattern) {
    if (pattern.indexOf('/') < 0 && pattern.matches(".*\\\\[\\p{Alnum}_.].*")) {
      return pattern.replace('\\', '/');
    }
    var out = new StringBuilder(pattern.length());
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c != '\\') {
        out.append(c);
      } else if (i + 1 < pattern.length() && "*?[]{}\\,!".indexOf(pattern.charAt(i + 1)) >= 0) {
        out.append(c).append(pattern.charAt(++i));
      } else {
        out.append('/');
      }
    }
    return out.toString();
  }

  private static String anchored(String pattern) {
    String path = pattern;
    boolean anchored = false;
    while (path.startsWith("./") || path.startsWith("/")) {
      path = path.substring(path.startsWith("/") ? 1 : 2);
      anchored = true;
    }
    if (path.endsWith("/") || path.isEmpty()) {
      return path + "**";
    }
    return anchored || path.indexOf('/') >= 0 ? path : "**/" + path;
  }

  private static String withOpenBracketsEscaped(String path) {
    var out = new StringBuilder();
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      if (c == '\\' && i + 1 < path.length()) {
        out.append(c).append(path.charAt(++i));
      } else if (c == '[') {
        int end = Braces.bracketEnd(path, i);
        out.append(end < 0 ? "\\[" : path.substring(i, end + 1));
        i = Math.max(i, end);
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }

  private static String withAllBracketsEscaped(String path) {
    var out = new StringBuilder();
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      if (c == '\\' && i + 1 < path.length()) {
        out.append(c).append(path.charAt(++i));
      } else {
        out.append(c == '[' ? "\\[" : String.valueOf(c));
      }
    }
    return out.toString();
  }
}
