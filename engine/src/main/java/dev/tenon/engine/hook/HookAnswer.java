package dev.tenon.engine.hook;

import dev.tenon.core.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What one hook, or all hooks of an event together, have to say.
///
/// @param verdict the strictest
/// @param reason for it; may be empty
/// @param input what a call shall be given instead; null for what it has
/// @param context what the model shall know; may be empty
/// @param said what the person shall know, in lines
/// @param stop why nothing shall go on; null when it may
/// @param output what the model sees in place of a result; null for the result
/// @param summary what stands for a branch that is left; empty for none
/// @param failure why a hook said nothing that counts; null when it did
public record HookAnswer(
    Verdict verdict,
    String reason,
    Json.@Nullable Obj input,
    String context,
    List<String> said,
    @Nullable String stop,
    @Nullable String output,
    String summary,
    @Nullable String failure) {
  /// So much of what a hook says is told to a model.
  static final int MOST_CONTEXT = 10_000;

  public static final HookAnswer NOTHING = of(Verdict.NONE, "");

  public HookAnswer {
    said = List.copyOf(said);
  }

  HookAnswer(
      Verdict verdict,
      String reason,
      Json.@Nullable Obj input,
      String context,
      List<String> said,
      @Nullable String stop,
      @Nullable String output,
      String summary) {
    this(verdict, reason, input, context, said, stop, output, summary, null);
  }

  /// From the mildest to the strictest.
  public enum Verdict {
    NONE,
    ALLOW,
    ASK,
    /// No: the call does not run, the prompt is not sent, the end does not come yet.
    BLOCK
  }

  static HookAnswer of(Verdict verdict, String reason) {
    return new HookAnswer(verdict, bounded(reason.strip()), null, "", List.of(), null, null, "");
  }

  /// Something for the person, and nothing else.
  static HookAnswer saying(String line) {
    return NOTHING.andSaying(line);
  }

  HookAnswer andSaying(String line) {
    var all = new ArrayList<>(said);
    all.add(line);
    return new HookAnswer(verdict, reason, input, context, all, stop, output, summary, failure);
  }

  HookAnswer failing(String why) {
    return new HookAnswer(verdict, reason, input, context, said, stop, output, summary, why);
  }

  HookAnswer withInput(Json.@Nullable Obj another) {
    return new HookAnswer(verdict, reason, another, context, said, stop, output, summary, failure);
  }

  /// With more that the model shall know; nothing when that is empty.
  HookAnswer knowing(String more) {
    return more.isEmpty()
        ? this
        : new HookAnswer(
            verdict,
            reason,
            input,
            context.isEmpty() ? more : context + "\n" + more,
            said,
            stop,
            output,
            summary,
            failure);
  }

  HookAnswer withOutput(@Nullable String another) {
    return new HookAnswer(verdict, reason, input, context, said, stop, another, summary);
  }

  /// What hooks say about the parts of one call, of which each was asked about by itself: what is
  /// not allowed for all of them is not allowed.
  static HookAnswer aboutParts(List<HookAnswer> answers) {
    HookAnswer all = strictest(answers);
    boolean partly =
        all.verdict == Verdict.ALLOW
            && answers.stream().anyMatch(each -> each.verdict != Verdict.ALLOW);
    return partly
        ? new HookAnswer(
            Verdict.NONE, "", all.input, all.context, all.said, all.stop, all.output, all.summary)
        : all;
  }

  public boolean blocks() {
    return verdict == Verdict.BLOCK;
  }

  static String bounded(String text) {
    if (text.length() <= MOST_CONTEXT) {
      return text;
    }
    int end =
        Character.isHighSurrogate(text.charAt(MOST_CONTEXT - 1)) ? MOST_CONTEXT - 1 : MOST_CONTEXT;
    return text.substring(0, end) + "\n[" + (text.length() - end) + " more characters]";
  }

  /// All answers as one: the strictest verdict with its reasons, everything that was said. Two that
  /// change the input in different ways block.
  static HookAnswer strictest(List<HookAnswer> answers) {
    var verdict = Verdict.NONE;
    for (HookAnswer each : answers) {
      verdict = each.verdict.compareTo(verdict) > 0 ? each.verdict : verdict;
    }
    var reasons = new LinkedHashSet<String>();
    var contexts = new LinkedHashSet<String>();
    var said = new ArrayList<String>();
    Json.Obj input = null;
    String stop = null;
    String output = null;
    String summary = "";
    boolean torn = false;
    for (HookAnswer each : answers) {
      if (each.verdict == verdict && !each.reason.isEmpty()) {
        reasons.add(each.reason);
      }
      if (!each.context.isBlank()) {
        contexts.add(each.context.strip());
      }
      said.addAll(each.said);
      if (each.input != null) {
        torn |= input != null && !input.equals(each.input);
        input = each.input;
      }
      stop = stop == null ? each.stop : stop;
      if (output != null && each.output != null && !output.equals(each.output)) {
        said.add("two hooks replace the result in different ways; the first counts");
      }
      output = output == null ? each.output : output;
      summary = summary.isEmpty() ? each.summary : summary;
    }
    if (torn && verdict != Verdict.BLOCK) {
      verdict = Verdict.BLOCK;
      reasons.clear();
      reasons.add("two hooks change the input in different ways; only one may");
    }
    return new HookAnswer(
        verdict,
        String.join("; ", reasons),
        input,
        String.join("\n", contexts),
        said,
        stop,
        output,
        summary);
  }
}
