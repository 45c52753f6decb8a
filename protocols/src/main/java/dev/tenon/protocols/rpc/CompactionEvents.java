package dev.tenon.protocols.rpc;

import dev.tenon.core.agent.CompactedHistory;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.json.Json;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Tells that a history is shortened and what came of it: a summary, a stop, or a problem. Used by
/// one thread at a time, but for [#runs].
final class CompactionEvents {
  private static final String OVERFLOW = "overflow";

  private final Consumer<Json.Obj> out;
  private final Supplier<String> firstKept;

  /// Why the history is shortened that is.
  private volatile @Nullable String reason;

  private volatile boolean asked;

  /// @param firstKept the entry where the kept part of a shortened history begins
  CompactionEvents(Consumer<Json.Obj> out, Supplier<String> firstKept) {
    this.out = out;
    this.firstKept = firstKept;
  }

  boolean runs() {
    return reason != null || asked;
  }

  /// The person has asked for it.
  void asked() {
    asked = true;
    begins("manual");
  }

  /// It is time for it, or somebody has asked.
  void started(boolean overflowed) {
    if (reason == null) {
      begins(overflowed ? OVERFLOW : "threshold");
    }
  }

  private void begins(String why) {
    reason = why;
    out.accept(Json.object().put("type", "compaction_start").put("reason", why).build());
  }

  void shortened(CompactedHistory shorter) {
    end(shorter, null);
  }

  /// What was asked for is over.
  ///
  /// @param problem why it came to nothing; null when it did not, or was stopped
  void over(@Nullable String problem) {
    asked = false;
    if (reason != null) {
      end(null, problem == null ? null : "Compaction failed: " + problem);
    }
  }

  /// The prompt has ended in which it was time for it.
  void over(Outcome outcome) {
    String why = reason;
    if (why != null) {
      String what =
          why.equals(OVERFLOW) ? "Context overflow recovery failed: " : "Auto-compaction failed: ";
      boolean stopped = outcome.ending() == Outcome.Ending.ABORTED;
      end(null, stopped ? null : what + outcome.problemText().orElse("the prompt ended"));
    }
  }

  private void end(@Nullable CompactedHistory shorter, @Nullable String error) {
    String why = reason == null ? "threshold" : reason;
    reason = null;
    var end = Json.object().put("type", "compaction_end").put("reason", why);
    if (shorter != null) {
      end.put("result", result(shorter));
    }
    out.accept(
        end.put("aborted", shorter == null && error == null)
            .put("willRetry", shorter != null && why.equals(OVERFLOW))
            .put("errorMessage", error)
            .build());
  }

  /// A shortened history, as its command is answered.
  Json.Obj result(CompactedHistory shorter) {
    return Json.object()
        .put("summary", shorter.summary())
        .put("firstKeptEntryId", firstKept.get())
        .put("tokensBefore", shorter.tokensBefore())
        .put("details", Json.Obj.EMPTY)
        .build();
  }
}
