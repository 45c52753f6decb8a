package dev.tenon.core.change.journal;

import dev.tenon.core.text.FileBytes;
import dev.tenon.core.text.IoFailure;
import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.path.PathSandbox;
import dev.tenon.core.workspace.path.SafeFiles;
import dev.tenon.core.workspace.state.StableRead;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Writes the steps of a commit to the disk, all or none: everything is prepared in temporary
/// siblings, the present state is compared once more, then the files are put into place; if one
/// refuses, those before it are put back. A path means the name itself: no link on the way or at
/// the end is followed, and below one there is nothing. Used under the journal's lock.
final class Disk {
  private final PathSandbox sandbox;
  private final SafeFiles files;

  Disk(PathSandbox sandbox) {
    this.sandbox = sandbox;
    this.files = sandbox.files();
  }

  /// What is at this path, or null.
  @Nullable Content read(String path) throws IOException, PathException {
    Path place = sandbox.place(path);
    FileStat stat = stat(place);
    if (stat == null) {
      return null;
    }
    return switch (stat.kind()) {
      case FOLDER -> Content.folder(stat.mode());
      case LINK -> Content.link(Files.readSymbolicLink(place).toString());
      case FILE, OTHER -> {
        FileBytes bytes = bytes(place, stat.size());
        yield bytes == null ? null : new Content(bytes, stat.mode());
      }
    };
  }

  private @Nullable FileStat stat(Path place) throws IOException {
    return sandbox.reachable(place) ? files.statIfThere(place) : null;
  }

  private @Nullable FileBytes bytes(Path place, long size) throws IOException {
    try {
      return StableRead.of(sandbox, place, size);
    } catch (NoSuchFileException goneMeanwhile) {
      return null;
    }
  }

  /// Denies a path that leads out of the writable roots, by a link for instance.
  void requireInside(String path) throws PathException {
    sandbox.writable(path);
  }

  /// Carries out all steps, or none. Answers the folders that were made, outermost first.
  List<String> apply(List<Commit.Step> steps) throws CommitException {
    var attempt = new DiskAttempt(sandbox);
    try {
      attempt.prepare(steps);
      for (DiskAttempt.Write write : attempt.writes()) {
        if (!attempt.made(write)) {
          requireUnchanged(write);
        }
      }
      attempt.carryOut();
      return attempt.madeFolders();
    } catch (PathException denied) {
      takeBack(attempt);
      throw CommitException.denied(null, denied);
    } catch (IOException refused) {
      takeBack(attempt);
      throw new CommitException(
          CommitException.Kind.IO,
          null,
          "nothing was written: " + IoFailure.named(refused),
          refused);
    } catch (CommitException stale) {
      takeBack(attempt);
      throw stale;
    } finally {
      attempt.close();
    }
  }

  private static void takeBack(DiskAttempt attempt) throws CommitException {
    var failed = new ArrayList<String>();
    attempt.takeBack((path, why) -> failed.add(path + " (" + IoFailure.named(why) + ")"));
    if (!failed.isEmpty()) {
      throw new CommitException(
          CommitException.Kind.IO,
          null,
          "a commit failed and could not be taken back for "
              + String.join(", ", failed)
              + "; their content is in the journal",
          null);
    }
  }

  private void requireUnchanged(DiskAttempt.Write write) throws IOException, CommitException {
    FileStat now = stat(write.place);
    Content expected = write.from;
    if (expected == null ? now == null : now != null && isStill(write.place, now, expected)) {
      return;
    }
    throw CommitException.stale(
        write.path,
        now == null
            ? "is gone"
            : expected == null ? "exists already" : "has changed since it was read");
  }

  private boolean isStill(Path place, FileStat now, Content expected) throws IOException {
    if (!DiskAttempt.fits(now, expected.kind())) {
      return false;
    }
    return switch (expected.kind()) {
      case FOLDER -> true;
      case LINK -> expected.target().equals(Files.readSymbolicLink(place).toString());
      case FILE -> now.size() == expected.data().size() && hasBytes(place, expected.data());
    };
  }

  private boolean hasBytes(Path place, FileBytes expected) throws IOException {
    try {
      // The bytes themselves are compared, which is faster than hashing them once more.
      return expected instanceof FileBytes.InMemory held
          ? Arrays.equals(files.readAll(place, FileBytes.MOST_IN_MEMORY), held.bytes())
          : StableRead.of(sandbox, place, expected.size()).sha256().equals(expected.sha256());
    } catch (NoSuchFileException goneMeanwhile) {
      return false;
    }
  }

  /// Removes what a program that died has left beside the files of these changes.
  void sweep(List<Change> begun) {
    Set<Path> swept = new HashSet<>();
    for (Change change : begun) {
      for (String path : List.of(change.path(), change.pathAfter())) {
        try {
          Path folder = sandbox.place(path).getParent();
          if (folder != null && swept.add(folder)) {
            files.removeTemporaries(folder);
          }
        } catch (PathException | IOException leftover) {
          // A temporary sibling that cannot be removed is named as ours and does no harm.
        }
      }
    }
  }

  /// Removes folders that an undone change had made, innermost first, as far as they are empty.
  void removeFolders(List<String> made) throws PathException {
    for (String folder : made.reversed()) {
      removeIfEmpty(files, sandbox.place(folder));
    }
  }

  static void removeIfEmpty(SafeFiles files, Path folder) {
    try {
      files.deleteFolder(folder);
    } catch (DirectoryNotEmptyException | NoSuchFileException inUseOrGone) {
      // Someone put something there meanwhile, or removed it: then it is as it should be.
    } catch (IOException stuck) {
      // An empty folder that cannot be removed does no harm.
    }
  }
}
