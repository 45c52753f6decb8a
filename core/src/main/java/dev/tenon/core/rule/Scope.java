package dev.tenon.core.rule;

import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.walk.Glob;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Which streams a rule watches: `text`, `thinking`, `tool` (any call), `tool:NAME`,
/// `tool:NAME(GLOB)`. A rule with globs of its own watches only calls about such files.
///
/// @param globs one of them has to match a path of the call; empty for any call
public record Scope(boolean text, boolean thinking, List<Calls> calls, List<Glob> globs) {
  /// What is watched when a rule says nothing: what is said and what is called for.
  public static final Scope DEFAULT =
      new Scope(true, false, List.of(new Calls(Calls.ANY, List.of())), List.of());

  public Scope {
    calls = List.copyOf(calls);
    globs = List.copyOf(globs);
  }

  /// Calls of one tool, or of any.
  ///
  /// @param globs one of them has to match a path of the call; empty for any
  public record Calls(String tool, List<Glob> globs) {
    static final String ANY = "*";

    public Calls {
      globs = List.copyOf(globs);
    }

    boolean isAbout(String name) {
      return tool.equals(ANY) || tool.equals(name);
    }
  }

  /// Reads the words of a scope.
  ///
  /// @throws IllegalArgumentException for a word without a meaning
  static Scope of(List<String> words, List<Glob> globs) {
    if (words.isEmpty()) {
      return new Scope(DEFAULT.text, DEFAULT.thinking, DEFAULT.calls, globs);
    }
    boolean text = false;
    boolean thinking = false;
    var calls = new ArrayList<Calls>();
    for (String word : words) {
      switch (word.toLowerCase(Locale.ROOT)) {
        case "text" -> text = true;
        case "thinking" -> thinking = true;
        case "tool", "toolcall" -> calls.add(new Calls(Calls.ANY, List.of()));
        default -> calls.add(call(word));
      }
    }
    return new Scope(text, thinking, calls, globs);
  }

  private static Calls call(String word) {
    String rest = word.startsWith("tool:") ? word.substring(5) : "";
    int open = rest.indexOf('(');
    String name = (open < 0 ? rest : rest.substring(0, open)).strip();
    boolean closed = open < 0 || rest.endsWith(")");
    if (name.isEmpty() || !closed) {
      throw new IllegalArgumentException(
          "'"
              + word
              + "' is no scope; scopes are text, thinking, tool, tool:NAME, tool:NAME(GLOB)");
    }
    var globs = new ArrayList<Glob>();
    if (open >= 0) {
      for (String glob : rest.substring(open + 1, rest.length() - 1).split(",", -1)) {
        globs.add(glob(glob.strip()));
      }
    }
    return new Calls(name, globs);
  }

  static Glob glob(String pattern) {
    try {
      return Glob.of(pattern);
    } catch (PathException unusable) {
      throw new IllegalArgumentException("'" + pattern + "' is no glob: " + unusable.getMessage());
    }
  }

  boolean watches(Source source, String tool) {
    return switch (source) {
      // A file's rule cannot know what prose is about.
      case TEXT -> text && globs.isEmpty();
      case THINKING -> thinking && globs.isEmpty();
      case TOOL -> {
        for (Calls call : calls) {
          if (call.isAbout(tool)) {
            yield true;
          }
        }
        yield false;
      }
    };
  }

  /// Whether it takes a path to decide.
  boolean needsPath(String tool) {
    if (!globs.isEmpty()) {
      return true;
    }
    for (Calls call : calls) {
      if (call.isAbout(tool) && call.globs.isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /// Whether a call of this tool about this file is watched.
  boolean watches(String tool, String path) {
    if (!globs.isEmpty() && !matches(globs, path)) {
      return false;
    }
    for (Calls call : calls) {
      if (call.isAbout(tool) && (call.globs.isEmpty() || matches(call.globs, path))) {
        return true;
      }
    }
    return false;
  }

  private static boolean matches(List<Glob> globs, String path) {
    String relative = path.startsWith("./") ? path.substring(2) : path;
    for (Glob glob : globs) {
      // An absolute path may lie in the project at any depth.
      String rest = relative;
      while (!rest.isEmpty()) {
        if (glob.matches(rest)) {
          return true;
        }
        int slash = path.startsWith("/") ? rest.indexOf('/') : -1;
        rest = slash < 0 ? "" : rest.substring(slash + 1);
      }
    }
    return false;
  }
}
