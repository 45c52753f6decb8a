package dev.tenon.core.rule;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The head of a Markdown file between two lines of `---`, in the part of YAML that people use for
/// it: `key: value`, `key: [a, b]`, and a list with one `- item` a line. What it does not know it
/// refuses with the line.
record FrontMatter(Map<String, Entry> entries, String body) {

  /// The values of one key; several if it is a list.
  record Entry(int line, List<String> values, List<Integer> lines) {
    String text() {
      return String.join(", ", values);
    }
  }

  /// A head that cannot be read.
  static final class Problem extends Exception {
    private static final long serialVersionUID = 1L;
    private final int line;

    Problem(int line, String message) {
      super(message);
      this.line = line;
    }

    int line() {
      return line;
    }
  }

  static FrontMatter parse(String file) throws Problem {
    String text = file.startsWith("\uFEFF") ? file.substring(1) : file;
    List<String> lines = text.lines().toList();
    if (lines.isEmpty() || !lines.getFirst().stripTrailing().equals("---")) {
      return new FrontMatter(Map.of(), text.strip());
    }
    var entries = new LinkedHashMap<String, Entry>();
    int i = 1;
    String open = "";
    for (; i < lines.size() && !lines.get(i).stripTrailing().equals("---"); i++) {
      String line = lines.get(i);
      String stripped = line.strip();
      int number = i + 1;
      if (stripped.isEmpty() || stripped.startsWith("#")) {
        continue;
      }
      if (stripped.startsWith("- ") || stripped.equals("-")) {
        Entry list = entries.get(open);
        if (list == null) {
          throw new Problem(number, "a list item without a key above it");
        }
        list.values().add(scalar(stripped.substring(1).strip(), number));
        list.lines().add(number);
        continue;
      }
      int colon = line.indexOf(':');
      if (colon < 1 || Character.isWhitespace(line.charAt(0))) {
        throw new Problem(number, "expected 'key: value' or '- item', found '" + stripped + "'");
      }
      String key = line.substring(0, colon).strip();
      var entry = new Entry(number, new ArrayList<>(), new ArrayList<>());
      values(line.substring(colon + 1).strip(), number, entry);
      if (entries.put(key, entry) != null) {
        throw new Problem(number, "'" + key + "' is there twice; keep one");
      }
      open = key;
    }
    if (i >= lines.size()) {
      throw new Problem(1, "the head that begins here has no closing '---'");
    }
    return new FrontMatter(entries, String.join("\n", lines.subList(i + 1, lines.size())).strip());
  }

  private static void values(String text, int line, Entry into) throws Problem {
    if (text.isEmpty() || text.startsWith("#")) {
      return;
    }
    if (!text.startsWith("[")) {
      into.values().add(scalar(text, line));
      into.lines().add(line);
      return;
    }
    int at = 1;
    while (true) {
      while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == ',')) {
        at++;
      }
      if (at >= text.length()) {
        throw new Problem(line, "the list that begins with '[' has no ']'; quote what holds one");
      }
      if (text.charAt(at) == ']') {
        return;
      }
      int end = itemEnd(text, at, line);
      into.values().add(scalar(text.substring(at, end).strip(), line));
      into.lines().add(line);
      at = end;
    }
  }

  private static int itemEnd(String text, int from, int line) throws Problem {
    char quote = text.charAt(from);
    int at = from;
    if (quote == '"' || quote == '\'') {
      return quoteEnd(text, from, line) + 1;
    }
    while (at < text.length() && text.charAt(at) != ',' && text.charAt(at) != ']') {
      at++;
    }
    return at;
  }

  private static int quoteEnd(String text, int open, int line) throws Problem {
    char quote = text.charAt(open);
    for (int i = open + 1; i < text.length(); i++) {
      if (quote == '"' && text.charAt(i) == '\\') {
        i++;
      } else if (text.charAt(i) == quote) {
        if (quote == '\'' && i + 1 < text.length() && text.charAt(i + 1) == '\'') {
          i++;
        } else {
          return i;
        }
      }
    }
    throw new Problem(line, "the text that begins with " + quote + " is not closed");
  }

  private static String scalar(String text, int line) throws Problem {
    if (text.isEmpty()) {
      throw new Problem(line, "an empty item; write '' if that is meant");
    }
    char first = text.charAt(0);
    if (first != '"' && first != '\'') {
      int comment = text.indexOf(" #");
      return comment < 0 ? text : text.substring(0, comment).stripTrailing();
    }
    int end = quoteEnd(text, 0, line);
    String rest = text.substring(end + 1).strip();
    if (!rest.isEmpty() && !rest.startsWith("#")) {
      throw new Problem(line, "unexpected '" + rest + "' after the quoted text");
    }
    String inner = text.substring(1, end);
    return first == '\'' ? inner.replace("''", "'") : unescaped(inner, line);
  }

  private static String unescaped(String text, int line) throws Problem {
    var out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\\') {
        out.append(c);
        continue;
      }
      char kind = text.charAt(++i);
      switch (kind) {
        case 'n' -> out.append('\n');
        case 't' -> out.append('\t');
        case '"', '\\', '/' -> out.append(kind);
        default ->
            throw new Problem(
                line,
                "\\"
                    + kind
                    + " means nothing in double quotes; write \\\\"
                    + kind
                    + ", or use single quotes, in which a backslash is a backslash");
      }
    }
    return out.toString();
  }
}
