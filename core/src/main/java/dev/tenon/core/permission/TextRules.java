package dev.tenon.core.permission;

import dev.tenon.core.permission.text.TextPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The rules about how commands are written; all of them ask or deny.
final class TextRules {
  private final List<Entry> all = new ArrayList<>();

  private record Entry(Rule rule, TextPattern pattern) {}

  void add(Rule rule) {
    all.add(new Entry(rule, TextPattern.of(rule.pattern())));
  }

  int size() {
    return all.size();
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /// The first rule of this effect that one of the texts of a command fits.
  Optional<Rule> meeting(Verdict effect, List<String> written) {
    for (Entry each : all) {
      if (each.rule.effect() == effect && written.stream().anyMatch(each.pattern::fits)) {
        return Optional.of(each.rule);
      }
    }
    return Optional.empty();
  }
}
