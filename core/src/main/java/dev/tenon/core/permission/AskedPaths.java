package dev.tenon.core.permission;

import dev.tenon.core.workspace.path.ForbiddenPaths;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The files that rules want asked each time they are read. What reads many files without naming
/// them, such as a search, leaves them out. Immutable.
///
/// @param rules the rules that ask
/// @param patterns their globs, in the same order
public record AskedPaths(List<Rule> rules, List<PathPattern> patterns) implements ForbiddenPaths {
  public static final AskedPaths NONE = new AskedPaths(List.of(), List.of());

  public AskedPaths {
    rules = List.copyOf(rules);
    patterns = List.copyOf(patterns);
  }

  /// These and others.
  public AskedPaths and(AskedPaths others) {
    if (others.isEmpty()) {
      return this;
    }
    var allRules = new ArrayList<>(rules);
    allRules.addAll(others.rules);
    var all = new ArrayList<>(patterns);
    all.addAll(others.patterns);
    return new AskedPaths(allRules, all);
  }

  public boolean isEmpty() {
    return patterns.isEmpty();
  }

  @Override
  public @Nullable String reading(Path path) {
    for (int i = 0; i < patterns.size(); i++) {
      if (patterns.get(i).covers(path)) {
        return rules.get(i).describe();
      }
    }
    return null;
  }

  @Override
  public @Nullable String writing(Path path) {
    return reading(path);
  }

  /// The rules in a few words.
  public String describe() {
    var texts = new ArrayList<String>();
    for (Rule rule : rules) {
      texts.add(rule.text());
    }
    return String.join(", ", texts);
  }
}
