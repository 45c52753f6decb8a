package dev.tenon.core.rule;

import dev.tenon.core.prompt.Template;
import java.util.Map;

/// What the model reads about a rule that it broke.
final class Reminder {
  private static final Template INTERRUPT =
      new Template(
          "rule interrupt",
          """
          <system-interrupt reason="rule_violation" rule="{{name}}"{{path}}>
          Your answer was stopped before its end, because it was about to break the rule below. This
          comes from the program, not from the user. Answer again and keep to the rule; do not repeat
          what was stopped, and do not apologise.

          {{content}}
          </system-interrupt>\
          """);

  private static final Template REMINDER =
      new Template(
          "rule reminder",
          """
          <system-reminder reason="rule_violation" rule="{{name}}"{{path}}>
          What you just did breaks the rule below. This comes from the program, not from the user and
          not from a tool. Put it right if it matters, and keep to the rule from here on.

          {{content}}
          </system-reminder>\
          """);

  private Reminder() {}

  /// In place of an answer that was stopped.
  static String interrupt(StreamRule rule, String path) {
    return render(INTERRUPT, rule, path);
  }

  /// Beside what goes on.
  static String reminder(StreamRule rule, String path) {
    return render(REMINDER, rule, path);
  }

  private static String render(Template template, StreamRule rule, String path) {
    return template.render(
        Map.of(
            "name",
            attribute(rule.name()),
            "path",
            path.isEmpty() ? "" : " path=\"" + attribute(path) + "\"",
            "content",
            rule.content()));
  }

  private static String attribute(String text) {
    return text.replace("&", "&amp;").replace("\"", "&quot;").replace("<", "&lt;");
  }
}
