package dev.tenon.protocols.acp;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.Editing;
import dev.tenon.core.change.WorkspaceSource;
import dev.tenon.core.change.effects.CommandWatch;
import dev.tenon.core.change.effects.EffectLimits;
import dev.tenon.core.change.effects.HookExtent;
import dev.tenon.core.change.effects.TreeFingerprints;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.change.journal.Commit;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Content;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.LockedJournal;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.text.FileBytes;
import dev.tenon.core.text.FileVersion;
import dev.tenon.core.text.IoFailure;
import dev.tenon.core.text.TextFile;
import dev.tenon.core.text.UnwritableTextException;
import dev.tenon.core.workspace.OpenBuffers;
import dev.tenon.core.workspace.ProjectView;
import dev.tenon.core.workspace.Snapshot;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.core.workspace.path.BufferOverlay;
import dev.tenon.core.workspace.path.FileBuffer;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Editing through a client that has files open: what the model reads, and what edits are verified
/// against, is the client's unsaved text; the client writes, so that its buffers follow. Every
/// commit is in the journal as if it had been written to the disk. What a client cannot write (what
/// is no text or very large, moves, deletions) goes to the disk, and is refused for a file with
/// unsaved changes. Commands see the disk. What the journal changes by itself (an undo, a merge)
/// goes through the client as well, and is refused for a file with unsaved changes.
public final class ClientEditing implements Editing, OpenBuffers {
  /// A larger file is not asked for.
  private static final long LARGEST = 8L << 20;

  /// So many files with unsaved changes are looked at again before a search.
  private static final int MOST_LOOKED = 50;

  private final Workspace workspace;
  private final Journal journal;
  private final DirectEditing disk;
  private final WorkspaceSource source;
  private final ClientFiles files;

  /// Files that the client tells with their CRLF line ends.
  private final Set<Path> literal = ConcurrentHashMap.newKeySet();

  private final Map<Path, Optional<FileBuffer>> unsaved = new LinkedHashMap<>();

  /// The unsaved text of files as the client told it last.
  private final Map<Path, String> told = new ConcurrentHashMap<>();

  public ClientEditing(
      Workspace workspace, Journal journal, EffectLimits limits, ClientFiles files) {
    this.workspace = workspace;
    this.journal = journal;
    this.disk = new DirectEditing(workspace, journal, limits);
    this.source = new WorkspaceSource(workspace);
    this.files = files;
    journal.heldBy(this::writeSaved);
  }

  // ---- what is read

  @Override
  public FileState current(String path) throws PlanException {
    return source.current(path, this::snapshot);
  }

  @Override
  public FileState whole(String path) throws PlanException {
    return source.whole(path, this::snapshot);
  }

  @Override
  public List<FileVersion> seen(String path) {
    return source.seen(path);
  }

  @Override
  public List<FileState.Existing> remembered(String path) {
    return source.remembered(path);
  }

  @Override
  public Optional<Snapshot> snapshot(Path real) throws IOException {
    Snapshot saved = workspace.snapshotIfThere(real).orElse(null);
    TextFile held = held(real, saved == null ? null : saved.text().orElse(null), saved != null);
    if (held == null) {
      return Optional.ofNullable(saved);
    }
    return Optional.of(
        Snapshot.of(
            real,
            workspace.sandbox().relative(real),
            FileBytes.of(held.bytes()),
            held.mode().orElse(null)));
  }

  /// The client's text of a file; null when it is the disk's.
  ///
  /// @param saved the disk's text; null when there is none
  /// @param there whether there is anything on the disk
  private @Nullable TextFile held(Path real, @Nullable TextFile saved, boolean there)
      throws IOException {
    if (there && (saved == null || !isAsked(saved))) {
      return null;
    }
    String text = files.read(real, there || told.containsKey(real)).orElse(null);
    if (text == null) {
      return null;
    }
    if (text.contains("\r\n")) {
      literal.add(real);
    } else {
      literal.remove(real);
    }
    String lf = text.replace("\r\n", "\n");
    if (saved != null && lf.equals(saved.lf())) {
      told.remove(real);
      return null;
    }
    told.put(real, lf);
    try {
      return saved == null ? TextFile.create(text) : saved.withText(lf);
    } catch (UnwritableTextException strange) {
      throw new IOException(real + " is open in the editor, and " + strange.getMessage(), strange);
    }
  }

  /// Whether the client is asked for its text of a file that is such on the disk. What it does not
  /// tell, it does not write either: it might have unsaved text.
  static boolean isAsked(TextFile saved) {
    return saved.lf().length() <= LARGEST;
  }

  @Override
  public void look(Path real) throws IOException {
    Snapshot saved = null;
    try {
      if (workspace.files().stat(real).isFolder()) {
        return;
      }
      saved = workspace.snapshotIfThere(real).orElse(null);
    } catch (NoSuchFileException unsavedYet) {
      // A file that is only in the editor.
      saved = null;
    }
    TextFile held = held(real, saved == null ? null : saved.text().orElse(null), saved != null);
    synchronized (unsaved) {
      if (held == null) {
        unsaved.remove(real);
      } else {
        unsaved.put(
            real,
            Optional.of(new FileBuffer(FileBytes.of(held.bytes()), held.mode().orElse(null))));
      }
    }
  }

  @Override
  public BufferOverlay overlay() {
    synchronized (unsaved) {
      return BufferOverlay.of(unsaved);
    }
  }

  /// Files that were found unsaved are looked at again; of files that nobody has read yet, a search
  /// sees what is on the disk.
  @Override
  public ProjectView view() {
    List<Path> known;
    synchronized (unsaved) {
      known = unsaved.keySet().stream().limit(MOST_LOOKED).toList();
    }
    for (Path each : known) {
      try {
        look(each);
      } catch (IOException unanswered) {
        // What was told last is nearer to what the person sees than the disk.
      }
    }
    return workspace.view(this);
  }

  // ---- what is written

  @Override
  public Checkpoint beginPrompt(String prompt) {
    return disk.beginPrompt(prompt);
  }

  @Override
  public Commit commit(Transaction transaction, Attribution by)
      throws CommitException, IOException {
    return journal.locked(
        locked -> {
          List<Commit.Step> steps = locked.verify(transaction, this::content);
          return source.committed(
              steps, locked.carryOut(steps, by, kept -> writer().write(locked, kept)), by);
        });
  }

  private ClientWriter writer() {
    return new ClientWriter(workspace, files, literal);
  }

  /// What changes without a plan of the model, such as an undo, is made from what is on the disk:
  /// text that is not there would be lost.
  private List<String> writeSaved(LockedJournal locked, List<Commit.Step> steps)
      throws IOException, CommitException {
    var unsaved = new ArrayList<String>();
    for (Commit.Step step : steps) {
      if (isUnsaved(locked, step.path())) {
        unsaved.add(step.path());
      }
    }
    if (!unsaved.isEmpty()) {
      throw new CommitException(
          CommitException.Kind.STALE,
          unsaved.getFirst(),
          String.join(", ", unsaved)
              + (unsaved.size() == 1 ? " is" : " are")
              + " open in the editor with text that is not saved; save or revert it there, and try"
              + " again; nothing is changed",
          null);
    }
    return writer().write(locked, steps);
  }

  private boolean isUnsaved(LockedJournal locked, String path) throws IOException, CommitException {
    Content saved = locked.read(path);
    TextFile text = saved == null ? null : saved.loaded().text().orElse(null);
    try {
      return held(source.real(path), text, saved != null) != null;
    } catch (IOException unanswered) {
      if (Thread.interrupted()) {
        locked.interruptAfterwards();
      }
      throw new CommitException(
          CommitException.Kind.IO, path, IoFailure.told(unanswered), unanswered);
    }
  }

  private @Nullable Content content(String path, @Nullable Content saved)
      throws IOException, CommitException {
    TextFile text = saved == null ? null : saved.text().orElse(null);
    Path real = source.real(path);
    String before = told.get(real);
    TextFile held = held(real, text, saved != null);
    if (held == null && before != null) {
      told.remove(real);
      if (text == null || !before.equals(text.lf())) {
        throw CommitException.lost(
            path,
            "had unsaved text in the editor, of which the editor says nothing any more; read it"
                + " again");
      }
    }
    return held == null
        ? saved
        : new Content(held.bytes(), saved == null ? null : saved.image().mode());
  }

  // ---- commands see the disk

  @Override
  public CommandWatch watch(Attribution by) throws InterruptedException {
    return disk.watch(by);
  }

  @Override
  public CommandWatch watchHook(Attribution by, HookExtent extent) throws InterruptedException {
    return disk.watchHook(by, extent);
  }

  @Override
  public CommandWatch watchLooking(Attribution by) {
    return disk.watchLooking(by);
  }

  @Override
  public CommandWatch watchDiscarding() throws InterruptedException {
    return disk.watchDiscarding();
  }

  @Override
  public TreeFingerprints fingerprint() throws InterruptedException {
    return disk.fingerprint();
  }
}
