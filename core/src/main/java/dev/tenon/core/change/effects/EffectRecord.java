package dev.tenon.core.change.effects;

import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.FileImage;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.LockedJournal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes changes of the journal of what was found after a command. Safe for several threads.
final class EffectRecord {
  private final Workspace workspace;
  private final Journal journal;

  EffectRecord(Workspace workspace, Journal journal) {
    this.workspace = workspace;
    this.journal = journal;
  }

  static List<Effects.File> files(List<Change> changes) {
    var files = new ArrayList<Effects.File>();
    for (Change change : changes) {
      files.add(new Effects.File(change.kind(), change.path(), change.target(), change.id()));
    }
    return files;
  }

  /// Records what was found as one commit, but for what the journal has recorded since itself.
  List<Change> record(List<ObservedChange> found, RunningCommand command)
      throws IOException, CommitException {
    if (found.isEmpty()) {
      return List.of();
    }
    List<Change> changes = journal.locked(locked -> record(locked, found, command));
    for (Change change : changes) {
      Path place = workspace.root().resolve(change.path());
      if (change.target() != null) {
        workspace.seen().moved(place, workspace.root().resolve(change.target()));
      } else if (change.after() == null) {
        workspace.seen().forget(place);
      }
    }
    return changes;
  }

  private static List<Change> record(
      LockedJournal journal, List<ObservedChange> found, RunningCommand command)
      throws IOException {
    Set<String> since = new HashSet<>();
    for (Change change : journal.changes()) {
      if (!change.time().isBefore(command.begun())) {
        since.add(change.path());
        since.add(change.pathAfter());
      }
    }
    String commit = Journal.newId();
    var noticed = new ArrayList<Change>();
    var changes = new ArrayList<Change>();
    for (ObservedChange each : found) {
      for (ObservedChange part : parts(each, since)) {
        Optional<Optional<FileImage>> known = journal.lastKnown(part.path());
        FileImage before = part.before();
        if (since.contains(part.path()) && known.isPresent()) {
          before = known.get().orElse(null);
        } else if (known.isPresent() && !known.get().equals(Optional.ofNullable(before))) {
          notice(part.path(), known.get().orElse(null), before, command).ifPresent(noticed::add);
        }
        boolean nothing = before == null ? part.after() == null : before.equals(part.after());
        if (part.target() != null || !nothing) {
          changes.add(
              change(
                  commit,
                  changes.size() + 1,
                  command,
                  command.by(),
                  new ObservedChange(part.path(), part.target(), before, part.after())));
        }
      }
    }
    return changes.isEmpty() ? List.of() : journal.observed(noticed, changes);
  }

  /// A move of which the journal knows one end already is two changes.
  private static List<ObservedChange> parts(ObservedChange each, Set<String> since) {
    String target = each.target();
    return target == null || (!since.contains(each.path()) && !since.contains(target))
        ? List.of(each)
        : List.of(
            new ObservedChange(each.path(), null, each.before(), null),
            new ObservedChange(target, null, null, each.after()));
  }

  private static Optional<Change> notice(
      String path, @Nullable FileImage known, @Nullable FileImage before, RunningCommand command) {
    if (known == null && before == null) {
      return Optional.empty();
    }
    return Optional.of(
        change(
            Journal.newId(),
            1,
            command,
            Attribution.user("outside Tenon"),
            new ObservedChange(path, null, known, before)));
  }

  private static Change change(
      String commit, int number, RunningCommand command, Attribution by, ObservedChange observed) {
    return new Change(
        commit + "." + number,
        commit,
        Instant.now(),
        by,
        command.session(),
        by.origin() == Origin.USER ? "" : command.prompt(),
        observed.path(),
        observed.target(),
        observed.before(),
        observed.after(),
        List.of(),
        List.of());
  }
}
