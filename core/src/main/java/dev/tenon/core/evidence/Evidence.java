package dev.tenon.core.evidence;

import dev.tenon.core.change.effects.TreeFingerprints;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.permission.command.ExitMeaning;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// Judges what checks prove about the files as they are.
///
/// @param changes of the journal, oldest first
/// @param checks of the session, oldest first
/// @param now what all files are
public record Evidence(List<Change> changes, List<Check> checks, TreeFingerprints now) {
  private static final int MOST_NAMES = 4;

  /// The tool to which the merge of a helper's work is attributed.
  private static final String MERGE = "task";

  public Evidence {
    changes = List.copyOf(changes);
    checks = List.copyOf(checks);
  }

  /// Why a check proves nothing, in words that name it; empty if it does.
  public Optional<String> refusal(Check check) {
    String why = weakness(check);
    return (why.isEmpty() ? Optional.<String>empty() : Optional.of(why))
        .or(() -> staleness(check))
        .map(reason -> check.shown() + ' ' + reason);
  }

  /// Why a check would prove nothing even if nothing had happened since; empty if it would.
  public static String weakness(Check check) {
    switch (check.ending()) {
      case CANCELLED -> {
        return "was cut off before it ended";
      }
      case TIMED_OUT -> {
        return "timed out";
      }
      case EXITED -> {}
    }
    if (check.exit() != 0) {
      return "failed with exit code " + check.exit();
    }
    String hidden = ExitMeaning.of(check.command()).weakness();
    if (!hidden.isEmpty()) {
      return "proves nothing by its exit code: "
          + hidden
          + (hidden.contains("&&") ? "" : "; run the command itself");
    }
    if (!check.without().isEmpty()) {
      return "ran no tests: " + check.without();
    }
    if (!check.changed().isEmpty()) {
      return "changed files itself (" + few(check.changed()) + "); run it once more";
    }
    if (!check.trees().isKnown()) {
      return "ran without the state of the files being recorded; run it again";
    }
    return check.trees().before().equals(check.trees().after())
        ? ""
        : "ran while files changed; run it once more";
  }

  /// What happened since the check began that makes it worthless.
  private Optional<String> staleness(Check check) {
    Optional<Change> last = changeSince(check);
    if (last.isPresent()) {
      return Optional.of("began before the last change: " + described(last.get()));
    }
    if (!knows(check.lastChange())) {
      return Optional.of("began after a change that the journal does not know; run it again");
    }
    if (!now.isKnown()) {
      return Optional.of("cannot be compared with the files as they are; nobody can look at them");
    }
    if (now.after().equals(check.trees().after())) {
      return Optional.empty();
    }
    List<String> names = outside(check);
    return Optional.of(
        "saw other files than there are now: "
            + (names.isEmpty() ? "some" : few(names))
            + (check.helper().isEmpty()
                ? " changed outside of Tenon"
                : " are not what the helper " + check.helper() + " had when it ran; run it again"));
  }

  private boolean knows(String change) {
    return change.isEmpty() || changes.stream().anyMatch(each -> each.id().equals(change));
  }

  /// The last change since a check began; empty if there was none.
  private Optional<Change> changeSince(Check check) {
    if (!knows(check.lastChange())) {
      return Optional.empty();
    }
    for (Change change : changes.reversed()) {
      if (change.id().equals(check.lastChange())) {
        return Optional.empty();
      }
      if (!isMerge(change, check.helper())) {
        return Optional.of(change);
      }
    }
    return Optional.empty();
  }

  /// Whether it brought in what a helper has checked: then it counts whether the files are those
  /// that the helper saw.
  private static boolean isMerge(Change change, String helper) {
    return !helper.isEmpty()
        && helper.equals(change.by().helper())
        && !change.isUndo()
        && change.by().origin() == Origin.AGENT
        && change.by().tool().equals(MERGE);
  }

  /// Files that changed after a check without the journal knowing of it.
  private List<String> outside(Check check) {
    var names = new TreeSet<String>(now.outside());
    for (Check later : checks) {
      if (later.began().isAfter(check.ended())) {
        names.addAll(later.trees().outside());
      }
    }
    // What had changed when the check began is no news, unless it is all there is.
    var news = new TreeSet<>(names);
    news.removeAll(check.trees().outside());
    return List.copyOf(news.isEmpty() ? names : news);
  }

  /// The last change of the journal since a check began, in words that name the check; empty if
  /// there was none.
  public Optional<String> overtaken(Check check) {
    return changeSince(check)
        .map(last -> check.shown() + " began before the last change: " + described(last));
  }

  /// A change as people would name it.
  public static String described(Change change) {
    String file = change.target() == null ? change.path() : change.path() + " → " + change.target();
    if (change.isUndo()) {
      return "an undo, which changed " + file;
    }
    String tool = change.by().tool();
    return switch (change.by().origin()) {
      case AGENT ->
          tool.equals(MERGE) || tool.startsWith("merge")
              ? "the merge of a helper's work, which changed " + file
              : "an edit of " + file + " (" + tool + ")";
      case SHELL -> "a command (" + tool + "), which changed " + file;
      case USER -> "the person's own edit of " + file;
      case FORMATTER -> "a formatter, which changed " + file;
      case HOOK -> "a hook (" + tool + "), which changed " + file;
    };
  }

  private static String few(List<String> names) {
    var shown = new ArrayList<>(names.subList(0, Math.min(names.size(), MOST_NAMES)));
    return String.join(", ", shown)
        + (names.size() > MOST_NAMES ? " and " + (names.size() - MOST_NAMES) + " more" : "");
  }
}
