package dev.tenon.core.change.journal;

import dev.tenon.core.edit.Transaction;
import dev.tenon.core.workspace.path.PathException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The journal while one thread has it to itself: what is recorded, what the files are, and how to
/// change both. [Journal#locked] hands it out; used without that lock it throws an
/// [IllegalStateException].
public final class LockedJournal {
  private final Journal journal;
  private final Disk disk;
  private final Ledger ledger;
  private boolean interrupted;

  LockedJournal(Journal journal, Disk disk, Ledger ledger) {
    this.journal = journal;
    this.disk = disk;
    this.ledger = ledger;
  }

  /// The thread that has the journal was interrupted; it goes on with what must not be left half
  /// done, and is interrupted again when the lock is given back.
  public void interruptAfterwards() {
    requireLocked();
    interrupted = true;
  }

  boolean takeInterrupt() {
    boolean was = interrupted;
    interrupted = false;
    return was;
  }

  private void requireLocked() {
    if (!journal.isLocked()) {
      throw new IllegalStateException("the journal is used without its lock");
    }
  }

  // ---- what is recorded

  /// Everything that was changed, oldest first.
  public List<Change> changes() {
    requireLocked();
    return ledger.changes();
  }

  /// The ids of changes that have been taken back.
  public Set<String> undone() {
    requireLocked();
    return ledger.undone();
  }

  /// What Tenon last saw or made of the file: nothing known, known as missing, or an image.
  public Optional<Optional<FileImage>> lastKnown(String path) {
    requireLocked();
    return ledger.lastKnown(path);
  }

  /// The content that an image stands for.
  public Content blob(FileImage image) throws IOException {
    return journal.blobs().get(image);
  }

  // ---- what the files are

  /// What is at this path, or null.
  public @Nullable Content read(String path) throws IOException, CommitException {
    requireLocked();
    try {
      return disk.read(path);
    } catch (PathException denied) {
      throw CommitException.denied(path, denied);
    }
  }

  /// The same for a path that comes from outside of this room: one that leads elsewhere is denied.
  @Nullable Content readInside(String path) throws IOException, CommitException {
    try {
      disk.requireInside(path);
    } catch (PathException denied) {
      throw CommitException.denied(path, denied);
    }
    return read(path);
  }

  // ---- changing both

  /// What counts as a file, where somebody has another one open than lies on the disk.
  @FunctionalInterface
  public interface Held {
    /// @param disk what is on the disk; null for nothing
    @Nullable Content of(String path, @Nullable Content disk) throws IOException, CommitException;
  }

  /// Writes the steps of a commit by other means than this room's: all of them or none.
  @FunctionalInterface
  public interface Writer {
    /// Answers the folders that were made, outermost first.
    ///
    /// @throws CommitException when nothing was changed
    List<String> write(List<Commit.Step> steps) throws IOException, CommitException;
  }

  /// The steps of a transaction, if every file is what it was planned for.
  public List<Commit.Step> verify(Transaction transaction) throws CommitException, IOException {
    return new VerifiedSteps(this::readInside).of(transaction);
  }

  /// The same for files as somebody has them open.
  public List<Commit.Step> verify(Transaction transaction, Held held)
      throws CommitException, IOException {
    return new VerifiedSteps(path -> held.of(path, readInside(path))).of(transaction);
  }

  public List<Change> carryOut(List<Commit.Step> steps, Attribution by)
      throws IOException, CommitException {
    return carryOut(Journal.newId(), steps, step -> by);
  }

  /// Writes these steps and records them as one commit. Edits that someone made meanwhile behind
  /// Tenon's back are recorded first, as the user's.
  ///
  /// @param commit a name from [Journal#newId], by which it can be asked for after a crash
  public List<Change> carryOut(
      String commit, List<Commit.Step> steps, Function<Commit.Step, Attribution> by)
      throws IOException, CommitException {
    FileHolder holder = journal.holder();
    return carryOut(
        commit, steps, by, holder == null ? disk::apply : kept -> holder.write(this, kept));
  }

  /// The same by other means.
  public List<Change> carryOut(List<Commit.Step> steps, Attribution by, Writer writer)
      throws IOException, CommitException {
    return carryOut(Journal.newId(), steps, step -> by, writer);
  }

  /// Writes steps to the disk that are recorded as a part of another commit, all or none of them.
  /// Answers the folders that were made.
  public List<String> write(List<Commit.Step> steps) throws IOException, CommitException {
    requireLocked();
    return disk.apply(kept(steps));
  }

  private List<Change> carryOut(
      String commit, List<Commit.Step> steps, Function<Commit.Step, Attribution> by, Writer writer)
      throws IOException, CommitException {
    requireLocked();
    List<Commit.Step> kept = kept(steps);
    recordOutsideEdits(kept);
    writeCheckpoint();
    var changes = new ArrayList<Change>();
    for (Commit.Step step : kept) {
      changes.add(change(commit, changes.size() + 1, step, by.apply(step)));
    }
    ledger.intent(commit, changes);
    Files.writeString(pendingMarker(), commit);
    try {
      List<String> folders = writer.write(kept);
      ledger.done(commit, folders);
    } catch (CommitException nothingHappened) {
      ledger.voided(commit);
      throw nothingHappened;
    } finally {
      Files.deleteIfExists(pendingMarker());
      ledger.update();
    }
    return ledger.changesOf(commit);
  }

  /// Records what has happened without the journal's doing.
  ///
  /// @param noticed what people did before that, in commits of their own
  public List<Change> observed(List<Change> noticed, List<Change> changes) throws IOException {
    requireLocked();
    for (Change each : noticed) {
      ledger.observed(each.commit(), List.of(each));
    }
    writeCheckpoint();
    ledger.observed(changes.getFirst().commit(), changes);
    ledger.update();
    return changes;
  }

  /// Marks changes as taken back for which nothing is left to do.
  void settle(List<String> ids) throws IOException {
    requireLocked();
    if (!ids.isEmpty()) {
      ledger.settled(ids);
    }
  }

  /// Removes folders that a change had made, as far as they are empty now.
  void removeFolders(List<String> folders) throws CommitException {
    requireLocked();
    try {
      disk.removeFolders(folders);
    } catch (PathException denied) {
      throw CommitException.denied(null, denied);
    }
  }

  /// They have happened: nobody may take them for half done and put back what was before.
  private void recordOutsideEdits(List<Commit.Step> steps) throws IOException {
    for (Commit.Step step : steps) {
      Optional<Change> edit = outsideEdit(step.path(), step.before());
      if (edit.isPresent()) {
        ledger.observed(edit.get().commit(), List.of(edit.get()));
      }
    }
  }

  /// The user's own edit of a file that Tenon knew differently.
  private Optional<Change> outsideEdit(String path, @Nullable Content now) throws IOException {
    Optional<Optional<FileImage>> known = ledger.lastKnown(path);
    FileImage image = Content.imageOf(now);
    if (known.isEmpty() || known.get().equals(Optional.ofNullable(image))) {
      return Optional.empty();
    }
    FileImage before = known.get().orElse(null);
    if (before == null && image == null) {
      return Optional.empty();
    }
    String commit = Journal.newId();
    return Optional.of(
        new Change(
            commit + ".1",
            commit,
            Instant.now(),
            Attribution.user("outside Tenon"),
            journal.session(),
            "",
            path,
            null,
            before,
            image,
            List.of(),
            List.of()));
  }

  private Change change(String commit, int number, Commit.Step step, Attribution by) {
    return new Change(
        commit + "." + number,
        commit,
        Instant.now(),
        by,
        journal.session(),
        journal.currentPrompt().map(Checkpoint::id).orElse(""),
        step.path(),
        step.target(),
        Content.imageOf(step.before()),
        Content.imageOf(step.after()),
        List.of(),
        step.undoes());
  }

  /// The same steps with contents that the journal has: a large file that is streamed must not be
  /// streamed from the place that is written to.
  private List<Commit.Step> kept(List<Commit.Step> steps) throws IOException {
    var kept = new ArrayList<Commit.Step>();
    for (Commit.Step step : steps) {
      kept.add(
          new Commit.Step(
              step.path(), step.target(), keep(step.before()), keep(step.after()), step.undoes()));
    }
    return kept;
  }

  private @Nullable Content keep(@Nullable Content content) throws IOException {
    return content == null ? null : journal.blobs().put(content);
  }

  private void writeCheckpoint() throws IOException {
    Checkpoint checkpoint = journal.currentPrompt().orElse(null);
    if (checkpoint != null && !ledger.knows(checkpoint)) {
      ledger.checkpoint(checkpoint);
    }
  }

  // ---- after a crash

  /// Exists while files are being written.
  Path pendingMarker() {
    return journal.folder().resolve("pending");
  }

  /// Reads what others have recorded, and takes back what a program that died had begun.
  void update() throws IOException, CommitException {
    ledger.update();
    recover();
  }

  /// Files that have their new content get their old one again; files that someone has changed
  /// since are left alone.
  private void recover() throws IOException, CommitException {
    for (Map.Entry<String, List<Change>> begun : ledger.open().entrySet()) {
      var steps = new ArrayList<Commit.Step>();
      for (Change change : begun.getValue()) {
        putBack(
            change.pathAfter(),
            change.after(),
            change.target() == null ? change.before() : null,
            steps);
        if (change.target() != null) {
          putBack(change.path(), null, change.before(), steps);
        }
      }
      disk.apply(steps);
      disk.sweep(begun.getValue());
      ledger.voided(begun.getKey());
      ledger.update();
    }
    Files.deleteIfExists(pendingMarker());
  }

  private void putBack(
      String path, @Nullable FileImage after, @Nullable FileImage before, List<Commit.Step> steps)
      throws IOException, CommitException {
    Content now = read(path);
    FileImage image = Content.imageOf(now);
    boolean isAfter = image == null ? after == null : image.sameBytes(after);
    if (isAfter) {
      steps.add(new Commit.Step(path, null, keep(now), before == null ? null : blob(before)));
    }
  }
}
