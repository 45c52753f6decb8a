package dev.tenon.core.change.journal;

import dev.tenon.core.edit.diff.DiffHunk;
import dev.tenon.core.edit.diff.UnifiedDiff;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Takes changes back, and brings them again. What was edited later, by whomever, survives where it
/// does not overlap; where it does, the file is left alone and the conflict names both sides. An
/// undo is a change like any other, so it can be undone: that is redo.
public final class Undo {
  private final Journal journal;

  public Undo(Journal journal) {
    this.journal = journal;
  }

  /// What was done, and what could not be done.
  ///
  /// @param asBefore files that somebody else had brought back already
  public record Report(List<Change> changes, List<Conflict> conflicts, List<String> asBefore) {
    public Report(List<Change> changes, List<Conflict> conflicts) {
      this(changes, conflicts, List.of());
    }
  }

  /// A file that was left alone.
  public record Conflict(String path, String reason) {}

  /// Takes back these changes, the newest first.
  public Report undo(List<Change> selected) throws IOException, CommitException {
    return journal.locked(locked -> undo(locked, selected));
  }

  /// Takes back what is in force of the latest prompt that changed something.
  public Report undoLatestPrompt() throws IOException, CommitException {
    return journal.locked(locked -> undo(locked, latestPrompt(locked)));
  }

  /// Takes back the latest undo that is in force.
  public Report redo() throws IOException, CommitException {
    return journal.locked(locked -> undo(locked, latestUndo(locked)));
  }

  /// The changes of the latest undo that is in force, which [#redo] would take back.
  public List<Change> latestUndo() throws IOException, CommitException {
    return journal.locked(Undo::latestUndo);
  }

  private static List<Change> latestUndo(LockedJournal locked) {
    List<Change> all = inForce(locked);
    Set<String> undos = new HashSet<>();
    for (Change change : locked.changes()) {
      if (change.isUndo()) {
        undos.add(change.id());
      }
    }
    for (Change change : all.reversed()) {
      // What takes back an undo is a redo, and stays: before it lie the undos to go on with.
      if (change.isUndo() && !undos.containsAll(change.undoes())) {
        return all.stream().filter(it -> it.commit().equals(change.commit())).toList();
      }
    }
    return List.of();
  }

  /// Takes back single hunks of a change, numbered from 0 as [#hunks] gives them.
  public Report undoHunks(Change change, Set<Integer> numbers) throws IOException, CommitException {
    return journal.locked(
        locked -> {
          Content after = contentAfter(change);
          String path = change.pathAfter();
          Content now = locked.read(path);
          if (now == null) {
            return new Report(List.of(), List.of(new Conflict(path, "the file is gone")));
          }
          String without = without(textOf(after), hunks(change), numbers);
          Revert.Outcome outcome = Revert.merge(path, after, now, after.edited(path, without));
          if (outcome.conflict() != null) {
            return new Report(List.of(), List.of(new Conflict(path, outcome.conflict())));
          }
          var ids = numbers.stream().sorted().map(n -> change.id() + "#" + n).toList();
          return new Report(
              locked.carryOut(
                  List.of(new Commit.Step(path, null, now, outcome.content(), ids)),
                  Attribution.user("undo")),
              List.of());
        });
  }

  /// The hunks of a change of a text file.
  public List<DiffHunk> hunks(Change change) throws IOException, CommitException {
    return journal.locked(
        locked ->
            UnifiedDiff.hunks(textOf(contentBefore(change)), textOf(contentAfter(change)), 3));
  }

  /// The change as a unified diff; of a file that is not text, one line that says so.
  public String diff(Change change) throws IOException, CommitException {
    return journal.locked(locked -> rendered(change));
  }

  private String rendered(Change change) throws IOException {
    Content before = contentBefore(change);
    Content after = change.after() == null ? null : blob(change.after());
    if (!isFile(change.before()) || !isFile(change.after())) {
      return described(change, before, after);
    }
    boolean binary =
        (before != null && before.text().isEmpty()) || (after != null && after.text().isEmpty());
    String oldName = before == null ? UnifiedDiff.NO_FILE : "a/" + change.path();
    String newName = after == null ? UnifiedDiff.NO_FILE : "b/" + change.pathAfter();
    return binary
        ? UnifiedDiff.binary(oldName, newName) + sides(before, after)
        : UnifiedDiff.render(oldName, newName, textOf(before), textOf(after));
  }

  /// What both sides of a change are that has no lines to show.
  private static String sides(@Nullable Content before, @Nullable Content after)
      throws IOException {
    return (before == null ? "" : "-" + ContentDescription.of(before).words() + "\n")
        + (after == null ? "" : "+" + ContentDescription.of(after).words() + "\n");
  }

  private static boolean isFile(@Nullable FileImage image) {
    return image == null || image.kind() == FileImage.Kind.FILE;
  }

  /// A change of links or folders in one line.
  private static String described(
      Change change, @Nullable Content before, @Nullable Content after) {
    return "--- "
        + described(change.path(), before)
        + "\n+++ "
        + described(change.pathAfter(), after)
        + "\n";
  }

  private static String described(String path, @Nullable Content content) {
    if (content == null) {
      return UnifiedDiff.NO_FILE;
    }
    String mode = content.image().mode() == null ? "" : " " + content.image().mode();
    return switch (content.kind()) {
      case FILE -> path + " (file" + mode + ")";
      case LINK -> path + " → " + content.target();
      case FOLDER -> path + "/ (folder" + mode + ")";
    };
  }

  /// Brings every file that was changed since the checkpoint back to what it was then, whatever
  /// happened to it later.
  public Report rollback(Checkpoint checkpoint) throws IOException, CommitException {
    return journal.locked(locked -> rollback(locked, since(checkpoint)));
  }

  /// Brings every file back to what it was when the journal had so many changes, whatever happened
  /// to it later.
  public Report rollbackTo(int position) throws IOException, CommitException {
    return journal.locked(
        locked -> {
          List<Change> all = locked.changes();
          return rollback(locked, all.subList(Math.min(position, all.size()), all.size()));
        });
  }

  /// The files that [#rollback(Checkpoint)] would change, as they are on disk now.
  public List<String> rollbackFiles(Checkpoint checkpoint) throws IOException, CommitException {
    return journal.locked(locked -> paths(rollbackSteps(locked, since(checkpoint))));
  }

  /// The files that [#rollbackTo] would change, as they are on disk now.
  public List<String> rollbackFiles(int position) throws IOException, CommitException {
    return journal.locked(
        locked -> {
          List<Change> all = locked.changes();
          return paths(
              rollbackSteps(locked, all.subList(Math.min(position, all.size()), all.size())));
        });
  }

  private static List<String> paths(List<Commit.Step> steps) {
    return steps.stream().map(Commit.Step::path).toList();
  }

  private Report rollback(LockedJournal locked, List<Change> since)
      throws IOException, CommitException {
    List<Commit.Step> steps = rollbackSteps(locked, since);
    if (steps.isEmpty()) {
      return new Report(List.of(), List.of());
    }
    List<Change> done = locked.carryOut(steps, Attribution.user("rollback"));
    removeFolders(locked, since);
    return new Report(done, List.of());
  }

  private List<Commit.Step> rollbackSteps(LockedJournal locked, List<Change> since)
      throws IOException, CommitException {
    Map<String, Optional<FileImage>> base = new LinkedHashMap<>();
    Map<String, List<String>> ids = new HashMap<>();
    Set<String> undone = locked.undone();
    for (Change change : since) {
      base.putIfAbsent(change.path(), Optional.ofNullable(change.before()));
      if (change.target() != null) {
        base.putIfAbsent(change.target(), Optional.empty());
      }
      if (!undone.contains(change.id())) {
        ids.computeIfAbsent(change.path(), it -> new ArrayList<>()).add(change.id());
      }
    }
    var steps = new ArrayList<Commit.Step>();
    for (Map.Entry<String, Optional<FileImage>> each : base.entrySet()) {
      Content now = locked.read(each.getKey());
      Content then = each.getValue().isEmpty() ? null : blob(each.getValue().get());
      if (differ(now, then)) {
        steps.add(
            new Commit.Step(
                each.getKey(), null, now, then, ids.getOrDefault(each.getKey(), List.of())));
      }
    }
    return steps;
  }

  /// The changes since the checkpoint, oldest first.
  public List<Change> since(Checkpoint checkpoint) throws IOException, CommitException {
    List<Change> all = journal.changes();
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).prompt().equals(checkpoint.id())) {
        return all.subList(i, all.size());
      }
    }
    return List.of();
  }

  /// The changes in force, oldest first.
  public List<Change> inForce() throws IOException, CommitException {
    return journal.locked(Undo::inForce);
  }

  private static List<Change> inForce(LockedJournal locked) {
    Set<String> undone = locked.undone();
    return locked.changes().stream().filter(change -> !undone.contains(change.id())).toList();
  }

  /// What is in force of the latest prompt that changed something.
  public List<Change> latest() throws IOException, CommitException {
    return journal.locked(Undo::latestPrompt);
  }

  private static List<Change> latestPrompt(LockedJournal locked) {
    List<Change> candidates =
        inForce(locked).stream()
            .filter(change -> !change.isUndo() && change.by().origin() != Origin.USER)
            .toList();
    if (candidates.isEmpty()) {
      return List.of();
    }
    // A hook that keeps a log of every prompt is not what a person wants taken back.
    Change latest =
        candidates.reversed().stream()
            .filter(change -> change.by().origin() != Origin.HOOK)
            .findFirst()
            .orElseGet(candidates::getLast);
    return candidates.stream()
        .filter(
            change ->
                change.prompt().equals(latest.prompt())
                    && change.session().equals(latest.session())
                    && (!latest.prompt().isEmpty() || change.commit().equals(latest.commit())))
        .toList();
  }

  /// A file on its way back: what is on disk, what it will be, and which changes are taken back.
  private static final class Slot {
    final String path;
    final @Nullable Content original;
    final List<String> undone = new ArrayList<>();
    final Set<Slot> linked = new HashSet<>();
    @Nullable Content now;
    @Nullable String conflict;

    /// What it was before these changes, and after them.
    @Nullable FileImage first;

    @Nullable FileImage last;

    Slot(String path, @Nullable Content original) {
      this.path = path;
      this.original = original;
      this.now = original;
    }

    /// One of these changes, the newest first.
    void passed(String id, @Nullable FileImage before, @Nullable FileImage after) {
      if (undone.isEmpty()) {
        last = after;
      }
      first = before;
      undone.add(id);
    }

    /// Leaves this file, and those it was moved from or to, as they are on disk.
    void giveUp(String reason) {
      if (conflict == null) {
        conflict = reason;
        now = original;
        undone.clear();
        linked.forEach(other -> other.giveUp("it belongs to a move of " + path));
      }
    }
  }

  private Report undo(LockedJournal locked, List<Change> selected)
      throws IOException, CommitException {
    var slots = new LinkedHashMap<String, Slot>();
    var order = locked.changes();
    var wanted = new HashSet<>(selected.stream().map(Change::id).toList());
    for (Change change : order.reversed()) {
      if (wanted.contains(change.id())) {
        revert(locked, change, slots);
      }
    }
    var steps = new ArrayList<Commit.Step>();
    var conflicts = new ArrayList<Conflict>();
    var settled = new ArrayList<String>();
    var asBefore = new ArrayList<String>();
    for (Slot slot : slots.values()) {
      if (slot.conflict != null) {
        conflicts.add(new Conflict(slot.path, slot.conflict));
      } else if (differ(slot.original, slot.now)) {
        steps.add(new Commit.Step(slot.path, null, slot.original, slot.now, slot.undone));
      } else {
        settled.addAll(slot.undone);
        if (!Objects.equals(slot.first, slot.last)) {
          asBefore.add(slot.path);
        }
      }
    }
    if (steps.isEmpty()) {
      locked.settle(settled);
      return new Report(List.of(), conflicts, asBefore);
    }
    // What needs nothing to be written is taken back along with the rest, so that redo brings it.
    Commit.Step first = steps.getFirst();
    settled.addAll(first.undoes());
    steps.set(0, new Commit.Step(first.path(), null, first.before(), first.after(), settled));
    boolean again = !selected.isEmpty() && selected.stream().allMatch(Change::isUndo);
    List<Change> done = locked.carryOut(steps, Attribution.user(again ? "redo" : "undo"));
    removeFolders(locked, order.stream().filter(change -> wanted.contains(change.id())).toList());
    return new Report(done, conflicts, asBefore);
  }

  private void revert(LockedJournal locked, Change change, Map<String, Slot> slots)
      throws IOException, CommitException {
    Slot slot = slot(locked, change.pathAfter(), slots);
    Slot source = change.target() == null ? slot : slot(locked, change.path(), slots);
    if (source != slot) {
      slot.linked.add(source);
      source.linked.add(slot);
    }
    if (slot.conflict != null || source.conflict != null) {
      slot.giveUp("a later change of it could not be taken back");
      source.giveUp("a later change of it could not be taken back");
      return;
    }
    Content before = change.before() == null ? null : blob(change.before());
    Content after = change.after() == null ? null : blob(change.after());
    if (source != slot && source.now != null) {
      slot.giveUp("there is a file at " + source.path + " again");
      return;
    }
    Revert.Outcome outcome = Revert.of(slot.path, after, slot.now, before);
    if (outcome.conflict() != null) {
      slot.giveUp(outcome.conflict());
      return;
    }
    if (source != slot) {
      slot.now = null;
      slot.passed(change.id(), null, change.after());
    }
    source.now = outcome.content();
    source.passed(change.id(), change.before(), source == slot ? change.after() : null);
  }

  private static Slot slot(LockedJournal locked, String path, Map<String, Slot> slots)
      throws IOException, CommitException {
    Slot known = slots.get(path);
    if (known == null) {
      known = new Slot(path, locked.read(path));
      slots.put(path, known);
    }
    return known;
  }

  private static void removeFolders(LockedJournal locked, List<Change> changes)
      throws CommitException {
    for (Change change : changes.reversed()) {
      locked.removeFolders(change.folders());
    }
  }

  private static boolean differ(@Nullable Content one, @Nullable Content other) {
    return !Objects.equals(Content.imageOf(one), Content.imageOf(other));
  }

  private Content blob(FileImage image) throws IOException {
    return journal.blobs().get(image);
  }

  private @Nullable Content contentBefore(Change change) throws IOException {
    return change.before() == null ? null : blob(change.before());
  }

  private Content contentAfter(Change change) throws IOException {
    return change.after() == null ? new Content(new byte[0], null) : blob(change.after());
  }

  private static String textOf(@Nullable Content content) {
    return content == null ? "" : content.text().map(file -> file.lf()).orElse("");
  }

  /// The text with these of its hunks taken out again.
  private static String without(String after, List<DiffHunk> hunks, Set<Integer> numbers) {
    List<String> lines = new ArrayList<>(List.of(after.split("(?<=\n)", -1)));
    if (lines.getLast().isEmpty()) {
      lines.removeLast();
    }
    for (int i = hunks.size() - 1; i >= 0; i--) {
      if (!numbers.contains(i)) {
        continue;
      }
      DiffHunk hunk = hunks.get(i);
      int from = hunk.newCount() == 0 ? hunk.newStart() : hunk.newStart() - 1;
      List<String> place = lines.subList(from, from + hunk.newCount());
      place.clear();
      for (DiffHunk.Line line : hunk.lines().reversed()) {
        if (line.side() != DiffHunk.Side.NEW) {
          place.addFirst(line.text());
        }
      }
    }
    return String.join("", lines);
  }
}
