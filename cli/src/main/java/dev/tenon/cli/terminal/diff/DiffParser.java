package dev.tenon.cli.terminal.diff;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Finds the unified diffs in a text that may have other lines too. Only lines that a hunk's head
/// announces belong to it, so that a list with dashes is not taken for removals.
public final class DiffParser {
  private static final String NO_FILE = "/dev/null";

  private final Consumer<DiffFile> files;
  private final Consumer<String> others;

  private boolean inFile;

  /// Whether git has said that a file begins, and its names are still to come.
  private boolean announced;

  private String oldPath = "";
  private String newPath = "";
  private DiffFile.Kind kind = DiffFile.Kind.NAMELESS;
  private List<DiffFile.Hunk> hunks = new ArrayList<>();
  private List<String> notes = new ArrayList<>();

  private DiffFile.@Nullable Hunk head;
  private List<DiffFile.Line> lines = new ArrayList<>();
  private int oldLeft;
  private int newLeft;
  private int oldNumber;
  private int newNumber;

  private DiffParser(Consumer<DiffFile> files, Consumer<String> others) {
    this.files = files;
    this.others = others;
  }

  /// Goes through the text in its order.
  ///
  /// @param others takes every line that belongs to no diff
  public static void parse(String text, Consumer<DiffFile> files, Consumer<String> others) {
    var parser = new DiffParser(files, others);
    String[] all = text.split("\n", -1);
    for (int i = 0; i < all.length; i++) {
      String next = i + 1 < all.length ? all[i + 1] : "";
      if (i > 0 && i + 1 == all.length && all[i].isEmpty()) {
        break;
      }
      parser.line(all[i], next);
    }
    parser.endFile();
  }

  private void line(String line, String next) {
    if (oldLeft > 0 || newLeft > 0) {
      body(line);
    } else if (line.startsWith("\\ ") && head != null) {
      lines.add(new DiffFile.Line(DiffFile.Side.NOTE, 0, 0, line.substring(2)));
    } else if (line.startsWith("@@ -") && hunk(line)) {
      inFile = true;
    } else if (line.startsWith("diff --git ")) {
      endFile();
      inFile = true;
      announced = true;
      kind = DiffFile.Kind.CHANGED;
      int second = line.indexOf(" b/");
      newPath = second < 0 ? "" : line.substring(second + 3);
      oldPath = newPath;
    } else if (line.startsWith("--- ") && next.startsWith("+++ ")) {
      names(line, next);
    } else if (line.startsWith("+++ ") && inFile && head == null) {
      // Named with the line before.
      return;
    } else if (line.startsWith("Binary files ") && line.endsWith(" differ")) {
      binary(line);
    } else if (!inFile || !extended(line)) {
      endFile();
      others.accept(line);
    }
  }

  private void names(String line, String next) {
    if (!announced || !hunks.isEmpty() || head != null) {
      endFile();
      kind = DiffFile.Kind.CHANGED;
    }
    inFile = true;
    announced = false;
    oldPath = path(line.substring(4));
    newPath = path(next.substring(4));
    if (oldPath.isEmpty()) {
      kind = DiffFile.Kind.NEW;
    } else if (newPath.isEmpty()) {
      kind = DiffFile.Kind.DELETED;
    } else if (!oldPath.equals(newPath)) {
      kind = DiffFile.Kind.MOVED;
    }
  }

  private void binary(String line) {
    if (!announced || !hunks.isEmpty() || head != null) {
      endFile();
    }
    inFile = true;
    String both = line.substring("Binary files ".length(), line.length() - " differ".length());
    int and = both.indexOf(" and ");
    oldPath = and < 0 ? "" : path(both.substring(0, and));
    newPath = and < 0 ? path(both) : path(both.substring(and + 5));
    kind = DiffFile.Kind.BINARY;
  }

  private static String path(String name) {
    int tab = name.indexOf('\t');
    String bare = (tab < 0 ? name : name.substring(0, tab)).strip();
    if (bare.equals(NO_FILE)) {
      return "";
    }
    // Names with control characters are quoted, these spelled out.
    if (bare.length() > 1 && bare.startsWith("\"") && bare.endsWith("\"")) {
      bare = bare.substring(1, bare.length() - 1);
    }
    boolean prefixed = bare.startsWith("a/") || bare.startsWith("b/");
    return prefixed ? bare.substring(2) : bare;
  }

  /// The lines that git writes between a file's name and its hunks.
  private boolean extended(String line) {
    if (head != null || !hunks.isEmpty()) {
      return false;
    }
    if (line.startsWith("new file mode")) {
      kind = DiffFile.Kind.NEW;
      oldPath = "";
    } else if (line.startsWith("deleted file mode")) {
      kind = DiffFile.Kind.DELETED;
      newPath = "";
    } else if (line.startsWith("rename from ")) {
      kind = DiffFile.Kind.MOVED;
      oldPath = line.substring("rename from ".length());
    } else if (line.startsWith("rename to ")) {
      kind = DiffFile.Kind.MOVED;
      newPath = line.substring("rename to ".length());
    } else if (line.startsWith("old mode ") || line.startsWith("new mode ")) {
      notes.add(line);
    } else if (kind == DiffFile.Kind.BINARY && (line.startsWith("-") || line.startsWith("+"))) {
      notes.add(line);
    } else {
      return line.startsWith("index ")
          || line.startsWith("similarity index ")
          || line.startsWith("copy ");
    }
    return true;
  }

  private void body(String line) {
    char sign = line.isEmpty() ? ' ' : line.charAt(0);
    String text = line.isEmpty() ? "" : line.substring(1);
    switch (sign) {
      case '+' -> {
        lines.add(new DiffFile.Line(DiffFile.Side.NEW, 0, newNumber++, text));
        newLeft--;
      }
      case '-' -> {
        lines.add(new DiffFile.Line(DiffFile.Side.OLD, oldNumber++, 0, text));
        oldLeft--;
      }
      case '\\' -> lines.add(new DiffFile.Line(DiffFile.Side.NOTE, 0, 0, text.strip()));
      case ' ', '\t', '\r' -> {
        lines.add(new DiffFile.Line(DiffFile.Side.BOTH, oldNumber++, newNumber++, text));
        oldLeft--;
        newLeft--;
      }
      default -> {
        // Cut off, or not a diff after all.
        oldLeft = 0;
        newLeft = 0;
        line(line, "");
      }
    }
  }

  /// `@@ -12,3 +12,4 @@ section`
  private boolean hunk(String line) {
    int plus = line.indexOf(" +", 4);
    int end = line.indexOf(" @@", 4);
    if (plus < 0 || end < plus) {
      return false;
    }
    int[] old = range(line.substring(4, plus));
    int[] now = range(line.substring(plus + 2, end));
    if (old.length == 0 || now.length == 0) {
      return false;
    }
    endHunk();
    head = new DiffFile.Hunk(old[0], now[0], line.substring(end + 3).strip(), List.of());
    oldNumber = old[0];
    newNumber = now[0];
    oldLeft = old[1];
    newLeft = now[1];
    return true;
  }

  private static int[] range(String text) {
    int comma = text.indexOf(',');
    String start = comma < 0 ? text : text.substring(0, comma);
    String length = comma < 0 ? "1" : text.substring(comma + 1);
    if (!start.matches("[0-9]{1,9}") || !length.matches("[0-9]{1,9}")) {
      return new int[0];
    }
    return new int[] {Integer.parseInt(start), Integer.parseInt(length)};
  }

  private void endHunk() {
    if (head != null) {
      hunks.add(new DiffFile.Hunk(head.oldStart(), head.newStart(), head.section(), lines));
      lines = new ArrayList<>();
      head = null;
    }
  }

  private void endFile() {
    endHunk();
    if (inFile) {
      files.accept(new DiffFile(oldPath, newPath, kind, hunks, notes));
    }
    inFile = false;
    announced = false;
    oldLeft = 0;
    newLeft = 0;
    oldPath = "";
    newPath = "";
    kind = DiffFile.Kind.NAMELESS;
    hunks = new ArrayList<>();
    notes = new ArrayList<>();
  }
}
