package dev.tenon.core.helper;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.Finish;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.json.JsonFields;
import dev.tenon.core.model.Message;
import dev.tenon.core.tool.Helpers;
import dev.tenon.core.tool.Helpers.Ending;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One helper at work: from its assignment to what it yields. Runs on the calling thread, which may
/// be interrupted at any time; whatever happens there is a report, and its output is kept.
final class HelperRun {
  private static final int MOST_REMINDERS = 3;
  private static final int MOST_BYTES = 500_000;
  private static final int MOST_LINES = 5_000;

  private final HelperNode helper;
  private final HelperFiles files;
  private final YieldTool yield;
  private final Finish finish;
  private @Nullable Thread clock;

  HelperRun(HelperNode helper, HelperFiles files, YieldTool yield, Finish finish) {
    this.helper = helper;
    this.files = files;
    this.yield = yield;
    this.finish = finish;
  }

  /// How it ended, before its files and its worth are known.
  private record Ended(Ending ending, String text, String problem, List<String> notes) {
    static Ended of(Ending ending, String text, String problem) {
      return new Ended(ending, text, problem, List.of());
    }
  }

  /// Works through the prompt, and reports.
  Helpers.Report run(HelperOpener.Opened opened, String prompt) {
    helper.works(opened.conversation(), opened.model());
    startClock();
    Ended ended;
    try {
      ended = work(opened.conversation(), prompt);
    } catch (InterruptedException stopped) {
      ended = Ended.of(helper.stoppedAs(), lastText(opened.conversation()), helper.stopped());
      // Whoever waits for the report asks for it in spite of this.
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error bug) {
      ended =
          Ended.of(
              Ending.FAILED,
              lastText(opened.conversation()),
              "a bug in Tenon: " + bug.getMessage());
    } finally {
      stopClock();
    }
    boolean interrupted = Thread.interrupted();
    var notes = new ArrayList<>(ended.notes);
    List<String> touched;
    try {
      opened.ended(ended.ending);
      touched = opened.touched();
      keep(ended.text, notes);
    } finally {
      helper.ended(ended.ending);
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    return new Helpers.Report(
        helper.id(),
        helper.agent().name(),
        ended.ending,
        bounded(ended.text),
        ended.problem,
        touched,
        notes,
        List.of(),
        helper.usage(),
        helper.steps(),
        helper.took(),
        "");
  }

  private Ended work(Conversation conversation, String prompt) throws InterruptedException {
    String said = prompt;
    String text = "";
    for (int reminders = 0; ; reminders++) {
      yield.begin();
      finish.begin(reminders == MOST_REMINDERS ? Finish.Choice.FORCED : Finish.Choice.FREE);
      Outcome outcome = conversation.prompt(Message.User.of(said));
      YieldTool.Yielded given = yield.yielded();
      if (given != null) {
        return given.problems().isEmpty()
            ? Ended.of(Ending.COMPLETED, given.text(), "")
            : Ended.of(
                Ending.FAILED,
                given.text(),
                "its result breaks the schema: " + String.join("; ", given.problems()));
      }
      text = outcome.text().isBlank() ? text : outcome.text();
      switch (outcome.ending()) {
        case COMPLETED, OUTPUT_LIMIT -> {
          if (reminders == MOST_REMINDERS) {
            return unyielded(text);
          }
          said = reminder(reminders + 1);
        }
        case STEP_LIMIT -> {
          return Ended.of(
              Ending.STEP_LIMIT, text, "stopped after " + outcome.steps() + " steps, its limit");
        }
        case BUDGET -> {
          return Ended.of(Ending.BUDGET, text, outcome.problemText().orElse("its budget is spent"));
        }
        case ABORTED, REFUSED -> {
          return Ended.of(helper.stoppedAs(), text, helper.stopped());
        }
        case FAILED -> {
          String kind =
              outcome.failure() == null ? "" : " (" + JsonFields.word(outcome.failure()) + ")";
          return Ended.of(
              Ending.FAILED, text, outcome.problemText().orElse("the model failed") + kind);
        }
      }
    }
  }

  private Ended unyielded(String text) {
    String warning = "It ended without yield after " + MOST_REMINDERS + " reminders";
    if (yield.hasSchema() && !text.isBlank()) {
      return Ended.of(
          Ending.FAILED,
          text,
          warning + ", so there is no result that fits the schema; this is the last that it said");
    }
    return text.isBlank()
        ? Ended.of(Ending.FAILED, "", warning + " and said nothing")
        : new Ended(
            Ending.COMPLETED, text, "", List.of(warning + "; this is the last that it said."));
  }

  private static String reminder(int number) {
    return "You have not called yield. Reminder "
        + number
        + " of "
        + MOST_REMINDERS
        + ": the conversation you work for gets only what you give to yield. Call it now with your"
        + " result; if you could not do it, say why.";
  }

  private static String lastText(Conversation conversation) {
    for (Message message : conversation.history().reversed()) {
      if (message instanceof Message.Assistant answer && !answer.text().isBlank()) {
        return answer.text();
      }
    }
    return "";
  }

  private void keep(String text, List<String> notes) {
    try {
      files.keep(helper.id(), text);
    } catch (IOException unwritten) {
      notes.add("Its output cannot be kept: " + unwritten.getMessage());
    }
  }

  /// What is told of a long output; all of it is kept.
  static String bounded(String text) {
    int end = text.length();
    int lines = 0;
    long bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : Character.isSurrogate(c) ? 2 : 3;
      lines += c == '\n' ? 1 : 0;
      if (bytes > MOST_BYTES || lines >= MOST_LINES) {
        end = i > 0 && Character.isHighSurrogate(text.charAt(i - 1)) ? i - 1 : i;
        break;
      }
    }
    return text.substring(0, end);
  }

  private void startClock() {
    int seconds = helper.limits().seconds();
    if (seconds > 0) {
      clock =
          Thread.ofVirtual()
              .name("clock-" + helper.id())
              .start(
                  () -> {
                    try {
                      Thread.sleep(Duration.ofSeconds(seconds));
                      helper.stop("its time of " + seconds + " s was up");
                    } catch (InterruptedException inTime) {
                      // It has ended before.
                    }
                  });
    }
  }

  private void stopClock() {
    Thread running = clock;
    if (running != null) {
      running.interrupt();
    }
  }
}
