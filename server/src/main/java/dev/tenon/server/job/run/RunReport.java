package dev.tenon.server.job.run;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.Part;
import dev.tenon.server.job.live.LiveJob;
import dev.tenon.server.job.live.LiveSession;
import dev.tenon.server.job.record.RunEvent;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Listens to the conversation of a run: tells the job's events, stores the session after every
/// message with results, and counts what the model did with its tools. Events come one at a time.
final class RunReport implements Consumer<AgentEvent> {
  private static final String PROPOSE = "propose_edits";

  private final LiveJob job;
  private final LiveSession session;
  private final Proposals proposals;
  private final JobObserver observer;
  private final int schemaRetries;
  private final RunEvents events = new RunEvents();
  private final EditCounter edits = new EditCounter();
  private final AtomicInteger malformed = new AtomicInteger();
  private volatile ToolBudget budget = new ToolBudget(0);

  /// @param schemaRetries how often `propose_edits` may be malformed in an attempt
  RunReport(
      LiveJob job,
      LiveSession session,
      Proposals proposals,
      JobObserver observer,
      int schemaRetries) {
    this.job = job;
    this.session = session;
    this.proposals = proposals;
    this.observer = observer;
    this.schemaRetries = schemaRetries;
  }

  /// Another attempt of the run begins.
  void begin(ToolBudget anew) {
    malformed.set(0);
    edits.begin();
    budget = anew;
  }

  EditCounter edits() {
    return edits;
  }

  /// How often `propose_edits` was malformed in this attempt.
  int malformed() {
    return malformed.get();
  }

  boolean schemaRetriesExhausted() {
    return malformed.get() > schemaRetries;
  }

  @Override
  public void accept(AgentEvent event) {
    edits.count(event);
    observer.accept(event);
    draft(event);
    if (event instanceof AgentEvent.ToolFinished finished) {
      countRefused(finished.call());
      session.answered(finished.result());
    }
    events.of(event).forEach(job::tell);
    if (event instanceof AgentEvent.HelperReported reported) {
      if (reported.event() instanceof AgentEvent.ToolFinished finished) {
        proposed(reported.id(), finished.call(), finished.result());
      }
    } else if (event instanceof AgentEvent.ToolFinished finished) {
      proposed(null, finished.call(), finished.result());
    } else if (event instanceof AgentEvent.MessageAppended appended
        && appended.message() instanceof Message.ToolResults) {
      session.save();
      session.stepEnded();
    }
  }

  /// The answer as it comes, for whoever looks meanwhile.
  private void draft(AgentEvent event) {
    if (event instanceof AgentEvent.ModelReported reported) {
      if (reported.event() instanceof ModelEvent.TextDelta delta) {
        job.draft().add(delta.text());
      } else if (reported.event() instanceof ModelEvent.Started) {
        job.draft().begin(events.step());
      }
    } else if (event instanceof AgentEvent.MessageAppended
        || event instanceof AgentEvent.PromptEnded) {
      job.draft().end();
    }
  }

  /// A call that was refused before it ran counts, too.
  private void countRefused(Part.Call call) {
    if (!events.isRunning(call.id()) && ToolBudget.covers(call.name())) {
      budget.count();
    }
  }

  private void proposed(@Nullable String helper, Part.Call call, Part.Result result) {
    String name = Objects.requireNonNullElse(JobEditing.callOf(helper, call.id()), "");
    List<Json.Obj> made = proposals.take(name, call);
    if (!made.isEmpty()) {
      job.update(
          record -> record.propose(made), new RunEvent.EditsProposed(name, result.name(), made));
    } else if (helper == null && result.failed() && result.name().equals(PROPOSE)) {
      countMalformed(result.envelope().objectOrEmpty("error"));
    }
  }

  /// Counts the proposals that are against the schema, all of one attempt together. Edits of lines
  /// that have changed, are not there or were never shown are no such thing, nor are those that
  /// change nothing.
  private void countMalformed(Json.Obj error) {
    boolean against =
        error.string("code", "").equals("invalid_argument")
            && !error.string("reason", "").equals("no_change");
    Conversation conversation = session.conversation();
    if (against && malformed.incrementAndGet() > schemaRetries && conversation != null) {
      conversation.abort();
    }
  }
}
