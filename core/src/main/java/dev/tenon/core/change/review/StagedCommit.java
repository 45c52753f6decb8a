package dev.tenon.core.change.review;

import dev.tenon.core.change.WorkspaceSource;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Commit;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Content;
import dev.tenon.core.change.weave.LinePatch;
import dev.tenon.core.change.weave.RawText;
import dev.tenon.core.change.weave.StagedChange;
import dev.tenon.core.change.weave.WholeFile;
import dev.tenon.core.change.weave.WorkingBuffer;
import dev.tenon.core.change.weave.WovenLayer;
import dev.tenon.core.edit.EditPlacement;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.text.Encoding;
import dev.tenon.core.text.Sha256;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.state.StableRead;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Commits into working buffers: verifies that every file is what the transaction was made for,
/// then adds to the change logs of all of them. Used under the lock of [StagedState].
final class StagedCommit {
  private final Workspace workspace;
  private final WorkspaceSource source;
  private final StagedState staging;

  StagedCommit(Workspace workspace, WorkspaceSource source, StagedState staging) {
    this.workspace = workspace;
    this.source = source;
    this.staging = staging;
  }

  Commit commit(Transaction transaction, Attribution by) throws CommitException, IOException {
    var verified = new ArrayList<Verified>();
    for (FileChange change : transaction.changes()) {
      verified.add(verify(change, transaction.origins(change.path())));
    }
    var files = new ArrayList<Commit.File>();
    for (Verified each : verified) {
      files.add(stage(each.buffer, each.step, by, transaction.edits()));
    }
    finish();
    return new Commit(files);
  }

  /// Brings a file to a state, as a change of its own.
  void bring(WorkingBuffer buffer, WovenLayer.Place wanted, RawText text, Attribution by)
      throws CommitException, IOException {
    WovenLayer.Place now = staging.placeNow(buffer);
    if (!now.present() && !wanted.present()) {
      return;
    }
    boolean moves = now.present() && wanted.present() && !now.path().equals(wanted.path());
    stage(
        buffer,
        new Commit.Step(
            now.present() ? now.path() : wanted.path(),
            moves ? wanted.path() : null,
            now.present() ? now(buffer) : null,
            wanted.present() ? text.content(staging.blobs) : null),
        by,
        List.of());
  }

  /// Brings a path to this content byte for byte, as a change of its own; null stands for no file.
  Commit.File bring(String path, @Nullable Content wanted, Attribution by)
      throws CommitException, IOException {
    WorkingBuffer buffer = staging.at(path).or(() -> staging.goneFrom(path)).orElse(null);
    Content before = present(path);
    if (buffer == null) {
      buffer = before != null ? fresh(path, before) : created(path, wanted);
    }
    return stage(buffer, new Commit.Step(path, null, before, wanted), by, List.of());
  }

  /// A buffer for a file that is touched for the first time.
  private WorkingBuffer fresh(String path, Content disk) throws IOException {
    return WorkingBuffer.of(
        staging.nextBuffer(), path, raw(disk, null), staging.guard, staging.blobs);
  }

  private WorkingBuffer created(String path, @Nullable Content first) throws IOException {
    Encoding encoding =
        first == null
            ? Encoding.UTF_8
            : RawText.of(first.loaded()).map(RawText::encoding).orElse(Encoding.UTF_8);
    return WorkingBuffer.created(
        staging.nextBuffer(), path, encoding, staging.guard, staging.blobs);
  }

  /// The file at this path as tools should see it, or null.
  @Nullable Content present(String path) throws CommitException, IOException {
    WorkingBuffer buffer = staging.at(path).orElse(null);
    return buffer != null ? now(buffer) : staging.covers(path) ? null : fileOnDisk(path);
  }

  boolean isStaged(String path) {
    return staging.at(path).isPresent() || staging.covers(path);
  }

  /// A regular file, not what a link in its place leads to.
  private @Nullable Content fileOnDisk(String path) throws CommitException, IOException {
    Path place = workspace.root().resolve(path);
    return Files.isRegularFile(place, LinkOption.NOFOLLOW_LINKS) ? onDisk(path) : null;
  }

  /// The buffer of the file at this path: one that is staged, or that lies on the disk, or is not
  /// there.
  WorkingBuffer any(String path) throws CommitException, IOException {
    WorkingBuffer staged = staging.at(path).or(() -> staging.goneFrom(path)).orElse(null);
    if (staged != null) {
      return staged;
    }
    Content disk = staging.covers(path) ? null : onDisk(path);
    return disk == null ? created(path, null) : fresh(path, disk);
  }

  void finish() {
    staging.decisions.redo().clear();
    staging.tidy();
  }

  /// The file that a buffer holds, which has to be there.
  private Content now(WorkingBuffer buffer) {
    return buffer.written(staging.active(buffer));
  }

  /// A change that fits the present state, and the buffer that takes it.
  private record Verified(WorkingBuffer buffer, Commit.Step step) {}

  private Verified verify(FileChange change, int @Nullable [] origins)
      throws CommitException, IOException {
    String path = name(change.path());
    return switch (change) {
      case FileChange.Create create -> {
        requireAbsent(path);
        Content after = Content.created(path, create.text());
        WorkingBuffer buffer = staging.goneFrom(path).orElse(null);
        if (buffer == null) {
          buffer = created(path, after);
        }
        yield new Verified(buffer, new Commit.Step(path, null, null, after));
      }
      case FileChange.Update update -> {
        WorkingBuffer buffer = buffer(path, update.base().sha256());
        Content before = now(buffer);
        String from = name(update.form().path());
        Content form = from.equals(path) ? before : now(buffer(from, update.form().sha256()));
        Content after = form.loaded().edited(path, update.text(), origins);
        yield new Verified(buffer, new Commit.Step(path, null, before, after));
      }
      case FileChange.Delete delete -> {
        WorkingBuffer buffer = buffer(path, delete.base().sha256());
        yield new Verified(buffer, new Commit.Step(path, null, now(buffer), null));
      }
      case FileChange.Move move -> {
        String target = name(move.target());
        requireAbsent(target);
        WorkingBuffer buffer = buffer(path, move.base().sha256());
        Content before = now(buffer);
        Content after = before.loaded().edited(path, move.text(), origins);
        yield new Verified(buffer, new Commit.Step(path, target, before, after));
      }
      case FileChange.Bytes bytes -> verify(bytes, path);
    };
  }

  private Verified verify(FileChange.Bytes change, String path)
      throws CommitException, IOException {
    String target = change.target() == null ? null : name(change.target());
    String sha256 = change.base();
    if (target != null || sha256 == null) {
      requireAbsent(target == null ? path : target);
    }
    if (sha256 == null) {
      Content after = Content.after(change, null);
      WorkingBuffer gone = staging.goneFrom(path).orElse(null);
      return new Verified(
          gone == null ? created(path, after) : gone, new Commit.Step(path, null, null, after));
    }
    WorkingBuffer buffer = buffer(path, sha256);
    Content before = now(buffer);
    return new Verified(
        buffer, new Commit.Step(path, target, before, Content.after(change, before)));
  }

  private Commit.File stage(
      WorkingBuffer buffer, Commit.Step step, Attribution by, List<EditPlacement> edits)
      throws CommitException, IOException {
    String path = step.path();
    Content before = step.before();
    Content after = step.after();
    List<String> old = before == null ? List.of() : buffer.text(staging.active(buffer)).lines();
    var change =
        new StagedChange(
            staging.nextChange(),
            by,
            Instant.now(),
            kind(step),
            path,
            step.target(),
            before == null ? Sha256.EMPTY : before.image().sha256(),
            LinePatch.between(
                old, after == null ? List.of() : raw(after, buffer.encoding()).lines()),
            edits.stream().filter(edit -> edit.path().equals(path)).toList());
    boolean arrives = before == null || step.target() != null;
    staging.put(buffer);
    buffer.add(
        change,
        staging.checkpoint(),
        staging.rejected(buffer),
        arrives ? staging.vacated(step.pathAfter(), buffer) : List.of());
    return source.committed(
        change.id(), path, step.target(), after == null ? null : now(buffer), by);
  }

  private static StagedChange.Kind kind(Commit.Step step) {
    if (step.before() == null) {
      return StagedChange.Kind.CREATED;
    }
    if (step.after() == null) {
      return StagedChange.Kind.DELETED;
    }
    return step.target() == null ? StagedChange.Kind.UPDATED : StagedChange.Kind.MOVED;
  }

  /// A file as it is woven: its lines, or the whole file in one if it is no text, or text in
  /// another encoding than its history.
  ///
  /// @param encoding of its history; null if it has none
  RawText raw(Content content, @Nullable Encoding encoding) throws IOException {
    Optional<RawText> text = RawText.of(content.loaded());
    if (text.isPresent() && (encoding == null || text.get().encoding() == encoding)) {
      return text.get();
    }
    WholeFile whole = WholeFile.of(content.loaded());
    staging.blobs.put(content);
    return RawText.of(encoding == null ? Encoding.UTF_8 : encoding, content.image().mode(), whole);
  }

  private String name(String path) throws CommitException {
    return workspace.sandbox().relative(source.real(path));
  }

  private void requireAbsent(String path) throws CommitException, IOException {
    boolean there = staging.at(path).isPresent() || (!staging.covers(path) && onDisk(path) != null);
    if (there) {
      throw CommitException.stale(path, "exists already");
    }
  }

  /// The buffer of a file that has this hash now; of a file that is touched for the first time, a
  /// new one.
  private WorkingBuffer buffer(String path, String sha256) throws CommitException, IOException {
    WorkingBuffer buffer = staging.at(path).orElse(null);
    if (buffer == null) {
      Content disk = staging.covers(path) ? null : onDisk(path);
      if (disk == null) {
        throw CommitException.stale(path, "is gone");
      }
      buffer = fresh(path, disk);
    }
    if (!now(buffer).image().sha256().equals(sha256)) {
      throw CommitException.stale(path, "has changed since it was read");
    }
    return buffer;
  }

  private @Nullable Content onDisk(String path) throws CommitException, IOException {
    Path real = source.real(path);
    try {
      FileStat stat = workspace.files().stat(real);
      return new Content(StableRead.of(workspace.sandbox(), real, stat.size()), stat.mode());
    } catch (NoSuchFileException missing) {
      return null;
    }
  }
}
