package dev.tenon.engine.config;

import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.RuleException;
import dev.tenon.core.permission.Verdict;
import dev.tenon.engine.config.value.Origin;
import dev.tenon.engine.config.value.Type;
import dev.tenon.engine.config.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Puts the rules about permissions of all sources together. Other settings are overridden by a
/// later source; rules add up, so that none can take a rule of another away. A project's own file
/// adds no rule that allows, whatever the user consented to.
final class RuleLayers {
  private static final List<Setting<List<Value.RuleTexts.Line>>> RULES =
      List.of(
          SafetyCatalog.PERMISSIONS_ALLOW,
          SafetyCatalog.PERMISSIONS_ASK,
          SafetyCatalog.PERMISSIONS_DENY);

  private final List<Rule> rules = new ArrayList<>();

  /// Adds a source to those before it.
  void add(Map<String, Entry> before, Map<String, Entry> source) {
    for (Setting<List<Value.RuleTexts.Line>> setting : RULES) {
      Entry entry = source.get(setting.key());
      if (entry == null) {
        continue;
      }
      Verdict effect = ((Type.RuleTexts) setting.type()).effect();
      for (Value.RuleTexts.Line line : setting.type().read(entry.value())) {
        rules.add(rule(effect, line, entry.origin()));
      }
    }
    merge(before, source);
  }

  /// Overrides settings, and puts rules behind those that are there.
  private static void merge(Map<String, Entry> before, Map<String, Entry> source) {
    for (Entry entry : source.values()) {
      Entry merged = entry;
      Entry old = before.get(entry.key());
      if (entry.value() instanceof Value.RuleTexts texts
          && old != null
          && old.value() instanceof Value.RuleTexts others) {
        var both = new ArrayList<>(others.lines());
        both.addAll(texts.lines());
        merged = new Entry(entry.key(), entry.setting(), new Value.RuleTexts(both), entry.origin());
      }
      before.put(entry.key(), merged);
    }
  }

  private static Rule rule(Verdict effect, Value.RuleTexts.Line line, Origin origin) {
    Rule.Source.Kind kind =
        origin instanceof Origin.ProjectFile ? Rule.Source.Kind.PROJECT : Rule.Source.Kind.USER;
    String where = origin.describe();
    if (origin instanceof Origin.UserFile file) {
      where = file.file() + ":" + line.number();
    } else if (origin instanceof Origin.ProjectFile file) {
      where = file.file() + ":" + line.number();
    }
    try {
      return Rule.of(effect, line.text(), new Rule.Source(kind, where));
    } catch (RuleException impossible) {
      throw new IllegalStateException("the rule was checked before", impossible);
    }
  }

  /// Takes the rules out of a project's file that it may not have. Answers what to tell the user.
  static @Nullable String withoutAllowing(Map<String, Entry> project) {
    Entry removed = project.remove(SafetyCatalog.PERMISSIONS_ALLOW.key());
    return removed == null || ((Value.RuleTexts) removed.value()).lines().isEmpty()
        ? null
        : removed.origin().describe()
            + ": permissions.allow is ignored, because a project never widens permissions; put the"
            + " rule into your own config.yml if you want it: "
            + removed.value().text();
  }

  List<Rule> rules() {
    return List.copyOf(rules);
  }
}
