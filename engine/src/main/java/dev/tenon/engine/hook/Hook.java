package dev.tenon.engine.hook;

import dev.tenon.core.json.Json;
import dev.tenon.engine.content.OneLine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One hook as it is written: when it runs, what runs, and where it stands.
///
/// @param matcher which of the event's occasions it is for
/// @param condition which calls it is for, of those that the matcher lets through
/// @param timeout how long it may take
/// @param required whether it blocks when it could not run
/// @param waiting whether somebody waits for its answer
/// @param repeating whether it runs every time
/// @param seal what its files were when it was let in; null where nobody looks
public record Hook(
    HookEvent event,
    HookMatcher matcher,
    HookCondition condition,
    Kind kind,
    Duration timeout,
    boolean required,
    Waiting waiting,
    Repeating repeating,
    Source source,
    @Nullable HookSeal seal) {
  private static final int LONGEST = 80;

  Hook(
      HookEvent event,
      HookMatcher matcher,
      HookCondition condition,
      Kind kind,
      Duration timeout,
      boolean required,
      Waiting waiting,
      Repeating repeating,
      Source source) {
    this(event, matcher, condition, kind, timeout, required, waiting, repeating, source, null);
  }

  /// The same hook, which runs only as long as its files are what they are.
  Hook sealed(HookSeal files) {
    return new Hook(
        event, matcher, condition, kind, timeout, required, waiting, repeating, source, files);
  }

  /// What runs.
  public sealed interface Kind {
    /// In a few words, for people.
    String shown();

    /// A program.
    ///
    /// @param line for a shell; with arguments the program itself
    /// @param arguments null where a shell reads the line
    record Command(String line, @Nullable List<String> arguments) implements Kind {
      @Override
      public String shown() {
        List<String> given = arguments;
        return given == null ? line : line + " " + String.join(" ", given);
      }
    }

    /// A question to a model, which answers whether all is well.
    ///
    /// @param model null for the conversation's
    record Prompt(String text, @Nullable String model) implements Kind {
      @Override
      public String shown() {
        return "prompt" + (model == null ? "" : " to " + model) + ": " + text;
      }
    }
  }

  /// Whether its answer counts.
  public enum Waiting {
    FOR_ANSWER,
    /// It runs beside the conversation, and what it says comes too late.
    NOT
  }

  /// How often it runs.
  public enum Repeating {
    EVERY_TIME,
    /// Once a session, as soon as it could run.
    ONCE
  }

  /// Where it stands.
  ///
  /// @param shown the file as messages call it
  /// @param folder of the plugin that it belongs to; null for none
  public record Source(String shown, int line, Owner owner, @Nullable Path folder) {
    /// `file:line`.
    public String place() {
      return shown + ":" + line;
    }
  }

  /// Whose a hook is.
  public enum Owner {
    USER,
    /// It runs behind the wall.
    PROJECT
  }

  /// What it is for within its event, as it is written; empty for everything.
  public String occasion() {
    String only = condition.text().isEmpty() ? "" : "if " + condition.text();
    return (matcher.text() + " " + only).strip();
  }

  /// As messages call it.
  String name() {
    return event.label()
        + " hook '"
        + OneLine.command(kind.shown(), LONGEST)
        + "' ("
        + source.place()
        + ")";
  }

  static String brief(String text) {
    String line = text.strip().replaceAll("\\s+", " ");
    return line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line;
  }

  /// Everything about it that the person agrees to.
  Json.Obj content() {
    var content =
        Json.object()
            .put("event", event.label())
            .put("matcher", matcher.text())
            .put("timeout", timeout.toSeconds())
            .put("required", required)
            .put("async", waiting == Waiting.NOT);
    if (!condition.text().isEmpty()) {
      content.put("if", condition.text());
    }
    if (repeating == Repeating.ONCE) {
      content.put("once", true);
    }
    switch (kind) {
      case Kind.Command command -> {
        content.put("command", command.line());
        if (command.arguments() != null) {
          content.put("args", Json.strings(command.arguments()));
        }
      }
      case Kind.Prompt prompt -> content.put("prompt", prompt.text()).put("model", prompt.model());
    }
    return content.build();
  }

  /// The hook as it would stand below its event in a configuration.
  public Json.Obj written() {
    var hook = Json.object();
    switch (kind) {
      case Kind.Command command -> {
        hook.put("type", "command").put("command", command.line());
        if (command.arguments() != null) {
          hook.put("args", Json.strings(command.arguments()));
        }
      }
      case Kind.Prompt prompt ->
          hook.put("type", "prompt").put("prompt", prompt.text()).put("model", prompt.model());
    }
    if (!timeout.equals(event.longest())) {
      hook.put("timeout", timeout.toMillis() / 1000.0);
    }
    if (required) {
      hook.put("required", true);
    }
    if (waiting == Waiting.NOT) {
      hook.put("async", true);
    }
    if (!condition.text().isEmpty()) {
      hook.put("if", condition.text());
    }
    if (repeating == Repeating.ONCE) {
      hook.put("once", true);
    }
    var group = Json.object();
    if (!matcher.text().isEmpty()) {
      group.put("matcher", matcher.text());
    }
    return group.array("hooks", List.of(hook.build())).build();
  }

  /// Two hooks that do the same run once.
  boolean doesSame(Hook other) {
    return kind.equals(other.kind)
        && source.owner() == other.source.owner()
        && java.util.Objects.equals(source.folder(), other.source.folder());
  }
}
