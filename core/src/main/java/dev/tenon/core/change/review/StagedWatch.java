package dev.tenon.core.change.review;

import dev.tenon.core.change.effects.CommandWatch;
import dev.tenon.core.change.effects.Effects;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.Commit;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Content;
import dev.tenon.core.change.view.CommandView;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.core.workspace.path.FileBuffer;
import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.Root;
import dev.tenon.core.workspace.state.FileFingerprint;
import dev.tenon.core.workspace.state.StableRead;
import dev.tenon.core.workspace.walk.IgnoreCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A command on a view of the working buffers: what it did becomes hunks to review. Every file is
/// staged byte for byte, text as lines and others as a whole; what is no file is left out and said.
final class StagedWatch implements CommandWatch {
  private final Workspace workspace;
  private final ReentrantLock lock;
  private final StagedCommit commit;
  private final long mostBytes;
  private long bytes;
  private final Attribution by;
  private final CommandView view;
  private final Map<Path, String> stagedBefore;
  private final Map<String, String> missed = new TreeMap<>();
  private @Nullable Effects result;

  /// @param lock of the staged state
  /// @param mostBytes how much is kept of what the command leaves
  StagedWatch(
      Workspace workspace,
      ReentrantLock lock,
      StagedCommit commit,
      long mostBytes,
      Attribution by,
      CommandView view,
      Map<Path, Optional<FileBuffer>> unsaved) {
    this.workspace = workspace;
    this.lock = lock;
    this.commit = commit;
    this.mostBytes = mostBytes;
    this.by = by;
    this.view = view;
    this.stagedBefore = hashes(unsaved);
  }

  static Map<Path, String> hashes(Map<Path, Optional<FileBuffer>> unsaved) {
    Map<Path, String> hashes = new HashMap<>();
    unsaved.forEach((path, file) -> hashes.put(path, file.map(FileBuffer::sha256).orElse("")));
    return hashes;
  }

  @Override
  public Confinement view() {
    return view.confinement();
  }

  @Override
  public synchronized Effects finish() {
    Effects known = result;
    if (known == null) {
      boolean interrupted = Thread.interrupted();
      try {
        known = found();
      } catch (IOException | CommitException broken) {
        known = failed(broken);
      } catch (InterruptedException stopped) {
        interrupted = true;
        known = failed(stopped);
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
      result = known;
    }
    return known;
  }

  private static Effects failed(Exception why) {
    return new Effects(
        Effects.Where.STAGED,
        List.of(),
        List.of(),
        List.of("what this command changed could not be staged: " + why.getMessage()));
  }

  private Effects found() throws IOException, CommitException, InterruptedException {
    try (view) {
      var files = new ArrayList<Effects.File>();
      Map<Path, Optional<Path>> touched = view.touched();
      lock.lock();
      try {
        Map<Path, Optional<Path>> gone = new TreeMap<>();
        Map<Path, Optional<Path>> there = new TreeMap<>();
        touched.forEach((path, file) -> (file.isEmpty() ? gone : there).put(path, file));
        var ignored = new IgnoreChecks();
        for (Map<Path, Optional<Path>> part : List.of(gone, there)) {
          for (Map.Entry<Path, Optional<Path>> each : part.entrySet()) {
            stage(each.getKey(), each.getValue(), ignored).ifPresent(files::add);
          }
        }
        commit.finish();
      } finally {
        lock.unlock();
      }
      var lost = new ArrayList<Effects.Missed>();
      missed.forEach((path, reason) -> lost.add(new Effects.Missed(path, reason)));
      String note = view.note();
      return new Effects(
          Effects.Where.STAGED, files, lost, note.isEmpty() ? List.of() : List.of(note));
    }
  }

  private final class IgnoreChecks {
    private final Map<Path, IgnoreCheck> checks = new HashMap<>();

    boolean ignores(Path path, FileStat.Kind kind) {
      for (Root root : workspace.sandbox().roots()) {
        if (path.startsWith(root.path())) {
          return checks
              .computeIfAbsent(root.path(), each -> new IgnoreCheck(workspace.sandbox(), each))
              .ignores(path, kind);
        }
      }
      return false;
    }
  }

  private Optional<Effects.File> stage(Path path, Optional<Path> file, IgnoreChecks ignored)
      throws IOException, CommitException {
    String name = workspace.sandbox().relative(path);
    if (name.indexOf('\uFFFD') >= 0) {
      missed.put(name, "its name is not UTF-8, so it was not staged");
      return Optional.empty();
    }
    if (ignored.ignores(path, FileStat.Kind.FILE)) {
      return Optional.empty();
    }
    Content before = commit.present(name);
    Content after = null;
    String why = null;
    if (file.isPresent()) {
      FileFingerprint fingerprint = FileFingerprint.of(file.get());
      why = reason(fingerprint);
      after = why == null ? read(file.get(), fingerprint) : null;
    }
    if (why == null && same(name, before, after)) {
      return Optional.empty();
    }
    if (after != null) {
      bytes += after.data().size();
      why = bytes > mostBytes ? "more than " + mostBytes + " bytes in all" : why;
    }
    if (why != null) {
      missed.put(name, why + ", so it was not staged");
      return Optional.empty();
    }
    if (!isAsBefore(path, before)) {
      missed.put(name, "staged differently while the command ran");
      return Optional.empty();
    }
    try {
      Commit.File done = commit.bring(name, after, by);
      Change.Kind kind =
          before == null
              ? Change.Kind.CREATED
              : after == null ? Change.Kind.DELETED : Change.Kind.UPDATED;
      return Optional.of(new Effects.File(kind, name, null, done.changeId()));
    } catch (CommitException unwritable) {
      missed.put(name, String.valueOf(unwritable.getMessage()));
      return Optional.empty();
    }
  }

  private static Content read(Path file, FileFingerprint fingerprint) throws IOException {
    return new Content(
        StableRead.of(file, () -> Files.newByteChannel(file)), fingerprint.fileMode());
  }

  private @Nullable String reason(FileFingerprint fingerprint) {
    return switch (fingerprint.kind()) {
      case LINK -> "a link";
      case OTHER -> "neither file nor folder";
      case FOLDER -> "a folder";
      case FILE -> fingerprint.size() > mostBytes ? "too large" : null;
    };
  }

  /// Whether there is nothing to stage. A mode has no hunk.
  private boolean same(String name, @Nullable Content before, @Nullable Content after) {
    if (before == null || after == null) {
      return before == null && after == null;
    }
    boolean bytes = before.image().sameBytes(after.image());
    if (bytes && !before.image().equals(after.image())) {
      missed.put(name, "only its mode, which is not staged");
    }
    return bytes;
  }

  /// Whether nobody staged something else for the file since the command began.
  private boolean isAsBefore(Path path, @Nullable Content now) throws IOException {
    String then = stagedBefore.get(path);
    if (then == null) {
      return !commit.isStaged(workspace.sandbox().relative(path));
    }
    return then.equals(now == null ? "" : now.image().sha256());
  }
}
