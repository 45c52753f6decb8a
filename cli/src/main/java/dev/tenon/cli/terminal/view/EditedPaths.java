package dev.tenon.cli.terminal.view;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The files that the text of an edit names at a glance, for those dialects whose calls name them
/// nowhere else: the envelope's `*** Update File: PATH`, and `§PATH` above lines with anchors.
final class EditedPaths {
  private static final List<String> HEADS =
      List.of("*** Update File: ", "*** Add File: ", "*** Delete File: ", "§");

  private EditedPaths() {}

  /// What the line names; null if it is no head.
  static @Nullable String of(String line) {
    for (String head : HEADS) {
      String path = line.startsWith(head) ? line.substring(head.length()).strip() : "";
      if (!path.isEmpty()) {
        return path;
      }
    }
    return null;
  }

  static List<String> all(String text) {
    var paths = new ArrayList<String>();
    for (String line : text.lines().toList()) {
      String path = of(line);
      if (path != null && !paths.contains(path)) {
        paths.add(path);
      }
    }
    return paths;
  }
}
