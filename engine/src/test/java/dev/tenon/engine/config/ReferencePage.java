package dev.tenon.engine.config;

import dev.tenon.engine.config.Setting.Guard;
import dev.tenon.engine.config.value.Type;
import dev.tenon.engine.config.value.Value;
import java.util.List;

/// The reference page of the settings, `docs/configuration.md`, out of their declarations.
final class ReferencePage {
  /// How to make the page anew.
  static final String COMMAND = "./verify --docs";

  private static final String INTRODUCTION =
      """
      # Configuration

      <!-- Made from the declarations of the settings; do not edit it by hand. Make it anew with: ./verify --docs -->

      Settings come from five places. Later ones win, key by key:

      1. the defaults on this page
      2. your own file, `~/.tenon/config.yml` (`TENON_HOME` moves the folder)
      3. the project's file, `.tenon/config.yml`, as far as it may
      4. environment variables: `TENON_` and the key in capitals, with `_` for a dot and before a capital
      5. flags: `--config KEY=VALUE`, and options of their own such as `--model`

      `tenon config` shows what is in force and where each value comes from. Unknown keys and bad values are errors with
      file and line. In a file, a key is written as a path of mappings (`retry:` and below it `maxRetries: 3`) or with dots
      (`retry.maxRetries: 3`). Numbers may have a unit where one is named: `30s`, `2m`, `500ms`, `720KB`, `1MB`. In a
      variable, commas separate the items of a list; an empty variable counts as unset. Secrets are never shown.

      What the project's own file may do is said of each setting. *Yes*: any value. *Not more*: any value that grants no
      more than yours. *Adds*: its list is added to yours. *Your provider*: models of the provider that you use. *No*:
      nothing, unless you consent when you are asked, or start with `--trust`; consent holds for exactly this content of
      the file.
      """;

  private ReferencePage() {}

  static String text() {
    var page = new StringBuilder(INTRODUCTION);
    for (Topic topic : Catalog.TOPICS) {
      page.append("\n## ").append(topic.title()).append("\n\n");
      page.append(topic.introduction()).append("\n");
      for (Setting<?> setting : topic.settings()) {
        entry(page, setting);
      }
    }
    return page.toString();
  }

  private static void entry(StringBuilder page, Setting<?> setting) {
    page.append("\n- **`").append(named(setting.key(), "")).append("`** ");
    page.append(escaped(setting.description())).append(".  \n  ");
    page.append(values(setting.type()));
    Value preset = setting.preset();
    if (preset != null) {
      page.append("; default ").append(shown(preset));
    }
    page.append(". ");
    if (setting.key().indexOf('*') == setting.key().lastIndexOf('*')) {
      String variable = EnvironmentLayer.variable(setting.key());
      page.append("Variable `").append(named(variable, "")).append("`. ");
    }
    page.append("Project: ").append(rights(setting)).append(".\n");
  }

  /// A key or a variable with words for its names.
  private static String named(String pattern, String prefix) {
    int star = pattern.indexOf('*');
    if (star < 0) {
      return prefix + pattern;
    }
    return named(pattern.substring(star + 1), prefix + pattern.substring(0, star) + "NAME");
  }

  private static String shown(Value preset) {
    return preset.text().isEmpty() ? "none" : "`" + preset.text().replace(", ", "`, `") + "`";
  }

  private static String values(Type<?> type) {
    return switch (type) {
      case Type.Flag flag -> "`true` or `false`";
      case Type.Choice<?> choice -> "one of " + code(choice.words());
      case Type.Whole<?> whole -> whole(whole);
      case Type.Texts<?> texts -> "a list, each " + item(texts.item());
      case Type.Secret secret -> "text, a secret";
      case Type<?> other -> escaped(other.allowed());
    };
  }

  private static String item(Type<?> item) {
    return item instanceof Type.Choice<?> choice
        ? "one of " + code(choice.words())
        : escaped(item.allowed());
  }

  private static String whole(Type.Whole<?> whole) {
    String range = "`" + whole.min() + "` to `" + whole.max() + "`";
    return switch (whole.unit()) {
      case COUNT -> "a whole number, " + range;
      case MILLIS -> "milliseconds, or with a unit, " + range;
      case BYTES -> "bytes, or with a unit, " + range;
    };
  }

  private static String code(List<String> words) {
    return "`" + String.join("`, `", words) + "`";
  }

  private static String rights(Setting<?> setting) {
    // A project never widens permissions, not even with consent.
    if (setting == SafetyCatalog.PERMISSIONS_ALLOW) {
      return "no, not even with consent";
    }
    return rights(setting.guard());
  }

  private static String rights(Guard guard) {
    return switch (guard) {
      case FREE -> "yes";
      case NOT_MORE -> "not more";
      case ADDING -> "adds";
      case SAME_PROVIDER -> "your provider";
      case CLOSED -> "no";
      case NEVER -> "no, not even with consent";
    };
  }

  private static String escaped(String text) {
    return text.replace("*", "\\*").replace("<", "&lt;").replace("_", "\\_");
  }
}
