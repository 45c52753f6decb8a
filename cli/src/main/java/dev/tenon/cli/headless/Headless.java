package dev.tenon.cli.headless;

import dev.tenon.cli.base.Output;
import dev.tenon.cli.terminal.view.CallTitle;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.AgentEventJson;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.evidence.WorkPlan;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.DeltaMerger;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.Pricing;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Runs one prompt and prints its answer. Standard output holds the answer and nothing else;
/// everything else goes to standard error. The exit code is 0 when the model finished, 1 when it
/// did not, 130 after Ctrl-C.
public final class Headless implements Consumer<AgentEvent> {
  private final OutputFormat format;
  private final Output out;
  private final Output err;
  private final Streaming streaming;
  private final String model;
  private final @Nullable Pricing price;

  /// Writes one event a line on a thread of its own, so that a slow reader does not hold up the
  /// model's stream; null in the other formats.
  private final @Nullable DeltaMerger<AgentEvent> lines;

  private volatile @Nullable Conversation conversation;
  private Supplier<Optional<WorkPlan>> plan = Optional::empty;
  private Supplier<Optional<String>> session = Optional::empty;
  private boolean midLine;

  /// How a person at a terminal sees the answer; null if it is printed as it comes.
  private final @Nullable FormattedAnswer answer;

  /// Whether text is shown while it arrives.
  public enum Streaming {
    /// A person watches.
    LIVE,
    /// A program reads: the last answer, whole.
    FINAL
  }

  public Headless(
      OutputFormat format,
      Streaming streaming,
      String model,
      @Nullable Pricing price,
      @Nullable FormattedAnswer answer,
      Output out,
      Output err) {
    this.format = format;
    this.answer = answer;
    this.streaming = streaming;
    this.model = model;
    this.price = price;
    this.out = out;
    this.err = err;
    this.lines =
        format == OutputFormat.STREAM_JSON ? new DeltaMerger<>(this::line, Headless::merged) : null;
  }

  private void line(AgentEvent event) {
    out.json(AgentEventJson.toJson(event).compact());
    flush();
  }

  /// Deltas of one block that wait together become one.
  private static @Nullable AgentEvent merged(AgentEvent first, AgentEvent second) {
    if (first instanceof AgentEvent.ModelReported a
        && second instanceof AgentEvent.ModelReported b) {
      ModelEvent both = DeltaMerger.mergeDeltas(a.event(), b.event());
      return both == null ? null : new AgentEvent.ModelReported(both);
    }
    return null;
  }

  /// Shows the plan that the model hands over, if it does.
  public void showing(Supplier<Optional<WorkPlan>> made) {
    plan = made;
  }

  /// Names the session, with which others can go on.
  public void keeping(Supplier<Optional<String>> id) {
    session = id;
  }

  /// Runs the prompt in a conversation whose events this face gets. Answers the exit code.
  public int run(Conversation opened, String prompt) {
    conversation = opened;
    Outcome outcome;
    try {
      outcome = opened.prompt(prompt);
      finish(outcome);
    } catch (InterruptedException stopped) {
      return 130;
    }
    return switch (outcome.ending()) {
      case COMPLETED -> 0;
      // Nobody stopped it but an output that takes nothing; whoever ends the program tells that.
      case ABORTED -> out.checkError() ? 0 : 130;
      case OUTPUT_LIMIT, STEP_LIMIT, BUDGET, REFUSED, FAILED -> 1;
    };
  }

  @Override
  public void accept(AgentEvent event) {
    if (event instanceof AgentEvent.Broke broke) {
      err.note("a bug: " + broke.bug());
    }
    if (lines != null) {
      lines.accept(event);
      return;
    }
    if (format == OutputFormat.TEXT && streaming == Streaming.LIVE) {
      live(event);
    }
    if (event instanceof AgentEvent.Notified notified) {
      note(notified.notice().summary());
    }
    if (event instanceof AgentEvent.ModelReported reported) {
      switch (reported.event()) {
        case ModelEvent.RetryScheduled retry -> {
          if (retry.delay().toMillis() >= 1000) {
            note(
                "retrying ("
                    + retry.attempt()
                    + "/"
                    + retry.maxAttempts()
                    + ") in "
                    + retry.delay().toSeconds()
                    + " s: "
                    + retry.reason());
          }
        }
        case ModelEvent.FallbackApplied fallback ->
            note(fallback.from() + " is not available, going on with " + fallback.to());
        default -> {}
      }
    }
  }

  private void live(AgentEvent event) {
    if (event instanceof AgentEvent.ModelReported reported) {
      switch (reported.event()) {
        case ModelEvent.TextDelta delta -> {
          text(delta.text());
          flush();
        }
        case ModelEvent.Done ignored -> endLine();
        case ModelEvent.Failed ignored -> endLine();
        default -> {}
      }
    } else if (event instanceof AgentEvent.ToolStarted started) {
      note("→ " + titled(started));
    } else if (event instanceof AgentEvent.HelperReported reported
        && reported.event() instanceof AgentEvent.ToolStarted started) {
      note("→ " + reported.id() + ": " + titled(started));
    }
  }

  private static String titled(AgentEvent.ToolStarted started) {
    String title = CallTitle.of(started.call(), started.title());
    return started.call().name() + (title.isEmpty() ? "" : " " + title);
  }

  private void text(String piece) {
    if (answer == null) {
      out.print(piece);
      midLine = !piece.endsWith("\n");
    } else {
      answer.add(piece);
    }
  }

  private void finish(Outcome outcome) {
    switch (format) {
      case TEXT -> {
        if (streaming == Streaming.FINAL && !outcome.text().isEmpty()) {
          out.print(outcome.text());
          midLine = !outcome.text().endsWith("\n");
        }
        endLine();
        plan.get().ifPresent(made -> out.print(made.stamped()));
      }
      case JSON -> out.json(result(outcome).compact());
      case STREAM_JSON -> {
        if (lines != null) {
          lines.close();
        }
      }
    }
    flush();
    if (format == OutputFormat.TEXT
        && streaming == Streaming.LIVE
        && outcome.receipt() != null
        && !outcome.receipt().isStaged()) {
      outcome.receipt().lines().forEach(this::note);
    }
    switch (outcome.ending()) {
      case COMPLETED -> {
        if (outcome.text().isBlank() && format == OutputFormat.TEXT) {
          note("the model ended without an answer");
        }
      }
      case OUTPUT_LIMIT ->
          note("the answer was cut at its limit of output tokens; raise it with --max-tokens");
      case ABORTED -> {
        if (!out.checkError()) {
          note("stopped");
        }
      }
      case STEP_LIMIT, BUDGET, REFUSED, FAILED -> note(outcome.problemText().orElse("failed"));
    }
  }

  private Json.Obj result(Outcome outcome) {
    var result =
        Json.object()
            .put("type", "result")
            .put("ok", outcome.ending() == Outcome.Ending.COMPLETED)
            .put("model", model)
            .put("session", session.get().orElse(null))
            .putAll(AgentEventJson.toJson(outcome));
    plan.get().ifPresent(made -> result.put("plan", made.toJson()));
    if (price != null) {
      result.put("costUsd", Math.round(price.cost(outcome.usage()) * 1e6) / 1e6);
    }
    return result.build();
  }

  private void note(String text) {
    endLine();
    err.note(text);
  }

  private void endLine() {
    if (answer != null) {
      answer.end();
    }
    if (midLine) {
      out.println();
      midLine = false;
    }
  }

  /// A reader that went away (`tenon -p … | head -1`) wants no more.
  private void flush() {
    if (out.checkError() && conversation != null) {
      conversation.abort();
    }
  }
}
