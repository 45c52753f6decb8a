package dev.tenon.core.rule;

import java.util.List;
import java.util.Map;

/// A Markdown file with a head of YAML between two lines of `---`.
///
/// The core has no YAML library; whoever reads files hands in one as [Yaml].
///
/// @param body what is below the head, without blank lines around it
public record FrontMatter(Map<String, Entry> entries, String body) {

  /// The values of one key; several if it is a list, none if it has no value.
  ///
  /// @param line of the key
  /// @param lines of the values
  public record Entry(int line, List<String> values, List<Integer> lines) {
    public Entry {
      values = List.copyOf(values);
      lines = List.copyOf(lines);
    }

    String text() {
      return String.join(", ", values);
    }
  }

  /// Reads the keys of a head in their order. Lines are counted from 1 in the text that it gets,
  /// which has blank lines in the place of what is above the head.
  @FunctionalInterface
  public interface Yaml {
    Map<String, Entry> read(String text) throws Problem;
  }

  /// A head that cannot be read.
  public static final class Problem extends Exception {
    private static final long serialVersionUID = 1L;
    private final int line;

    /// @param message what is wrong, and the way out where there is one
    public Problem(int line, String message) {
      super(message);
      this.line = line;
    }

    public int line() {
      return line;
    }
  }

  static FrontMatter parse(String file, Yaml yaml) throws Problem {
    String text = file.startsWith("\uFEFF") ? file.substring(1) : file;
    List<String> lines = text.lines().toList();
    if (lines.isEmpty() || !lines.getFirst().stripTrailing().equals("---")) {
      return new FrontMatter(Map.of(), text.strip());
    }
    int end = 1;
    while (end < lines.size() && !lines.get(end).stripTrailing().equals("---")) {
      end++;
    }
    if (end == lines.size()) {
      throw new Problem(1, "the head that begins here has no closing '---'");
    }
    Map<String, Entry> entries = yaml.read("\n" + String.join("\n", lines.subList(1, end)) + "\n");
    return new FrontMatter(
        entries, String.join("\n", lines.subList(end + 1, lines.size())).strip());
  }
}
