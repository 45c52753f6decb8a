package dev.tenon.protocols.acp;

import dev.tenon.core.json.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A unified diff as clients take it: for each hunk the text before and after, and where it is.
///
/// @param content the hunks as content of a tool call
/// @param places the files with the first line of each hunk
record DiffContent(List<Json.Obj> content, List<Json.Obj> places) {
  /// Hunks that are shown; a client that has more to show shows the file.
  private static final int MOST = 200;

  DiffContent {
    content = List.copyOf(content);
    places = List.copyOf(places);
  }

  /// @param root what relative names of the diff start from
  /// @param paths how the client spells files
  static DiffContent of(String diff, Path root, ClientPaths paths) {
    var reader = new Reader(root, paths);
    diff.lines().forEach(reader::line);
    reader.finish();
    return new DiffContent(reader.content, reader.places);
  }

  private static final class Reader {
    final List<Json.Obj> content = new ArrayList<>();
    final List<Json.Obj> places = new ArrayList<>();
    private final Path root;
    private final ClientPaths paths;
    private @Nullable String oldName;
    private @Nullable String newName;
    private @Nullable StringBuilder before;
    private @Nullable StringBuilder after;
    private int line;
    private int oldLeft;
    private int newLeft;
    private char last = ' ';

    Reader(Path root, ClientPaths paths) {
      this.root = root;
      this.paths = paths;
    }

    void line(String text) {
      if (before != null && (oldLeft > 0 || newLeft > 0)) {
        body(text);
      } else if (text.startsWith("--- ")) {
        finish();
        oldName = name(text.substring(4));
      } else if (text.startsWith("+++ ")) {
        newName = name(text.substring(4));
      } else if (text.startsWith("@@ ") && (oldName != null || newName != null)) {
        finish();
        begin(text);
      } else if (text.startsWith("\\ ")) {
        unended();
      }
    }

    private void begin(String header) {
      String[] words = header.split(" ", -1);
      if (words.length < 3 || !words[1].startsWith("-") || !words[2].startsWith("+")) {
        return;
      }
      String[] old = words[1].substring(1).split(",", -1);
      String[] now = words[2].substring(1).split(",", -1);
      try {
        oldLeft = old.length > 1 ? Integer.parseInt(old[1]) : 1;
        newLeft = now.length > 1 ? Integer.parseInt(now[1]) : 1;
        line = Math.max(1, Integer.parseInt(now[0]));
      } catch (NumberFormatException strange) {
        return;
      }
      before = new StringBuilder();
      after = new StringBuilder();
    }

    private void body(String text) {
      if (before == null || after == null) {
        return;
      }
      char sign = text.isEmpty() ? ' ' : text.charAt(0);
      String rest = text.isEmpty() ? "" : text.substring(1);
      switch (sign) {
        case '-' -> {
          before.append(rest).append('\n');
          oldLeft--;
        }
        case '+' -> {
          after.append(rest).append('\n');
          newLeft--;
        }
        case '\\' -> {
          unended();
          return;
        }
        case ' ' -> {
          before.append(rest).append('\n');
          after.append(rest).append('\n');
          oldLeft--;
          newLeft--;
        }
        default -> {
          // The diff was cut here; what there is of the hunk is shown.
          oldLeft = 0;
          newLeft = 0;
          return;
        }
      }
      last = sign;
    }

    /// The line before has no end.
    private void unended() {
      if (before == null || after == null) {
        return;
      }
      if (last != '+' && !before.isEmpty()) {
        before.setLength(before.length() - 1);
      }
      if (last != '-' && !after.isEmpty()) {
        after.setLength(after.length() - 1);
      }
    }

    void finish() {
      StringBuilder was = before;
      StringBuilder is = after;
      before = null;
      after = null;
      oldLeft = 0;
      newLeft = 0;
      String name = newName == null ? oldName : newName;
      if (was == null || is == null || name == null || content.size() >= MOST) {
        return;
      }
      String path = paths.spelled(root.resolve(name).normalize()).toString();
      content.add(
          Json.object()
              .put("type", "diff")
              .put("path", path)
              .put("oldText", oldName == null ? Json.Null.VALUE : Json.of(was.toString()))
              .put("newText", is.toString())
              .build());
      if (newName != null) {
        places.add(Json.object().put("path", path).put("line", line).build());
      }
    }

    /// Null for no file.
    private static @Nullable String name(String written) {
      String plain = written.strip();
      int tab = plain.indexOf('\t');
      plain = tab < 0 ? plain : plain.substring(0, tab);
      if (plain.length() > 1 && plain.startsWith("\"") && plain.endsWith("\"")) {
        plain = plain.substring(1, plain.length() - 1).replace("\\\"", "\"").replace("\\\\", "\\");
      }
      if (plain.equals("/dev/null")) {
        return null;
      }
      return plain.startsWith("a/") || plain.startsWith("b/") ? plain.substring(2) : plain;
    }
  }
}
