package dev.tenon.cli.terminal.view;

import dev.tenon.cli.terminal.render.Amounts;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.CompactedHistory;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.evidence.Receipt;
import dev.tenon.core.exec.background.Notice;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import java.util.ArrayList;
import java.util.List;

/// What a person has to know about a prompt that did not simply go well: one line each, with the
/// way out.
final class Notices {
  private static final int LIMIT = 600;

  private final DisplayOptions look;

  Notices(DisplayOptions look) {
    this.look = look;
  }

  String retry(ModelEvent.RetryScheduled retry) {
    String again =
        "Retrying ("
            + retry.attempt()
            + "/"
            + retry.maxAttempts()
            + ") in "
            + (retry.delay().toMillis() + 999) / 1000
            + "s"
            + look.glyphs().ellipsis
            + " (Ctrl-C to cancel)";
    return warning(one(retry.reason()) + ". " + again);
  }

  /// The same while it counts down.
  String waiting(ModelEvent.RetryScheduled retry, long seconds) {
    return warning(
        one(retry.reason())
            + ". Retrying ("
            + retry.attempt()
            + "/"
            + retry.maxAttempts()
            + ") in "
            + seconds
            + " s"
            + look.glyphs().ellipsis);
  }

  /// It went well in the end.
  String retried(int attempts, String reason) {
    return look.paint(
        Style.DIM,
        look.glyphs().ellipsis
            + " went on after "
            + (attempts == 1 ? "a retry: " : Amounts.count(attempts) + " retries: ")
            + one(reason));
  }

  String fallback(ModelEvent.FallbackApplied fallback) {
    return warning(
        one(fallback.from()) + " is not available; going on with " + one(fallback.to()) + ".");
  }

  /// What the prompt changed, with the way back, and what was checked since.
  ///
  /// @param wayBack how to take it back; may be empty
  String receipt(Receipt receipt, String wayBack) {
    var lines = new ArrayList<>(receipt.lines());
    String changed = look.paint(Style.DIM, one(lines.removeFirst()));
    if (lines.remove(Receipt.UNCHECKED)) {
      changed += look.paint(Style.DIM, ", ") + look.paint(Style.WARNING, one(Receipt.UNCHECKED));
    }
    var out = new StringBuilder(changed);
    if (!wayBack.isEmpty()) {
      out.append(look.paint(Style.DIM, "; " + one(wayBack)));
    }
    for (String line : lines) {
      out.append('\n').append(look.paint(Style.DIM, one(line)));
    }
    return out.toString();
  }

  /// News of background work.
  String notified(Notice notice) {
    String what =
        switch (notice.kind()) {
          case ENDED, PRINTED, ASIDE -> "";
          case PROMPT -> "It is time: ";
        };
    return look.paint(
        Style.CUSTOM_MESSAGE_BG,
        look.paint(Style.CUSTOM_MESSAGE_LABEL, look.glyphs().bullet + " " + what)
            + look.paint(
                Style.CUSTOM_MESSAGE_TEXT, SafeText.line(notice.summary(), 200, look.glyphs())));
  }

  String trimmed(int messages, long bytes) {
    return look.paint(
        Style.DIM,
        look.glyphs().ellipsis
            + " "
            + Amounts.count(messages)
            + (messages == 1 ? " old message (" : " old messages (")
            + Amounts.bytes(bytes)
            + ") left out: the conversation had outgrown its budget");
  }

  String compacted(CompactedHistory shorter) {
    return look.paint(
        Style.DIM,
        look.glyphs().ellipsis
            + " the conversation was summarised: "
            + Amounts.count(shorter.tokensBefore())
            + " tokens became "
            + Amounts.count(shorter.tokensAfter())
            + "; the whole of it stays in the session");
  }

  String rules(List<String> names, AgentEvent.RuleEffect effect) {
    String which = (names.size() == 1 ? "Rule " : "Rules ") + one(String.join(", ", names));
    return warning(
        switch (effect) {
          case DISCARDED -> which + ": the answer was stopped and is made again.";
          case STOPPED -> which + ": the answer was stopped; the model goes on from there.";
          case REMINDED -> which + ": the model is reminded.";
        });
  }

  String rewound(int messages) {
    return look.paint(
        Style.DIM,
        look.glyphs().ellipsis
            + " back at the checkpoint: "
            + Amounts.count(messages, "message")
            + " left for a report; files are as they are (/undo takes them back)");
  }

  String broke(Throwable bug) {
    return failure(
        "A bug in Tenon: "
            + one(bug.toString())
            + ". The conversation can go on; --debug shows more.");
  }

  /// What to say about the end of a prompt; empty when all went well.
  String ended(Outcome outcome) {
    return switch (outcome.ending()) {
      case COMPLETED -> "";
      case OUTPUT_LIMIT ->
          warning(
              "The answer was cut at the limit of output tokens. Say 'continue', or raise it with"
                  + " --max-tokens.");
      case STEP_LIMIT ->
          warning(
              sentence(outcome.problemText().orElse("stopped at the limit of steps"))
                  + " --max-steps raises the limit.");
      case BUDGET -> warning(sentence(outcome.problemText().orElse("the budget is spent")));
      case ABORTED -> look.paint(Style.WARNING, look.glyphs().stopped + " Stopped.");
      case REFUSED -> failure(sentence(outcome.problemText().orElse("the prompt was refused")));
      case FAILED -> failure(failed(outcome));
    };
  }

  private String failed(Outcome outcome) {
    String problem = sentence(outcome.problemText().orElse("the prompt failed"));
    ModelException.Kind kind = outcome.failure();
    return kind == null ? problem : problem + " " + wayOut(kind);
  }

  private static String wayOut(ModelException.Kind kind) {
    return switch (kind) {
      case AUTHENTICATION -> "/login takes another key; 'tenon doctor' shows which are there.";
      case QUOTA -> "Top up the account, or go on with another model: /model NAME.";
      case RATE_LIMIT, OVERLOADED, SERVER ->
          "Try again in a while, or go on with another model: /model NAME.";
      case NETWORK, STREAM_CUT_EARLY, STREAM_CUT_LATE, MALFORMED ->
          "Check the connection and send it again.";
      case UNREACHABLE -> "'tenon doctor' looks into it; /model NAME chooses another model.";
      case BUDGET -> "Raise the budget to go on.";
      case CONTEXT_OVERFLOW -> "/clear begins a new conversation.";
      case REFUSAL -> "Say it differently, or choose another model: /model NAME.";
      case UNKNOWN_MODEL -> "'tenon models' lists the known ones; /model NAME switches.";
      case INVALID_REQUEST -> "/clear begins a new conversation; /model NAME switches.";
    };
  }

  private String sentence(String text) {
    String line = one(text);
    if (line.isEmpty()) {
      return line;
    }
    String end = ".!?".indexOf(line.charAt(line.length() - 1)) >= 0 ? "" : ".";
    return line + end;
  }

  private String one(String text) {
    return SafeText.line(text, LIMIT, look.glyphs());
  }

  private String warning(String text) {
    return look.paint(Style.WARNING, look.glyphs().warning + " " + text);
  }

  private String failure(String text) {
    return look.paint(Style.FAILURE, look.glyphs().failed + " " + text);
  }
}
