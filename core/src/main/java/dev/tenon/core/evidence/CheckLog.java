package dev.tenon.core.evidence;

import dev.tenon.core.change.effects.Effects;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.permission.command.ExitMeaning;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The checks of a conversation: every command that ran, as the engine saw it. Whoever runs
/// commands calls [#begin] before and [Begun#ended] after. One per conversation; safe for several
/// threads.
public final class CheckLog {
  /// Names of changed files that a check holds.
  private static final int MOST_CHANGED = 20;

  private final Journal journal;
  private final Path root;
  private final Consumer<Check> kept;
  private final List<Check> checks = new ArrayList<>();
  private int last;
  private volatile Watching watching = Watching.WRITERS;

  /// Of which commands the state of the files is taken.
  public enum Watching {
    /// Of those that may change files: it is known anyway.
    WRITERS,
    /// Of all, since somebody wants to use them as evidence.
    ALL
  }

  /// @param kept gets each check when its command is over, in order
  public CheckLog(Journal journal, Path root, Consumer<Check> kept) {
    this.journal = journal;
    this.root = root;
    this.kept = kept;
  }

  public Watching watching() {
    return watching;
  }

  public void watch(Watching which) {
    watching = which;
  }

  /// A command that runs.
  public final class Begun {
    private final String line;
    private final String folder;
    private final Attribution by;
    private final Instant began = Instant.now();
    private final String prompt;
    private final String lastChange;

    private Begun(String line, String folder, Attribution by, String prompt, String lastChange) {
      this.line = line;
      this.folder = folder;
      this.by = by;
      this.prompt = prompt;
      this.lastChange = lastChange;
    }

    /// The command is over.
    public Check ended(Shell.Finished finished, Effects effects) {
      var changed = new ArrayList<String>();
      effects
          .files()
          .forEach(file -> changed.add(file.target() == null ? file.path() : file.target()));
      effects.missed().forEach(file -> changed.add(file.path()));
      synchronized (checks) {
        var check =
            new Check(
                "c" + ++last,
                by.callId() == null ? "" : by.callId(),
                by.tool(),
                line,
                ExitMeaning.of(line).parts(),
                folder,
                finished.ending(),
                finished.exitCode(),
                began,
                Instant.now(),
                prompt,
                lastChange,
                effects.trees(),
                changed.subList(0, Math.min(changed.size(), MOST_CHANGED)),
                TestReports.without(finished.output()),
                by.helper() == null ? "" : by.helper());
        checks.add(check);
        kept.accept(check);
        return check;
      }
    }
  }

  /// A command is about to run.
  public Begun begin(String line, Path folder, Attribution by) throws IOException {
    try {
      List<Change> changes = journal.changes();
      return new Begun(
          line,
          folder.startsWith(root) ? root.relativize(folder).toString() : folder.toString(),
          by,
          journal.currentPrompt().map(Checkpoint::id).orElse(""),
          changes.isEmpty() ? "" : changes.getLast().id());
    } catch (CommitException unreadable) {
      throw new IOException("the journal cannot be read: " + unreadable.getMessage(), unreadable);
    }
  }

  /// All checks, oldest first.
  public List<Check> all() {
    synchronized (checks) {
      return List.copyOf(checks);
    }
  }

  /// The conversation goes on with these.
  public void restore(List<Check> earlier) {
    synchronized (checks) {
      checks.clear();
      checks.addAll(earlier);
      last = 0;
      for (Check check : earlier) {
        String number = check.id().substring(1);
        if (number.matches("[0-9]{1,8}")) {
          last = Math.max(last, Integer.parseInt(number));
        }
      }
    }
  }

  /// The check that is meant: by its id, the id of its call, or its command, the latest of them.
  public Optional<Check> find(String meant) {
    List<Check> known = all();
    for (Check check : known) {
      if (check.id().equals(meant.strip())) {
        return Optional.of(check);
      }
    }
    for (Check check : known.reversed()) {
      if (check.callId().equals(meant) || check.command().strip().equals(meant.strip())) {
        return Optional.of(check);
      }
    }
    return Optional.empty();
  }

  /// The latest run of a command in the folder of the project itself, where commands that people
  /// name as proof are meant to run.
  public Optional<Check> ran(String command) {
    for (Check check : all().reversed()) {
      if (check.isInProject() && check.command().strip().equals(command.strip())) {
        return Optional.of(check);
      }
    }
    return Optional.empty();
  }
}
