package dev.tenon.engine.hook;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.engine.command.ProgramRun;
import dev.tenon.engine.hook.HookAnswer.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads what a program says that has run: its exit code, and the JSON or the text that it printed.
final class HookOutput {
  private static final int MOST_SHOWN = 300;

  /// A shell tells of a signal by its number and 128.
  private static final int SIGNALS = 64;

  private static final String OF_ALL = "updatedToolOutput";
  private static final String OF_SERVERS = "updatedMCPToolOutput";

  private final Hook hook;
  private final Json.Obj input;

  /// @param input what the program was told
  HookOutput(Hook hook, Json.Obj input) {
    this.hook = hook;
    this.input = input;
  }

  /// A hook that said nothing that counts. It is told to the person, and blocks only where the hook
  /// is required.
  HookAnswer unusable(String why) {
    String line = "the " + hook.name() + " " + why;
    boolean blocks = hook.required() && hook.event().effect() == HookEvent.Effect.BLOCKS;
    HookAnswer answer =
        blocks ? HookAnswer.of(Verdict.BLOCK, line + ", and it is required") : HookAnswer.NOTHING;
    return answer
        .andSaying(line + (blocks ? "; it is required, so this is a no" : ""))
        .failing(why);
  }

  HookAnswer of(ProgramRun.Ended.Exited exited) {
    if (exited.code() == 2) {
      return blocked(exited.err().text());
    }
    if (exited.code() != 0) {
      String said = first(exited.err().text());
      boolean killed = exited.code() < 0 || (exited.code() > 128 && exited.code() <= 128 + SIGNALS);
      return unusable(
          (exited.code() == 126 || exited.code() == 127
                  ? "could not be run (exit code " + exited.code() + ")"
                  : killed
                      ? "was killed (exit code " + exited.code() + ")"
                      : "failed with exit code " + exited.code())
              + (said.isEmpty() ? "" : ": " + said));
    }
    String text = exited.out().text().strip();
    if (!text.startsWith("{")) {
      return plain(text);
    }
    if (exited.out().cut()) {
      return unusable("printed more than 1 MB; what it says cannot be read");
    }
    try {
      return of(Json.parseObject(text));
    } catch (JsonException malformed) {
      return unusable("printed what begins like JSON and is none: " + malformed.getMessage());
    }
  }

  private HookAnswer blocked(String error) {
    String reason = error.isBlank() ? "it gave no reason" : error.strip();
    return switch (hook.event().effect()) {
      case BLOCKS -> HookAnswer.of(Verdict.BLOCK, reason);
      case TELLS_MODEL -> context(HookAnswer.bounded(reason));
      case TELLS_PERSON -> HookAnswer.saying("the " + hook.name() + " says: " + first(reason));
    };
  }

  private HookAnswer plain(String text) {
    return text.isEmpty() || !hook.event().takesPlainText()
        ? HookAnswer.NOTHING
        : context(HookAnswer.bounded(text));
  }

  private static HookAnswer context(String text) {
    return new HookAnswer(Verdict.NONE, "", null, text, List.of(), null, null, "");
  }

  /// The fields that Claude Code knows. An answer with one of another kind was not understood, and
  /// so is none.
  HookAnswer of(Json.Obj json) {
    String wrong = wrong(json);
    if (!wrong.isEmpty()) {
      return unusable("gave an answer that cannot be understood: " + wrong);
    }
    Json.Obj specific = json.objectOrEmpty("hookSpecificOutput");
    var said = new ArrayList<String>();
    String meant = specific.string("hookEventName", hook.event().label());
    if (!meant.equals(hook.event().label())) {
      said.add(
          "the " + hook.name() + " answers for the event " + meant + "; that part does not count");
      specific = Json.Obj.EMPTY;
    }
    String message = json.string("systemMessage", "");
    if (!message.isBlank()) {
      said.add("hook: " + shown(message));
    }
    Json.Obj asked = specific.objectOrEmpty("decision");
    String word =
        specific.string(
            "permissionDecision", asked.string("behavior", json.string("decision", "")));
    String reason =
        specific.string(
            "permissionDecisionReason", asked.string("message", json.string("reason", "")));
    Verdict verdict = verdict(word, said);
    String context = specific.string("additionalContext", "");
    if (verdict == Verdict.BLOCK && hook.event().effect() != HookEvent.Effect.BLOCKS) {
      // It has happened already: the model can only be told, or the person.
      verdict = Verdict.NONE;
      if (hook.event().effect() == HookEvent.Effect.TELLS_MODEL) {
        context = context.isEmpty() ? reason : reason + "\n" + context;
      } else {
        said.add("the " + hook.name() + " says: " + first(reason));
      }
    }
    if (!isMissing(asked.get("updatedPermissions"))) {
      said.add(
          "the "
              + hook.name()
              + " gives updatedPermissions, which is not supported; its answer counts for this"
              + " question alone, and 'permissions' in your config.yml is the place for rules");
    }
    Json.Obj input = input(specific, asked, said);
    boolean changesAnswer = hook.event() == HookEvent.PERMISSION_REQUEST && input != null;
    if (changesAnswer && verdict == Verdict.ALLOW) {
      said.add(
          "the "
              + hook.name()
              + " allows another input than the one that is asked about; only PreToolUse hooks"
              + " change inputs, so the question stays open");
      verdict = Verdict.NONE;
    }
    return new HookAnswer(
        verdict,
        HookAnswer.bounded(reason.strip()),
        changesAnswer ? null : input,
        HookAnswer.bounded(context),
        said,
        stop(json, asked),
        output(specific, said),
        HookAnswer.bounded(specific.string("summary", "")));
  }

  /// The first field that decides something and is of another kind than it has to be; empty when
  /// all are right.
  private static String wrong(Json.Obj json) {
    Json specific = json.get("hookSpecificOutput");
    if (!isMissing(specific) && !(specific instanceof Json.Obj)) {
      return "hookSpecificOutput must be an object";
    }
    Json.Obj inner = json.objectOrEmpty("hookSpecificOutput");
    Json asked = inner.get("decision");
    if (!isMissing(asked) && !(asked instanceof Json.Obj)) {
      return "hookSpecificOutput.decision must be an object with 'behavior'";
    }
    if (!isText(json.get("decision"))) {
      return "decision must be a text";
    }
    if (!isText(inner.get("permissionDecision"))) {
      return "permissionDecision must be a text";
    }
    if (!isText(inner.objectOrEmpty("decision").get("behavior"))) {
      return "decision.behavior must be a text";
    }
    if (!isFlag(json.get("continue"))) {
      return "continue must be true or false";
    }
    return isFlag(inner.objectOrEmpty("decision").get("interrupt"))
        ? ""
        : "decision.interrupt must be true or false";
  }

  private static boolean isMissing(@Nullable Json value) {
    return value == null || value instanceof Json.Null;
  }

  private static boolean isText(@Nullable Json value) {
    return isMissing(value) || value instanceof Json.Str;
  }

  private static boolean isFlag(@Nullable Json value) {
    return isMissing(value) || value instanceof Json.Bool;
  }

  private Verdict verdict(String word, List<String> said) {
    return switch (word) {
      case "", "defer", "none" -> Verdict.NONE;
      case "allow", "approve" -> Verdict.ALLOW;
      case "ask" -> Verdict.ASK;
      case "deny", "block" -> Verdict.BLOCK;
      default -> {
        said.add("the " + hook.name() + " decides '" + first(word) + "', which is nothing");
        yield hook.required() ? Verdict.BLOCK : Verdict.NONE;
      }
    };
  }

  private Json.@Nullable Obj input(Json.Obj specific, Json.Obj asked, List<String> said) {
    Json given =
        specific.has("updatedInput") ? specific.get("updatedInput") : asked.get("updatedInput");
    if (given == null || given instanceof Json.Null) {
      return null;
    }
    if (given instanceof Json.Obj object) {
      return object;
    }
    said.add("the " + hook.name() + " gives an updatedInput that is no object; it does not count");
    return null;
  }

  private @Nullable String stop(Json.Obj json, Json.Obj asked) {
    if (!json.bool("continue", true)) {
      String why = json.string("stopReason", "");
      return why.isBlank() ? "a hook wants it" : shown(why);
    }
    return asked.bool("interrupt", false) ? "a hook refused what was asked" : null;
  }

  /// What the model sees in place of the result.
  private @Nullable String output(Json.Obj specific, List<String> said) {
    Json given = specific.get(OF_ALL);
    if (isMissing(given)) {
      given = specific.get(OF_SERVERS);
      String tool = input.string("tenon_tool", input.string(HookEvent.TOOL, ""));
      if (!isMissing(given) && !tool.startsWith("mcp__")) {
        said.add(
            "the "
                + hook.name()
                + " gives "
                + OF_SERVERS
                + ", which counts for tools of servers alone; it is "
                + OF_ALL
                + " for all others");
        return null;
      }
    }
    return switch (given) {
      case null -> null;
      case Json.Null ignored -> null;
      case Json.Str text -> text.value();
      case Json.Obj response -> changed(response, input.objectOrEmpty("tool_response"));
      case Json other -> other.compact();
    };
  }

  /// The text of a response that a hook was sent and has changed; null where it is the same.
  private static @Nullable String changed(Json.Obj response, Json.Obj sent) {
    if (differs("stdout", response, sent) || differs("stderr", response, sent)) {
      String error = response.string("stderr", "");
      return response.string("stdout", "") + (error.isEmpty() ? "" : "\n" + error);
    }
    if (differs("text", response, sent)) {
      return response.string("text", "");
    }
    return sent.members().entrySet().containsAll(response.members().entrySet())
        ? null
        : response.compact();
  }

  private static boolean differs(String field, Json.Obj response, Json.Obj sent) {
    return response.get(field) instanceof Json.Str text && !text.equals(sent.get(field));
  }

  private static String first(String text) {
    String line = text.strip().lines().findFirst().orElse("");
    return shown(line);
  }

  private static String shown(String text) {
    return text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN) + "…" : text;
  }
}
