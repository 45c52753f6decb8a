package dev.tenon.core.workspace.walk;

import dev.tenon.core.workspace.path.FileStat;
import org.jspecify.annotations.Nullable;

/// One line of an ignore file.
record IgnorePattern(Sense sense, Target target, Shape shape, String literal, Wildcard wildcard) {

  /// What a match means.
  enum Sense {
    IGNORE,
    INCLUDE
  }

  /// What can match.
  enum Target {
    ANY,
    FOLDERS
  }

  /// How it is compared; most lines need no wildcard matching.
  private enum Shape {
    NAME,
    NAME_END,
    NAME_WILDCARD,
    PATH,
    PATH_WILDCARD
  }

  /// Reads a line; null for blank lines and comments.
  static @Nullable IgnorePattern parse(String line) {
    if (line.startsWith("#")) {
      return null;
    }
    String pattern = withoutTrailingSpaces(line);
    Sense sense = pattern.startsWith("!") ? Sense.INCLUDE : Sense.IGNORE;
    if (sense == Sense.INCLUDE) {
      pattern = pattern.substring(1);
    }
    Target target = pattern.endsWith("/") ? Target.FOLDERS : Target.ANY;
    if (target == Target.FOLDERS) {
      pattern = pattern.substring(0, pattern.length() - 1);
    }
    if (pattern.isEmpty()) {
      return null;
    }
    boolean anchored = pattern.indexOf('/') >= 0;
    if (anchored && pattern.startsWith("/")) {
      pattern = pattern.substring(1);
    }
    if (anchored) {
      Shape shape = isPlain(pattern) ? Shape.PATH : Shape.PATH_WILDCARD;
      return new IgnorePattern(sense, target, shape, pattern, Wildcard.path(pattern));
    }
    boolean end = pattern.startsWith("*") && isPlain(pattern.substring(1));
    Shape shape = isPlain(pattern) ? Shape.NAME : end ? Shape.NAME_END : Shape.NAME_WILDCARD;
    String literal = end ? pattern.substring(1) : pattern;
    return new IgnorePattern(sense, target, shape, literal, Wildcard.name(pattern));
  }

  /// @param path relative to the folder of the ignore file
  boolean matches(String path, String name, FileStat.Kind kind) {
    if (target == Target.FOLDERS && kind != FileStat.Kind.FOLDER) {
      return false;
    }
    return switch (shape) {
      case NAME -> name.equals(literal);
      case NAME_END -> name.endsWith(literal);
      case NAME_WILDCARD -> wildcard.matches(name);
      case PATH -> path.equals(literal);
      case PATH_WILDCARD -> wildcard.matches(path);
    };
  }

  private static boolean isPlain(String pattern) {
    for (int i = 0; i < pattern.length(); i++) {
      if ("*?[\\".indexOf(pattern.charAt(i)) >= 0) {
        return false;
      }
    }
    return true;
  }

  private static String withoutTrailingSpaces(String line) {
    int end = 0;
    for (int i = 0; i < line.length(); i++) {
      if (line.charAt(i) == '\\') {
        i++;
        end = Math.min(i + 1, line.length());
      } else if (line.charAt(i) != ' ') {
        end = i + 1;
      }
    }
    return line.substring(0, end);
  }
}
