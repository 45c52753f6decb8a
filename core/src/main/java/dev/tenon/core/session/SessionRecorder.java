package dev.tenon.core.session;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.CompactedHistory;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.evidence.Receipt;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Pricing;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Listens to a conversation and writes what happens in it to its session, each message before the
/// model is asked again. A disk that refuses costs the record and nothing else: it is told once,
/// and what could not be written is tried again with the next message.
///
/// Before each prompt stands an entry of the type [#CHECKPOINT] that names the journal's
/// checkpoint, so that the files can be brought back along with the conversation.
public final class SessionRecorder implements Consumer<AgentEvent> {
  /// The custom entry before each prompt.
  public static final String CHECKPOINT = "tenon.checkpoint";

  private final Surroundings surroundings;
  private volatile SessionLog log;
  private final List<String> notices = new ArrayList<>();
  private String model;
  private Message.@Nullable User prompt;
  private boolean told;

  /// Whether the last message of the log is one that waits for an answer.
  private boolean unanswered;

  /// What a recorder needs beside the log.
  ///
  /// @param checkpoint the journal's checkpoint of the prompt that runs; null when there is none
  /// @param price what the tokens of the named model cost; null when it is not known
  /// @param problems is told once when the session cannot be written
  public record Surroundings(
      Supplier<@Nullable Checkpoint> checkpoint, Prices price, Consumer<String> problems) {}

  /// What models cost.
  @FunctionalInterface
  public interface Prices {
    @Nullable Pricing of(String model);
  }

  /// @param model the full name of the model that will answer
  public SessionRecorder(SessionLog log, String model, Surroundings surroundings) {
    this.log = log;
    this.model = model;
    this.surroundings = surroundings;
  }

  public SessionLog log() {
    return log;
  }

  /// Goes on with another session.
  public void use(SessionLog other) {
    log = other;
    unanswered = false;
    told = false;
  }

  /// Notes the model that answers from here on, unless the session knows.
  public void model(String name) {
    model = name;
    write(new Entry.ModelChanged(name, null));
  }

  public void thinkingLevel(String level) {
    write(new Entry.ThinkingLevelChanged(level));
  }

  /// Adds an entry of some part of Tenon.
  public void write(Entry.Body body) {
    try {
      log.append(body);
      told = false;
    } catch (IOException refused) {
      if (!told) {
        told = true;
        surroundings.problems.accept(
            refused.getMessage() + "; the conversation goes on and is kept in memory meanwhile");
      }
    }
  }

  @Override
  public void accept(AgentEvent event) {
    if (event instanceof AgentEvent.MessageAppended appended) {
      message(appended.message());
    } else if (event instanceof AgentEvent.PromptStarted started) {
      prompt = started.prompt();
    } else if (event instanceof AgentEvent.Notified notified) {
      notices.add(notified.notice().text());
    } else if (event instanceof AgentEvent.HistoryCompacted compacted) {
      compacted(compacted.compacted());
    } else if (event instanceof AgentEvent.PromptEnded ended) {
      ended(ended.outcome());
    } else if (event instanceof AgentEvent.RulesInjected injected) {
      write(new Entry.RulesInjected(injected.rules()));
    } else if (event instanceof AgentEvent.ToolsTaken taken) {
      write(new Entry.ToolsSelected(taken.names()));
    } else if (event instanceof AgentEvent.Rewound rewound) {
      goBack(rewound.callId());
    }
  }

  /// What follows hangs below the result of this call; what came after it is another branch.
  private void goBack(String callId) {
    try {
      String target = null;
      for (Entry entry : log.path(log.leafId().orElse(null))) {
        boolean result =
            entry.body() instanceof Entry.Said said && said.role().equals("toolResult");
        if (result
            && ((Entry.Said) entry.body()).message().string("toolCallId", "").equals(callId)) {
          target = entry.id();
        } else if (target != null && !result) {
          break;
        } else if (target != null) {
          target = entry.id();
        }
      }
      if (target != null) {
        log.branch(target);
      }
    } catch (IOException unreadable) {
      surroundings.problems.accept(
          "the session cannot be read back: "
              + unreadable.getMessage()
              + "; it keeps the steps that the rewind left out");
    }
  }

  private void message(Message message) {
    if (message instanceof Message.User said) {
      if (said.equals(prompt)) {
        prompt = null;
        begin(said);
      } else if (isNotice(said.text())) {
        write(new Entry.Said(MessageFormat.notice(said, System.currentTimeMillis())));
        unanswered = false;
        return;
      }
    }
    Pricing price =
        message instanceof Message.Assistant assistant
            ? surroundings.price.of(assistant.model())
            : null;
    for (Json.Obj each : MessageFormat.write(message, System.currentTimeMillis(), price)) {
      write(new Entry.Said(each));
    }
    unanswered = message instanceof Message.User;
  }

  private void begin(Message.User said) {
    log.suggestTitle(said.text());
    Checkpoint checkpoint = surroundings.checkpoint.get();
    if (checkpoint != null) {
      write(new Entry.Custom(CHECKPOINT, Json.object().put("checkpoint", checkpoint.id()).build()));
    }
  }

  /// Whether a message is what background work had to tell.
  private boolean isNotice(String text) {
    for (int i = 0; i < notices.size(); i++) {
      if (text.startsWith(notices.get(i))) {
        notices.clear();
        return true;
      }
    }
    return false;
  }

  /// The history was shortened: what the model sees in place of it, and from where on it sees
  /// everything.
  private void compacted(CompactedHistory compacted) {
    try {
      List<String> origins = SessionContext.of(log).origins();
      int first = origins.size() - compacted.kept();
      write(
          new Entry.Compacted(
              compacted.summary(),
              null,
              first >= 0 && first < origins.size() ? origins.get(first) : "",
              compacted.tokensBefore(),
              Json.object()
                  .put("message", compacted.message().text())
                  .put("memory", compacted.memory())
                  .put("tokensAfter", compacted.tokensAfter())
                  .build()));
    } catch (IOException unreadable) {
      surroundings.problems.accept("the summary is not in the session: " + unreadable.getMessage());
    }
  }

  /// A prompt that got no answer says why.
  private void ended(Outcome outcome) {
    StopReason reason =
        switch (outcome.ending()) {
          case FAILED, BUDGET -> StopReason.FAILED;
          case ABORTED, REFUSED -> StopReason.ABORTED;
          case COMPLETED, OUTPUT_LIMIT, STEP_LIMIT -> null;
        };
    if (reason != null && unanswered) {
      var nothing = new Message.Assistant(List.of(), reason, Usage.NONE, model);
      write(
          new Entry.Said(
              MessageFormat.assistant(
                  nothing, System.currentTimeMillis(), null, outcome.problem())));
    }
    unanswered = false;
    if (outcome.receipt() != null && !outcome.receipt().isStaged()) {
      write(new Entry.Custom(Receipt.ENTRY, outcome.receipt().toJson()));
    }
  }
}
