package dev.tenon.core.change;

import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.json.Json;
import dev.tenon.core.workspace.FileContent;
import dev.tenon.core.workspace.PathException;
import dev.tenon.core.workspace.Sha256;
import dev.tenon.core.workspace.TextFile;
import dev.tenon.core.workspace.UnwritableTextException;
import dev.tenon.core.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The record of everything that Tenon changed in a project, and the only way to change it. One
/// journal per project lies under the user's state folder; several programs may use it at once.
///
/// A commit writes its intention first, then the files, then that it is done. If the program dies
/// in between, the next one takes back what was half done. Nothing is read or written before the
/// first change.
public final class Journal {
  private final Path folder;
  private final String session;
  private final Blobs blobs;
  private final Disk disk;
  private final JournalFile file;
  private final FolderLock lock;
  private final Ledger ledger = new Ledger();
  private @Nullable Checkpoint checkpoint;

  private Journal(Path folder, Workspace workspace, String session) {
    this.folder = folder;
    this.session = session;
    this.blobs = new Blobs(folder.resolve("blobs"));
    this.disk = new Disk(workspace.sandbox());
    this.file = new JournalFile(folder.resolve("journal.jsonl"));
    this.lock = new FolderLock(folder.resolve("journal.lock"));
  }

  /// The journal of the workspace's root under the state folder. Takes back at once what a crash
  /// has left half done.
  public static Journal open(Path stateFolder, Workspace workspace, String session)
      throws IOException, CommitException {
    var journal = new Journal(folderOf(stateFolder, workspace.root()), workspace, session);
    if (Files.exists(journal.pendingMarker())) {
      journal.locked(() -> journal);
    }
    if (Files.exists(journal.folder.resolve("running"))) {
      journal.finishCommands(workspace);
    }
    return journal;
  }

  /// Records what commands did whose program died.
  private void finishCommands(Workspace workspace) throws IOException, CommitException {
    try {
      new ShellEffects(workspace, this, EffectLimits.DEFAULT).recover();
    } catch (InterruptedException stopped) {
      // The next one to open the journal does it.
      Thread.currentThread().interrupt();
    }
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
    checkpoint =
        new Checkpoint(
            newId(),
            session,
            Instant.now(),
            line.length() > 120 ? line.substring(0, 119) + "…" : line);
    return checkpoint;
  }

  /// The moment before the prompt that is carried out now, if there is one.
  public Optional<Checkpoint> currentPrompt() {
    return Optional.ofNullable(checkpoint);
  }

  /// Goes on with a prompt that an earlier program began.
  void continuePrompt(Checkpoint begun) {
    checkpoint = begun;
  }

  /// Carries out the transaction: every file or none.
  public List<Change> commit(Transaction transaction, Attribution by)
      throws CommitException, IOException {
    return record(transaction, by).changes();
  }

  /// Everything that was changed, oldest first.
  public List<Change> changes() throws IOException, CommitException {
    return locked(ledger::changes);
  }

  public List<Checkpoint> checkpoints() throws IOException, CommitException {
    return locked(ledger::checkpoints);
  }

  /// The ids of changes that have been taken back.
  public Set<String> undone() throws IOException, CommitException {
    return locked(ledger::undone);
  }

  /// What was found damaged and what was done about it, once.
  public List<String> takeWarnings() {
    return ledger.takeWarnings();
  }

  public String session() {
    return session;
  }

  // ---- for the other classes of this room, under the lock

  /// One file's change as it will be recorded, with its contents at hand.
  record Step(
      String path,
      @Nullable String target,
      @Nullable Content before,
      @Nullable Content after,
      List<String> undoes) {}

  /// Changes that have been carried out, each with its step.
  record Recorded(List<Change> changes, List<Step> steps) {}

  /// A commit that answers the contents, too.
  Recorded record(Transaction transaction, Attribution by) throws CommitException, IOException {
    return locked(
        () -> {
          var steps = new ArrayList<Step>();
          for (FileChange change : transaction.changes()) {
            steps.add(step(change));
          }
          return new Recorded(carryOut(steps, by, List.of()), steps);
        });
  }

  interface Action<T> {
    T run() throws IOException, CommitException;
  }

  /// Runs with the journal to itself, up to date and with nothing half done.
  <T> T locked(Action<T> action) throws IOException, CommitException {
    try (FolderLock.Held held = lock.take()) {
      if (held.isOutermost()) {
        ledger.add(file.more());
        recover();
      }
      return action.run();
    }
  }

  @Nullable Content read(String path) throws IOException, CommitException {
    try {
      return disk.read(path);
    } catch (PathException denied) {
      throw new CommitException(
          CommitException.Kind.DENIED, path, String.valueOf(denied.getMessage()), denied);
    }
  }

  /// The same for a path that comes from outside of this room: one that leads elsewhere is denied.
  private @Nullable Content readInside(String path) throws IOException, CommitException {
    try {
      disk.requireInside(path);
    } catch (PathException denied) {
      throw new CommitException(
          CommitException.Kind.DENIED, path, String.valueOf(denied.getMessage()), denied);
    }
    return read(path);
  }

  /// Where the journal lies, with all that belongs to the project.
  Path folder() {
    return folder;
  }

  Blobs blobs() {
    return blobs;
  }

  /// Records what has happened without the journal's doing.
  ///
  /// @param noticed what people did before that, in commits of their own
  List<Change> observed(List<Change> noticed, List<Change> changes) throws IOException {
    for (Change each : noticed) {
      append("observed", each.commit(), List.of(each), List.of());
    }
    writeCheckpoint();
    append("observed", changes.getFirst().commit(), changes, List.of());
    ledger.add(file.more());
    return changes;
  }

  Content blob(FileImage image) throws IOException {
    return blobs.get(image);
  }

  /// Marks changes as taken back for which nothing is left to do.
  void settle(List<String> ids) throws IOException {
    if (!ids.isEmpty()) {
      file.append(Json.object().put("type", "settled").put("undoes", Json.strings(ids)).build());
      ledger.settle(ids);
    }
  }

  /// Removes folders that a change had made, as far as they are empty now.
  void removeFolders(List<String> folders) throws CommitException {
    try {
      disk.removeFolders(folders);
    } catch (PathException denied) {
      throw new CommitException(
          CommitException.Kind.DENIED, null, String.valueOf(denied.getMessage()), denied);
    }
  }

  Ledger ledger() {
    return ledger;
  }

  List<Change> carryOut(List<Step> steps, Attribution by, List<Change> noticed)
      throws IOException, CommitException {
    return carryOut(steps, step -> by, noticed);
  }

  /// Records and carries out these steps as one commit. Edits that someone made meanwhile behind
  /// Tenon's back are recorded first, as the user's.
  List<Change> carryOut(List<Step> steps, Function<Step, Attribution> by, List<Change> noticed)
      throws IOException, CommitException {
    return carryOut(newId(), steps, by, noticed);
  }

  /// The same under a name that was chosen before, so that it can be asked for after a crash.
  List<Change> carryOut(
      String commit, List<Step> steps, Function<Step, Attribution> by, List<Change> noticed)
      throws IOException, CommitException {
    var behindOurBack = new ArrayList<>(noticed);
    for (Step step : steps) {
      notice(step.path, step.before).ifPresent(behindOurBack::add);
    }
    if (!behindOurBack.isEmpty()) {
      String before = behindOurBack.getFirst().commit();
      append("intent", before, behindOurBack, List.of());
      append("done", before, List.of(), List.of());
    }
    writeCheckpoint();
    var changes = new ArrayList<Change>();
    var writes = new ArrayList<Disk.Write>();
    for (Step step : steps) {
      keep(step.before);
      keep(step.after);
      changes.add(change(commit, changes.size() + 1, step, by.apply(step)));
      if (step.target == null) {
        writes.add(new Disk.Write(step.path, step.before, step.after));
      } else {
        writes.add(new Disk.Write(step.target, null, step.after));
        writes.add(new Disk.Write(step.path, step.before, null));
      }
    }
    append("intent", commit, changes, List.of());
    Files.writeString(pendingMarker(), commit);
    try {
      List<String> folders = disk.apply(writes);
      append("done", commit, List.of(), folders);
    } catch (CommitException nothingHappened) {
      append("void", commit, List.of(), List.of());
      throw nothingHappened;
    } finally {
      Files.deleteIfExists(pendingMarker());
      ledger.add(file.more());
    }
    return ledger.changesOf(commit);
  }

  /// The changes of a commit; none if it did not happen.
  List<Change> changesOf(String commit) throws IOException, CommitException {
    return locked(
        () -> ledger.changes().stream().filter(it -> it.commit().equals(commit)).toList());
  }

  private Change change(String commit, int number, Step step, Attribution by) {
    return new Change(
        commit + "." + number,
        commit,
        Instant.now(),
        by,
        session,
        checkpoint == null ? "" : checkpoint.id(),
        step.path,
        step.target,
        Content.imageOf(step.before),
        Content.imageOf(step.after),
        List.of(),
        step.undoes);
  }

  /// The user's own edit of a file that Tenon knew differently.
  private Optional<Change> notice(String path, @Nullable Content now) throws IOException {
    Optional<Optional<FileImage>> known = ledger.lastKnown(path);
    FileImage image = Content.imageOf(now);
    if (known.isEmpty() || known.get().equals(Optional.ofNullable(image))) {
      return Optional.empty();
    }
    FileImage before = known.get().orElse(null);
    if (before == null && image == null) {
      return Optional.empty();
    }
    keep(now);
    String commit = newId();
    return Optional.of(
        new Change(
            commit + ".1",
            commit,
            Instant.now(),
            Attribution.user("outside Tenon"),
            session,
            "",
            path,
            null,
            before,
            image,
            List.of(),
            List.of()));
  }

  private Step step(FileChange change) throws IOException, CommitException {
    Content now = readInside(change.path());
    return switch (change) {
      case FileChange.Create create -> {
        if (now != null) {
          throw stale(create.path(), "exists already");
        }
        yield new Step(create.path(), null, null, created(create.path(), create.text()), List.of());
      }
      case FileChange.Update update ->
          new Step(
              update.path(),
              null,
              base(update.path(), update.baseSha256(), now),
              edited(update.path(), base(update.path(), update.baseSha256(), now), update.text()),
              List.of());
      case FileChange.Delete delete ->
          new Step(
              delete.path(), null, base(delete.path(), delete.baseSha256(), now), null, List.of());
      case FileChange.Move move -> {
        if (readInside(move.target()) != null) {
          throw stale(move.target(), "exists already");
        }
        Content base = base(move.path(), move.baseSha256(), now);
        yield new Step(
            move.path(), move.target(), base, edited(move.path(), base, move.text()), List.of());
      }
    };
  }

  private static Content base(String path, String sha256, @Nullable Content now)
      throws CommitException {
    if (now == null) {
      throw stale(path, "is gone");
    }
    if (now.kind() != FileImage.Kind.FILE) {
      throw stale(path, "is no longer a file");
    }
    if (!now.image().sha256().equals(sha256)) {
      throw stale(path, "has changed since it was read");
    }
    return now;
  }

  static CommitException stale(String path, String how) {
    return new CommitException(CommitException.Kind.STALE, path, path + " " + how, null);
  }

  /// A new file with this text.
  static Content created(String path, String text) throws CommitException {
    try {
      return new Content(TextFile.create(text).bytes(), null).withMode(Umask.newFile());
    } catch (UnwritableTextException unwritable) {
      throw unwritable(path, unwritable);
    }
  }

  /// The file with another text, in its own encoding and with its own line endings and mode.
  static Content edited(String path, Content base, String text) throws CommitException {
    if (!(FileContent.of(base.bytes(), base.image().mode()) instanceof TextFile file)) {
      throw new CommitException(
          CommitException.Kind.UNWRITABLE, path, path + " is a binary file", null);
    }
    try {
      return Content.of(file.withText(text), base.image().mode());
    } catch (UnwritableTextException unwritable) {
      throw unwritable(path, unwritable);
    }
  }

  private static CommitException unwritable(String path, UnwritableTextException why) {
    return new CommitException(
        CommitException.Kind.UNWRITABLE, path, path + ": " + why.getMessage(), why);
  }

  private void keep(@Nullable Content content) throws IOException {
    if (content != null) {
      blobs.put(content);
    }
  }

  private void writeCheckpoint() throws IOException {
    if (checkpoint != null && !ledger.knows(checkpoint)) {
      file.append(
          Json.object().put("type", "checkpoint").putAll(ChangeJson.toJson(checkpoint)).build());
    }
  }

  private void append(String type, String commit, List<Change> changes, List<String> folders)
      throws IOException {
    var entry = Json.object().put("type", type).put("commit", commit);
    if (!changes.isEmpty()) {
      entry.array("changes", changes.stream().map(ChangeJson::toJson).toList());
    }
    if (!folders.isEmpty()) {
      entry.put("folders", Json.strings(folders));
    }
    file.append(entry.build());
  }

  /// Takes back what a program that died had begun: files that have their new content get their old
  /// one again; files that someone has changed since are left alone.
  private void recover() throws IOException, CommitException {
    for (Map.Entry<String, List<Change>> begun : ledger.open().entrySet()) {
      var writes = new ArrayList<Disk.Write>();
      for (Change change : begun.getValue()) {
        putBack(
            change.pathAfter(),
            change.after(),
            change.target() == null ? change.before() : null,
            writes);
        if (change.target() != null) {
          putBack(change.path(), null, change.before(), writes);
        }
      }
      disk.apply(writes);
      disk.sweep(begun.getValue());
      append("void", begun.getKey(), List.of(), List.of());
      ledger.add(file.more());
    }
    Files.deleteIfExists(pendingMarker());
  }

  private void putBack(
      String path, @Nullable FileImage after, @Nullable FileImage before, List<Disk.Write> writes)
      throws IOException, CommitException {
    Content now = read(path);
    FileImage image = Content.imageOf(now);
    boolean isAfter = image == null ? after == null : image.sameBytes(after);
    if (isAfter) {
      writes.add(new Disk.Write(path, now, before == null ? null : blobs.get(before)));
    }
  }

  private Path pendingMarker() {
    return folder.resolve("pending");
  }

  static String newId() {
    long random = ThreadLocalRandom.current().nextLong(1L << 40);
    String text = Long.toString(random, 36);
    return "00000000".substring(Math.min(8, text.length())) + text;
  }
}
