package dev.tenon.core.exec.repository;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Notes about what was found, with names that commands chose made harmless.
final class Notes {
  private Notes() {}

  /// What was moved, why, and how a person gets it back.
  static String movedAside(Path from, Path to, String why) {
    boolean simple = from.toString().chars().allMatch(c -> c >= ' ' && c < 0x7f && c != '\'');
    return "moved "
        + shown(from)
        + " to "
        + shown(Objects.requireNonNull(to.getFileName()))
        + ": "
        + why
        + "; the user can look at it and bring it back"
        + (simple ? ": mv '" + to + "' '" + from + "'" : " by renaming it");
  }

  static String shown(Path path) {
    var text = new StringBuilder();
    path.toString()
        .codePoints()
        .forEach(
            c -> {
              boolean letter = Character.isLetterOrDigit(c) || (c >= ' ' && c < 0x7f);
              text.appendCodePoint(letter ? c : '?');
            });
    return text.toString();
  }

  static List<String> atMost(int most, List<String> notes) {
    if (notes.size() <= most) {
      return notes;
    }
    var first = new ArrayList<>(notes.subList(0, most));
    first.add("and " + (notes.size() - most) + " more like these");
    return first;
  }
}
