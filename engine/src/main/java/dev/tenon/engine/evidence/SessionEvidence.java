package dev.tenon.engine.evidence;

import dev.tenon.core.change.journal.Change;
import dev.tenon.core.evidence.Check;
import dev.tenon.core.evidence.Goal;
import dev.tenon.core.evidence.Receipt;
import dev.tenon.core.evidence.Receipts;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.session.SessionRecorder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the branch of a session that is gone on with says about checks, goals and receipts.
///
/// @param prompts the journal's checkpoints of its prompts, oldest first
/// @param goal the last state of the last goal; null if there was none
/// @param problems of entries that could not be read
public record SessionEvidence(
    List<String> prompts,
    List<Check> checks,
    @Nullable Goal goal,
    List<Receipt> receipts,
    List<String> problems) {
  public SessionEvidence {
    prompts = List.copyOf(prompts);
    checks = List.copyOf(checks);
    receipts = List.copyOf(receipts);
    problems = List.copyOf(problems);
  }

  public static SessionEvidence of(SessionLog log) throws IOException {
    var prompts = new ArrayList<String>();
    var checks = new ArrayList<Check>();
    var receipts = new ArrayList<Receipt>();
    var problems = new ArrayList<String>();
    Goal goal = null;
    for (Entry entry : log.path(log.leafId().orElse(null))) {
      if (!(entry.body() instanceof Entry.Custom custom) || custom.data() == null) {
        continue;
      }
      try {
        switch (custom.customType()) {
          case SessionRecorder.CHECKPOINT -> {
            if (custom.data() instanceof Json.Obj data) {
              prompts.add(data.string("checkpoint", ""));
            }
          }
          case Check.ENTRY -> checks.add(Check.of(custom.data()));
          case Receipt.ENTRY -> receipts.add(Receipt.of(custom.data()));
          case Goal.ENTRY -> goal = Goal.of(custom.data());
          default -> {}
        }
      } catch (JsonException damaged) {
        problems.add(
            "the entry "
                + entry.id()
                + " ("
                + custom.customType()
                + ") cannot be read and is left out: "
                + damaged.getMessage());
      }
    }
    return new SessionEvidence(prompts, checks, goal, receipts, problems);
  }

  /// A receipt of the session, and what journal and checks say by themselves.
  ///
  /// @param kept null where the program ended before it could be kept
  /// @param again null where they say that nothing was changed
  public record Compared(@Nullable Receipt kept, @Nullable Receipt again) {

    /// What journal and checks say, or else what was kept.
    public Receipt shown() {
      return Objects.requireNonNull(again == null ? kept : again);
    }

    /// How the two differ; empty if they do not, or nothing was kept.
    public Optional<String> difference() {
      if (kept == null || kept.equals(again)) {
        return Optional.empty();
      }
      if (again == null) {
        return Optional.of("the journal knows of no change in this prompt");
      }
      if (!kept.files().equals(again.files())) {
        return Optional.of(
            "it was kept with the files " + kept.files() + ", and is about " + again.files());
      }
      return Optional.of(
          kept.checks().equals(again.checks())
              ? "what it names beside files and checks is not the same"
              : "it was kept with other checks");
    }
  }

  /// Makes every receipt again.
  ///
  /// @param changes of the journal, oldest first
  public List<Compared> compared(List<Change> changes) {
    var again = new Receipts(changes, checks);
    var all = new ArrayList<Compared>();
    for (String prompt : prompts) {
      Receipt kept = null;
      for (Receipt each : receipts) {
        kept = each.prompt().equals(prompt) ? each : kept;
      }
      String last = kept == null ? lastOf(prompt, changes) : kept.lastChange();
      String goalThen = kept == null ? "" : kept.goal();
      Receipt made = again.upTo(prompt, last, goalThen).orElse(null);
      if (kept != null || made != null) {
        all.add(new Compared(kept, made));
      }
    }
    return all;
  }

  private static String lastOf(String prompt, List<Change> changes) {
    String last = "";
    for (Change change : changes) {
      last = change.prompt().equals(prompt) ? change.id() : last;
    }
    return last;
  }
}
