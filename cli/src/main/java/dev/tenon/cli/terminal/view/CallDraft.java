package dev.tenon.cli.terminal.view;

import dev.tenon.cli.terminal.render.Amounts;
import dev.tenon.cli.terminal.render.CodeText;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A call whose arguments are still being written: where it goes and the last lines of its text.
/// Reads its JSON character by character and keeps only what it shows.
final class CallDraft {
  private static final int TAIL_LINES = 6;
  private static final int VALUE = 400;
  private static final int NAME = 80;

  private final String tool;
  private final DisplayOptions look;
  private final StringBuilder string = new StringBuilder();
  private long bytes;
  private boolean inString;
  private boolean escaped;

  /// The digits of `\\u0041` that are still to come, and what those before say.
  private int digits;

  private int code;

  /// The last string that ended, which may be the name of what follows.
  private String last = "";

  private String key = "";
  private String path = "";
  private String command = "";
  private @Nullable OutputTail text;

  /// The line of the text that is being written.
  private final StringBuilder line = new StringBuilder();

  /// Whether the text says what to do with lines, rather than the lines alone.
  private boolean patch;

  CallDraft(String tool, DisplayOptions look) {
    this.tool = SafeText.line(tool, NAME, look.glyphs());
    this.look = look;
  }

  void add(String json) {
    bytes += json.length();
    var piece = new StringBuilder();
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      if (inString) {
        within(c, piece);
      } else if (c == '"') {
        inString = true;
        string.setLength(0);
      } else if (c == ':') {
        key = last;
        if (body(key)) {
          text = new OutputTail(TAIL_LINES, look.glyphs());
          patch = key.endsWith("diff") || key.equals("patch");
          line.setLength(0);
        }
      } else if (c == ',' || c == '}' || c == '{') {
        key = "";
      }
    }
    grow(piece);
  }

  private void within(char c, StringBuilder piece) {
    if (digits > 0) {
      code = 16 * code + Math.max(0, Character.digit(c, 16));
      if (--digits == 0) {
        put((char) code, piece);
      }
    } else if (escaped) {
      escaped = false;
      switch (c) {
        case 'n' -> put('\n', piece);
        case 't' -> put('\t', piece);
        case 'r', 'b', 'f' -> {}
        case 'u' -> {
          digits = 4;
          code = 0;
        }
        default -> put(c, piece);
      }
    } else if (c == '\\') {
      escaped = true;
    } else if (c == '"') {
      inString = false;
      grow(piece);
      piece.setLength(0);
      ended();
    } else {
      put(c, piece);
    }
  }

  private void put(char c, StringBuilder piece) {
    if (string.length() < VALUE) {
      string.append(c);
    }
    if (body(key)) {
      piece.append(c);
      read(c);
    }
  }

  /// A text of the dialects that name their files in it says where it goes.
  private void read(char c) {
    if (!key.equals("input") && !key.equals("patch")) {
      return;
    }
    if (c != '\n') {
      if (line.length() < VALUE) {
        line.append(c);
      }
      return;
    }
    String whole = line.toString();
    line.setLength(0);
    patch |= whole.startsWith("*** Begin Patch");
    String named = EditedPaths.of(whole);
    path = named == null ? path : named;
  }

  private void grow(StringBuilder piece) {
    OutputTail tail = text;
    if (tail != null && !piece.isEmpty() && body(key)) {
      tail.add(piece.toString());
    }
  }

  private void ended() {
    last = string.toString();
    switch (key) {
      case "path", "file_path", "file" -> path = last;
      case "command", "cmd" -> command = last;
      default -> {}
    }
  }

  private static boolean body(String key) {
    return switch (key) {
      case "content",
          "contents",
          "new_string",
          "new_text",
          "input",
          "patch",
          "diff",
          "unified_diff",
          "text" ->
          true;
      default -> false;
    };
  }

  String activity() {
    String size = bytes < 1024 ? "" : ", " + Amounts.bytes(bytes);
    return "Preparing " + tool + size;
  }

  /// What there is so far; nothing if there is nothing to see yet.
  List<String> rows(int columns) {
    String open = key.equals("command") && inString ? string.toString() : command;
    String about = path.isEmpty() ? open : path;
    var rows = new ArrayList<String>();
    if (about.isEmpty()) {
      return rows;
    }
    String title =
        look.paint(Style.DIM, look.glyphs().call)
            + " "
            + look.paint(Style.BOLD, tool)
            + " "
            + SafeText.line(about, VALUE, look.glyphs());
    rows.add(DisplayWidth.cut(title, columns, look.glyphs()));
    OutputTail tail = text;
    if (tail == null) {
      return rows;
    }
    List<String> lines = tail.lines();
    if (tail.count() > lines.size()) {
      String above =
          look.glyphs().ellipsis + " " + Amounts.count(tail.count() - lines.size(), "line");
      rows.add("    " + look.paint(Style.DIM, above));
    }
    CodeText code = patch ? CodeText.of("diff", look) : CodeText.ofFile(path, look);
    for (String line : lines) {
      String painted = code.painted(CodeText.untabbed(line));
      rows.add(DisplayWidth.cut("    " + painted, columns, look.glyphs()));
    }
    return rows;
  }
}
