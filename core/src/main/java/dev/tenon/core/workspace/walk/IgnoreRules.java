package dev.tenon.core.workspace.walk;

import dev.tenon.core.workspace.path.FileStat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rules that hold in one folder: those of its own ignore file, then those of the folders
/// above. The last line that matches decides; an inner file decides over an outer one. Immutable.
///
/// A folder that is ignored is not entered, so nothing below it can be included again; that is the
/// walk's part.
final class IgnoreRules {
  static final IgnoreRules NONE = new IgnoreRules(null, "", List.of());

  private final @Nullable IgnoreRules above;
  private final String base;
  private final List<IgnorePattern> patterns;

  private IgnoreRules(@Nullable IgnoreRules above, String base, List<IgnorePattern> patterns) {
    this.above = above;
    this.base = base;
    this.patterns = patterns;
  }

  /// These rules with those of one more file in front.
  ///
  /// @param folder the folder of the file, `""` or ending with a slash, relative to the top
  IgnoreRules with(String folder, byte[] ignoreFile) {
    List<IgnorePattern> parsed = parse(new String(ignoreFile, StandardCharsets.UTF_8));
    return parsed.isEmpty() ? this : new IgnoreRules(this, folder, parsed);
  }

  /// Whether the entry is ignored, if the folder it lies in is not.
  ///
  /// @param path relative to the top
  boolean ignores(String path, String name, FileStat.Kind kind) {
    for (IgnoreRules rules = this; rules != null; rules = rules.above) {
      if (rules.patterns.isEmpty()) {
        continue;
      }
      String below = rules.base.isEmpty() ? path : path.substring(rules.base.length());
      for (int i = rules.patterns.size() - 1; i >= 0; i--) {
        IgnorePattern pattern = rules.patterns.get(i);
        if (pattern.matches(below, name, kind)) {
          return pattern.sense() == IgnorePattern.Sense.IGNORE;
        }
      }
    }
    return false;
  }

  private static List<IgnorePattern> parse(String text) {
    var patterns = new ArrayList<IgnorePattern>();
    int start = text.startsWith("\uFEFF") ? 1 : 0;
    while (start < text.length()) {
      int newline = text.indexOf('\n', start);
      int end = newline < 0 ? text.length() : newline;
      boolean crlf = newline > start && text.charAt(newline - 1) == '\r';
      IgnorePattern pattern = IgnorePattern.parse(text.substring(start, crlf ? end - 1 : end));
      if (pattern != null) {
        patterns.add(pattern);
      }
      start = end + 1;
    }
    return patterns;
  }
}
