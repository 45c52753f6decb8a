package dev.tenon.core.session;

import dev.tenon.core.json.Json;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What an entry says as text, for lists and searches.
public final class EntryText {
  /// How what the program itself says to the model begins, and what that is called. It has the role
  /// of the user, since models know no other for it.
  private static final Map<String, String> BY_PROGRAM =
      Map.of(
          "tenon-reminder", "reminder",
          "system-reminder", "reminder",
          "system-warning", "reminder",
          "system-interrupt", "reminder after a stop",
          "hook", "reminder of a hook",
          "rewind-report", "report after a rewind",
          "peer-message", "message of another agent",
          "task-notification", "notice");

  /// How begins what the model gets of a command that a person ran by themselves.
  private static final String OWN_COMMAND = "<user-command ";

  /// So much of its output the model gets.
  private static final int OWN_OUTPUT = 20_000;

  /// Marks a command in a session of which the model hears with the next prompt.
  public static final String TOLD = "toldWithPrompt";

  private static final Pattern TAG = Pattern.compile("<([a-z-]+)(?: [^>]*)?>\\s*");
  private static final Pattern NOTICE_TAG =
      Pattern.compile("(?:\\s*</?(?:task-id|status|summary|result|event)>\\s*)+");

  private EntryText() {}

  /// What a text is that the program and no person has said; nothing for a person's.
  ///
  /// @param text of a message of the user
  public static Optional<String> byProgram(String text) {
    Matcher tag = TAG.matcher(text);
    return tag.lookingAt() && text.contains("</" + tag.group(1) + ">")
        ? Optional.ofNullable(BY_PROGRAM.get(tag.group(1)))
        : Optional.empty();
  }

  /// Such a text without the tags around it.
  public static String untagged(String text) {
    Matcher tag = TAG.matcher(text);
    if (!tag.lookingAt()) {
      return text;
    }
    String inner = text.substring(tag.end()).replace("</" + tag.group(1) + ">", "");
    return NOTICE_TAG.matcher(inner).replaceAll(" ").strip();
  }

  /// Everything a person may look for in an entry.
  public static String of(Entry.Body body) {
    return switch (body) {
      case Entry.Said said -> message(said.message());
      case Entry.ModelChanged changed -> changed.model();
      case Entry.ThinkingLevelChanged changed -> changed.level();
      case Entry.ServiceTierChanged changed -> String.valueOf(changed.tier());
      case Entry.Compacted compacted -> compacted.summary();
      case Entry.BranchSummarized summary -> summary.summary();
      case Entry.Custom custom -> custom.customType();
      case Entry.CustomSaid said ->
          said.customType() + " " + message(Json.object().put("content", said.content()).build());
      case Entry.Labelled labelled -> labelled.label() == null ? "" : labelled.label();
      case Entry.RulesInjected injected -> String.join(" ", injected.rules());
      case Entry.ToolsSelected selected -> String.join(" ", selected.names());
      case Entry.Initialized initialized -> initialized.task();
      case Entry.ModeChanged changed -> changed.mode();
      case Entry.Renamed renamed -> renamed.name();
      case Entry.Unknown unknown -> unknown.type();
    };
  }

  /// The text of a message of the file: what was said, thought and called.
  public static String message(Json.Obj message) {
    if (message.get("content") instanceof Json.Str text) {
      return text.value();
    }
    var text = new StringBuilder();
    for (Json.Obj block : message.objects("content")) {
      String part =
          switch (block.string("type", "")) {
            case "text" -> block.string("text", "");
            case "thinking" -> block.string("thinking", "");
            case "toolCall" -> call(block);
            default -> "";
          };
      if (!part.isEmpty()) {
        text.append(text.isEmpty() ? "" : "\n").append(part);
      }
    }
    for (String name : new String[] {"command", "output", "summary", "errorMessage"}) {
      String value = message.string(name, "");
      if (!value.isEmpty()) {
        text.append(text.isEmpty() ? "" : "\n").append(value);
      }
    }
    return text.toString();
  }

  /// A call in a line: the tool with the value that says most.
  public static String call(Json.Obj block) {
    Json.Obj arguments = block.objectOrEmpty("arguments");
    for (String name : new String[] {"command", "path", "pattern", "query", "url"}) {
      if (arguments.string(name) != null) {
        return block.string("name", "") + " " + arguments.string(name);
      }
    }
    var out = new StringBuilder(block.string("name", ""));
    String between = " ";
    for (Map.Entry<String, Json> argument : arguments.members().entrySet()) {
      String value =
          switch (argument.getValue()) {
            case Json.Str text -> text.value();
            case Json.Obj ignored -> "…";
            case Json.Arr ignored -> "…";
            case Json other -> other.compact();
          };
      out.append(between).append(argument.getKey()).append(": ").append(value);
      between = ", ";
    }
    return out.toString();
  }

  /// The same for people who look at it: of a person's message what they wrote, without the files
  /// that went along with it; of a result what came of the call, without what is for the model.
  public static String shown(Entry.Body body) {
    if (!(body instanceof Entry.Said said)) {
      return of(body);
    }
    return switch (said.role()) {
      case "user" -> written(said.message());
      case "toolResult" -> result(said.message());
      default -> of(body);
    };
  }

  /// Whether a part of a person's message was put there by the program: what their own commands
  /// printed, or a reminder.
  public static boolean isAside(String text) {
    return text.startsWith(OWN_COMMAND) || byProgram(text).isPresent();
  }

  /// What the model gets of a command that somebody ran beside the conversation.
  ///
  /// @param ending in words
  public static String ownCommand(String command, String ending, String output) {
    String printed = output.stripTrailing();
    if (printed.length() > OWN_OUTPUT) {
      printed =
          printed.substring(0, OWN_OUTPUT / 4)
              + "\n[…]\n"
              + printed.substring(printed.length() - OWN_OUTPUT * 3 / 4);
    }
    return OWN_COMMAND
        + "ending=\""
        + ending
        + "\">\n$ "
        + command
        + "\n"
        + (printed.isEmpty() ? "(no output)" : printed)
        + "\n</user-command>";
  }

  /// The same of a command as a session has it.
  public static String ownCommand(Json.Obj execution) {
    return ownCommand(
        execution.string("command", ""),
        execution.has("exitCode") ? "exit code " + execution.number("exitCode", 0) : "stopped",
        execution.string("output", ""));
  }

  /// What a person wrote. Files, pictures and resources that go along are further parts of their
  /// message.
  public static String written(Json.Obj message) {
    for (Json.Obj block : message.objects("content")) {
      String text = block.string("type", "").equals("text") ? block.string("text", "") : "";
      if (!text.isBlank() && !isAside(text)) {
        return text;
      }
    }
    return said(message);
  }

  private static String result(Json.Obj message) {
    Json.Obj details = message.objectOrEmpty("details");
    Json.Obj envelope = details.has("envelope") ? details.objectOrEmpty("envelope") : details;
    String problem = envelope.objectOrEmpty("error").string("message", "");
    String output = envelope.objectOrEmpty("data").string("output", "");
    return !problem.isEmpty() ? problem : output.isEmpty() ? message(message) : output;
  }

  /// Only what was said in a message, without thoughts and calls.
  public static String said(Json.Obj message) {
    return SessionListing.text(message);
  }
}
