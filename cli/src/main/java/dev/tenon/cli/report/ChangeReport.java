package dev.tenon.cli.report;

import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Undo;
import java.io.IOException;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What the journal knows, as text for people, and how people name what is in it: by the beginning
/// of an id. Used by the commands of the shell and those of the conversation.
public final class ChangeReport {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").withZone(ZoneId.systemDefault());

  private final Journal journal;
  private final Undo undo;
  private final Page.Reach reach;

  /// @param reach who reads it
  public ChangeReport(Journal journal, Page.Reach reach) {
    this.journal = journal;
    this.reach = reach;
    this.undo = new Undo(journal);
  }

  /// All changes as a table.
  ///
  /// @param width of the terminal, for [TextTable]
  public String changes(int width) throws IOException, CommitException {
    List<Change> all = journal.changes();
    if (all.isEmpty()) {
      return "Nothing has been changed here yet.\n";
    }
    Set<String> undone = journal.undone();
    Map<String, String> prompts = new HashMap<>();
    for (Checkpoint checkpoint : journal.checkpoints()) {
      prompts.put(checkpoint.id(), checkpoint.summary());
    }
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("CHANGE", "TIME", "BY", "WHAT", "FILE", "PROMPT"));
    for (Change change : all) {
      String what = word(change.kind()) + (undone.contains(change.id()) ? " (undone)" : "");
      rows.add(
          List.of(
              change.id(),
              TIME.format(change.time()),
              by(change),
              what,
              change.target() == null ? change.path() : change.path() + " → " + change.target(),
              change.prompt().isEmpty()
                  ? ""
                  : change.prompt() + " " + prompts.getOrDefault(change.prompt(), "")));
    }
    return TextTable.of(rows, reach, width);
  }

  /// Who has made a change: with the id of its helper, by which it can be named.
  private static String by(Change change) {
    String helper = change.by().helper();
    return word(change.by().origin())
        + " "
        + change.by().tool()
        + (helper == null || helper.isEmpty() ? "" : " " + helper);
  }

  /// The prompts that changed something, with the number of changes.
  ///
  /// @param width of the terminal, for [TextTable]
  public String checkpoints(int width) throws IOException, CommitException {
    Map<String, Long> counts = new HashMap<>();
    for (Change change : journal.changes()) {
      counts.merge(change.prompt(), 1L, Long::sum);
    }
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("PROMPT", "TIME", "CHANGES", ""));
    for (Checkpoint checkpoint : journal.checkpoints()) {
      rows.add(
          List.of(
              checkpoint.id(),
              TIME.format(checkpoint.time()),
              Long.toString(counts.getOrDefault(checkpoint.id(), 0L)),
              checkpoint.summary()));
    }
    return rows.size() == 1
        ? "No prompt has changed anything here yet.\n"
        : TextTable.of(rows, reach, width);
  }

  /// What an undo, redo or rollback came to, one line a file.
  public String text(String done, Undo.Report report) {
    var out = new StringBuilder();
    for (Change change : report.changes()) {
      out.append(done).append(": ").append(SafeText.cell(change.path(), reach)).append('\n');
    }
    for (String path : report.asBefore()) {
      out.append("as before already: ").append(SafeText.cell(path, reach)).append('\n');
    }
    for (Undo.Conflict conflict : report.conflicts()) {
      out.append("left alone: ").append(SafeText.cell(conflict.path(), reach)).append(": ");
      out.append(conflict.reason()).append('\n');
    }
    return out.isEmpty() ? "Nothing to do.\n" : out.toString();
  }

  /// The diffs of the changes of the latest prompt that are in force, or of the named ones.
  public String diff(String wanted) throws IOException, CommitException {
    var out = new StringBuilder();
    for (Change change : wanted.isEmpty() ? undo.latest() : selected(wanted)) {
      out.append(undo.diff(change));
    }
    return out.toString();
  }

  /// The changes in force whose own id or prompt begins so, or whose session is called so; `all`
  /// means all. The id of a helper means what the latest one that is called so did.
  public List<Change> selected(String wanted) throws IOException, CommitException {
    List<Change> all = undo.inForce();
    for (Change latest : all.reversed()) {
      if (wanted.equals(latest.by().helper())) {
        return all.stream()
            .filter(
                change ->
                    wanted.equals(change.by().helper())
                        && change.session().equals(latest.session()))
            .toList();
      }
    }
    return all.stream()
        .filter(
            change ->
                (wanted.equals("all") && !change.isUndo())
                    || change.id().startsWith(wanted)
                    || (!change.prompt().isEmpty() && change.prompt().startsWith(wanted))
                    || change.session().equals(wanted))
        .toList();
  }

  /// Takes back what is named: `ID`, `all`, or single hunks of a change as `ID#1,3` (counted from
  /// 1). Nothing when no change in force is called so.
  public Optional<Undo.Report> undo(String wanted) throws IOException, CommitException {
    int hash = wanted.indexOf('#');
    List<Change> changes = selected(hash < 0 ? wanted : wanted.substring(0, hash));
    if (changes.isEmpty()) {
      return Optional.empty();
    }
    if (hash < 0) {
      return Optional.of(undo.undo(changes));
    }
    var numbers = new HashSet<Integer>();
    for (String number : wanted.substring(hash + 1).split(",", -1)) {
      if (!number.matches("[1-9][0-9]{0,4}")) {
        return Optional.empty();
      }
      numbers.add(Integer.parseInt(number) - 1);
    }
    Change change = changes.getFirst();
    int count = undo.hunks(change).size();
    boolean known = changes.size() == 1 && numbers.stream().allMatch(number -> number < count);
    return known ? Optional.of(undo.undoHunks(change, numbers)) : Optional.empty();
  }

  /// The only prompt whose id begins so.
  public Optional<Checkpoint> checkpoint(String wanted) throws IOException, CommitException {
    List<Checkpoint> fitting =
        journal.checkpoints().stream()
            .filter(checkpoint -> checkpoint.id().startsWith(wanted))
            .toList();
    return fitting.size() == 1 ? Optional.of(fitting.getFirst()) : Optional.empty();
  }

  public Undo undo() {
    return undo;
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
