package dev.tenon.engine.hook;

import dev.tenon.engine.config.value.Raw;
import dev.tenon.engine.problem.Nearest;
import dev.tenon.engine.problem.QuotedValue;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes hooks of what is written in one file. What is wrong with one is told with its line and the
/// way out, and stops nothing else.
final class HookParser {
  private static final Set<String> OTHER_KINDS = Set.of("http", "agent", "mcp_tool");
  private static final Set<String> FIELDS =
      Set.of(
          "type",
          "command",
          "args",
          "prompt",
          "model",
          "timeout",
          "required",
          "async",
          "statusMessage",
          "description",
          "once",
          "if");
  private static final List<String> TEXTS = List.of("type", "command", "prompt", "model");
  private static final List<String> FLAGS = List.of("required", "async", "once");
  private static final String NOT_RUN = "this one does not run";
  private static final int LONGEST_SECONDS = 3600;

  private final String shown;
  private final Hook.Owner owner;
  private final @Nullable Path folder;
  private final List<Hook> hooks = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private final List<String> harmless = new ArrayList<>();

  /// @param shown the file as messages call it
  /// @param folder of the plugin that the file belongs to; null for none
  HookParser(String shown, Hook.Owner owner, @Nullable Path folder) {
    this.shown = shown;
    this.owner = owner;
    this.folder = folder;
  }

  List<Hook> hooks() {
    return hooks;
  }

  List<String> problems() {
    return problems;
  }

  /// Those of the problems in spite of which the hook runs.
  List<String> harmless() {
    return harmless;
  }

  /// All events below `hooks`.
  void events(Raw raw) {
    if (raw instanceof Raw.Fields fields) {
      for (Raw.Field field : fields.fields()) {
        event(field.name(), field.value(), field.line());
      }
    } else if (!(raw instanceof Raw.Nothing)) {
      problem(
          raw.line(),
          "hooks must be a mapping from events to lists, was "
              + raw.kind()
              + "; write hooks:"
              + " {\"PreToolUse\": […]}");
    }
  }

  /// The list at one event.
  void event(String name, Raw raw, int line) {
    HookEvent event = HookEvent.of(name).orElse(null);
    if (event == null) {
      problem(
          line,
          "the event "
              + QuotedValue.of(name)
              + " is not supported; its hooks do not run"
              + Nearest.hint(name, HookEvent.names()));
      return;
    }
    if (!(raw instanceof Raw.Items items)) {
      if (!(raw instanceof Raw.Nothing)) {
        problem(raw.line(), "hooks." + name + " must be a list of matchers, was " + raw.kind());
      }
      return;
    }
    for (Raw each : items.items()) {
      group(event, each);
    }
  }

  private void group(HookEvent event, Raw raw) {
    if (!(raw instanceof Raw.Fields fields)) {
      problem(
          raw.line(),
          "hooks." + event.label() + " must hold mappings with 'hooks', here is " + raw.kind());
      return;
    }
    Raw inner = field(fields, "hooks");
    if (!isText(fields, "matcher", "a text such as \"Bash|Edit\"", "its hooks do not run")) {
      return;
    }
    HookMatcher matcher;
    try {
      matcher = HookMatcher.of(text(field(fields, "matcher")));
    } catch (IllegalArgumentException wrong) {
      problem(
          line(fields, "matcher"),
          "the matcher "
              + QuotedValue.of(text(field(fields, "matcher")))
              + " "
              + wrong.getMessage()
              + "; its hooks do not run");
      return;
    }
    if (inner instanceof Raw.Items items) {
      items.items().forEach(each -> hook(event, matcher, each));
    } else if (inner == null && field(fields, "type") != null) {
      // A hook right here, as other tools write it.
      hook(event, matcher, fields);
    } else {
      problem(
          fields.line(),
          "hooks."
              + event.label()
              + " needs 'hooks', a list of what runs"
              + (inner == null ? "" : "; it is " + inner.kind()));
    }
  }

  private void hook(HookEvent event, HookMatcher matcher, Raw raw) {
    if (!(raw instanceof Raw.Fields fields)) {
      problem(raw.line(), "a hook must be a mapping with 'type', was " + raw.kind());
      return;
    }
    // What means something else than it says must not run as if it had said nothing.
    for (String name : TEXTS) {
      if (!isText(fields, name, "a text", NOT_RUN)) {
        return;
      }
    }
    for (String name : FLAGS) {
      if (!isText(fields, name, "true or false", NOT_RUN)) {
        return;
      }
    }
    if (!isText(fields, "timeout", "a number of seconds", NOT_RUN) || !isArguments(fields)) {
      return;
    }
    Hook.Kind kind = kind(fields);
    if (kind == null) {
      return;
    }
    Duration timeout = timeout(fields, event);
    Boolean required = flag(fields, "required");
    Boolean aside = flag(fields, "async");
    Boolean once = flag(fields, "once");
    HookCondition condition = condition(fields, event);
    if (timeout == null || required == null || aside == null || once == null || condition == null) {
      return;
    }
    for (Raw.Field field : fields.fields()) {
      if (!FIELDS.contains(field.name())
          && !field.name().equals("matcher")
          && !field.name().equals("hooks")) {
        problem(
            field.line(),
            "a hook's "
                + QuotedValue.of(field.name())
                + " is not supported; the hook runs without it"
                + Nearest.hint(field.name(), List.copyOf(FIELDS)));
        harmless.add(problems.getLast());
      }
    }
    hooks.add(
        new Hook(
            event,
            matcher,
            condition,
            kind,
            timeout,
            required,
            aside ? Hook.Waiting.NOT : Hook.Waiting.FOR_ANSWER,
            once ? Hook.Repeating.ONCE : Hook.Repeating.EVERY_TIME,
            new Hook.Source(shown, fields.line(), owner, folder)));
  }

  private Hook.@Nullable Kind kind(Raw.Fields fields) {
    String type = text(field(fields, "type"));
    switch (type) {
      case "command", "prompt" -> {
        String what = text(field(fields, type));
        if (what.isBlank()) {
          problem(fields.line(), "a hook of type " + type + " needs '" + type + "'");
          return null;
        }
        if (what.indexOf('\0') >= 0) {
          problem(
              fields.line(), "a hook's " + type + " holds a character that no command can have");
          return null;
        }
        String model = text(field(fields, "model"));
        return type.equals("command")
            ? new Hook.Kind.Command(what, arguments(field(fields, "args")))
            : new Hook.Kind.Prompt(what, model.isBlank() ? null : model);
      }
      case "" -> problem(fields.line(), "a hook needs 'type': command or prompt");
      default ->
          problem(
              line(fields, "type"),
              "hooks of type "
                  + QuotedValue.of(type)
                  + (OTHER_KINDS.contains(type) ? " are not supported" : " are nothing")
                  + "; this one does not run. It is command or prompt");
    }
    return null;
  }

  /// Whether a field is left out or a single value; otherwise it is told.
  private boolean isText(Raw.Fields fields, String name, String wanted, String effect) {
    Raw raw = field(fields, name);
    if (raw != null && !(raw instanceof Raw.Nothing) && !(raw instanceof Raw.Text)) {
      problem(
          line(fields, name),
          (name.equals("matcher") ? "the matcher" : "a hook's " + name)
              + " must be "
              + wanted
              + ", was "
              + raw.kind()
              + "; "
              + effect);
      return false;
    }
    return true;
  }

  private boolean isArguments(Raw.Fields fields) {
    Raw raw = field(fields, "args");
    boolean fine =
        raw == null
            || raw instanceof Raw.Nothing
            || (raw instanceof Raw.Items items
                && items.items().stream().allMatch(each -> each instanceof Raw.Text));
    if (!fine) {
      problem(line(fields, "args"), "a hook's args must be a list of texts; " + NOT_RUN);
    }
    return fine;
  }

  private static @Nullable List<String> arguments(@Nullable Raw raw) {
    if (!(raw instanceof Raw.Items items)) {
      return null;
    }
    var words = new ArrayList<String>();
    items.items().forEach(each -> words.add(text(each)));
    return words;
  }

  private @Nullable Duration timeout(Raw.Fields fields, HookEvent event) {
    String text = text(field(fields, "timeout"));
    if (text.isEmpty()) {
      return event.longest();
    }
    try {
      double seconds = Double.parseDouble(text);
      if (seconds > LONGEST_SECONDS) {
        problem(
            line(fields, "timeout"),
            "a hook's timeout is at most "
                + LONGEST_SECONDS
                + " seconds, was "
                + QuotedValue.of(text)
                + "; the hook runs with "
                + LONGEST_SECONDS);
        harmless.add(problems.getLast());
        return Duration.ofSeconds(LONGEST_SECONDS);
      }
      if (seconds > 0) {
        return Duration.ofMillis(Math.max(1, Math.round(seconds * 1000)));
      }
    } catch (NumberFormatException notANumber) {
      // Refused below, like a number out of range.
    }
    problem(
        line(fields, "timeout"),
        "a hook's timeout must be 1.."
            + LONGEST_SECONDS
            + " seconds, was "
            + QuotedValue.of(text)
            + "; this one does not run");
    return null;
  }

  /// A hook with a condition that means nothing must not run for everything.
  private @Nullable HookCondition condition(Raw.Fields fields, HookEvent event) {
    Raw raw = field(fields, "if");
    String text = text(raw);
    try {
      if (raw != null && !(raw instanceof Raw.Nothing) && !(raw instanceof Raw.Text)) {
        throw new IllegalArgumentException("must be a text such as Bash(git push *)");
      }
      HookCondition condition = HookCondition.of(text);
      if (!condition.text().isEmpty() && !event.subject().equals(HookEvent.TOOL)) {
        throw new IllegalArgumentException(
            "speaks of calls, and " + event.label() + " is about none");
      }
      return condition;
    } catch (IllegalArgumentException wrong) {
      problem(
          line(fields, "if"),
          "a hook's if"
              + (text.isEmpty() ? "" : " " + QuotedValue.of(text))
              + " "
              + wrong.getMessage()
              + "; this one does not run");
      return null;
    }
  }

  private @Nullable Boolean flag(Raw.Fields fields, String name) {
    String text = text(field(fields, name));
    if (text.isEmpty() || text.equals("false")) {
      return false;
    }
    if (text.equals("true")) {
      return true;
    }
    problem(
        line(fields, name),
        "a hook's "
            + name
            + " must be true or false, was "
            + QuotedValue.of(text)
            + "; this one does not run");
    return null;
  }

  private static @Nullable Raw field(Raw.Fields fields, String name) {
    for (Raw.Field field : fields.fields()) {
      if (field.name().equals(name)) {
        return field.value();
      }
    }
    return null;
  }

  private static int line(Raw.Fields fields, String name) {
    for (Raw.Field field : fields.fields()) {
      if (field.name().equals(name)) {
        return field.line();
      }
    }
    return fields.line();
  }

  private static String text(@Nullable Raw raw) {
    return raw instanceof Raw.Text text ? text.text() : "";
  }

  private void problem(int line, String what) {
    problems.add(shown + ":" + line + ": " + what);
  }
}
