package dev.tenon.core.change.journal;

import dev.tenon.core.edit.Transaction;
import dev.tenon.core.text.Sha256;
import dev.tenon.core.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// The record of everything that Tenon changed in a project, and the only way to change it. One
/// journal per project lies under the user's state folder; several programs may use it at once.
///
/// A commit writes its intention first, then the files, then that it is done. If the program dies
/// in between, the next one takes back what was half done. Nothing is read or written before the
/// first change. What has to see or do several things at once does it in [#locked].
public final class Journal {
  private final Path folder;
  private final String session;
  private final Blobs blobs;
  private final FolderLock lock;
  private volatile @Nullable FileHolder holder;
  private final Ledger ledger;
  private final LockedJournal locked;
  private final AtomicReference<@Nullable String> coming = new AtomicReference<>();
  private @Nullable Checkpoint checkpoint;

  private Journal(Path folder, Workspace workspace, String session) {
    this.folder = folder;
    this.session = session;
    this.blobs = new Blobs(folder.resolve("blobs"));
    this.lock = new FolderLock(folder.resolve("journal.lock"));
    this.ledger = new Ledger(folder.resolve("journal.jsonl"));
    this.locked = new LockedJournal(this, new Disk(workspace.sandbox()), ledger);
  }

  /// What else a crash may have left half done in a project, as far as the journal alone does not
  /// know it.
  @FunctionalInterface
  public interface Recovery {
    void recover(Journal journal) throws IOException, CommitException, InterruptedException;
  }

  /// The journal of the workspace's root under the state folder. Takes back at once what a crash
  /// has left half done.
  ///
  /// @param commands records what commands did whose program died
  public static Journal open(
      Path stateFolder, Workspace workspace, String session, Recovery commands)
      throws IOException, CommitException {
    var journal = new Journal(folderOf(stateFolder, workspace.root()), workspace, session);
    if (Files.exists(journal.locked.pendingMarker())) {
      journal.locked(LockedJournal::changes);
    }
    if (Files.exists(journal.folder.resolve("running"))) {
      try {
        commands.recover(journal);
      } catch (InterruptedException stopped) {
        // The next one to open the journal does it.
        Thread.currentThread().interrupt();
      }
    }
    return journal;
  }

  /// Where the journal of a project lies: named after the folder, told apart by the whole path.
  public static Path folderOf(Path stateFolder, Path root) {
    String name = root.getFileName() == null ? "root" : root.getFileName().toString();
    var plain = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean kept = c < 128 && (Character.isLetterOrDigit(c) || "._-".indexOf(c) >= 0);
      plain.append(kept ? c : '_');
    }
    String hash = Sha256.of(root.toString()).substring(0, 12);
    return stateFolder.resolve("projects").resolve(plain + "-" + hash);
  }

  /// Marks the moment before a prompt is carried out.
  public Checkpoint beginPrompt(String prompt) {
    int end = prompt.indexOf('\n');
    String line = (end < 0 ? prompt : prompt.substring(0, end)).strip();
    String id = coming.getAndSet(null);
    checkpoint =
        new Checkpoint(
            id == null ? newId() : id,
            session,
            Instant.now(),
            line.length() > 120 ? line.substring(0, 119) + "…" : line);
    return checkpoint;
  }

  /// The id that the next prompt will have, for what is done on its way.
  public String comingPrompt() {
    return Objects.requireNonNull(coming.updateAndGet(id -> id == null ? newId() : id));
  }

  /// The moment before the prompt that is carried out now, if there is one.
  public Optional<Checkpoint> currentPrompt() {
    return Optional.ofNullable(checkpoint);
  }

  /// Goes on with a prompt that an earlier program began.
  public void continuePrompt(Checkpoint begun) {
    checkpoint = begun;
  }

  /// Carries out the transaction: every file or none.
  public List<Change> commit(Transaction transaction, Attribution by)
      throws CommitException, IOException {
    return locked(journal -> journal.carryOut(journal.verify(transaction), by));
  }

  /// Everything that was changed, oldest first.
  public List<Change> changes() throws IOException, CommitException {
    return locked(LockedJournal::changes);
  }

  /// The changes of a commit; none if it did not happen.
  public List<Change> changesOf(String commit) throws IOException, CommitException {
    return changes().stream().filter(it -> it.commit().equals(commit)).toList();
  }

  public List<Checkpoint> checkpoints() throws IOException, CommitException {
    return locked(journal -> ledger.checkpoints());
  }

  /// The ids of changes that have been taken back.
  public Set<String> undone() throws IOException, CommitException {
    return locked(LockedJournal::undone);
  }

  /// What was found damaged and what was done about it, once.
  public List<String> takeWarnings() {
    return ledger.takeWarnings();
  }

  /// Something to be told with [#takeWarnings].
  public void warn(String warning) {
    ledger.warn(warning);
  }

  public String session() {
    return session;
  }

  /// Where the journal lies, with all that belongs to the project.
  public Path folder() {
    return folder;
  }

  /// The contents of files, written once and never changed; using them needs no lock.
  public Blobs blobs() {
    return blobs;
  }

  /// Work that needs the journal to itself.
  @FunctionalInterface
  public interface Work<T> {
    T with(LockedJournal journal) throws IOException, CommitException;
  }

  /// Runs with the journal to itself, up to date and with nothing half done. Work may nest.
  public <T> T locked(Work<T> work) throws IOException, CommitException {
    boolean stopped = false;
    try (FolderLock.Held held = lock.take()) {
      if (held.isOutermost()) {
        locked.update();
      }
      try {
        return work.with(locked);
      } finally {
        stopped = held.isOutermost() && locked.takeInterrupt();
      }
    } finally {
      if (stopped) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// From now on what is changed goes through somebody who has the files open.
  public void heldBy(FileHolder somebody) {
    holder = somebody;
  }

  @Nullable FileHolder holder() {
    return holder;
  }

  /// Whether this thread is in [#locked].
  boolean isLocked() {
    return lock.isHeld();
  }

  /// A name that nothing else has.
  public static String newId() {
    long random = ThreadLocalRandom.current().nextLong(1L << 40);
    String text = Long.toString(random, 36);
    return "00000000".substring(Math.min(8, text.length())) + text;
  }
}
