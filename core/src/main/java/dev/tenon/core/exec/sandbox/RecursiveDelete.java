package dev.tenon.core.exec.sandbox;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Deque;

/// Removes a file, or a folder and all below it, if it is there. No link is followed. Rights that a
/// command has taken away from its folders are given back first. A tree may be of any depth: what
/// lies so deep that the system takes no path to it is first moved up.
public final class RecursiveDelete {
  /// How much longer than that of the top a path may be; systems take about 4000 bytes.
  private static final int LONGEST = 1024;

  private final Frame top;
  private int moved;

  private RecursiveDelete(Frame top) {
    this.top = top;
  }

  /// A folder, and what is still in it.
  private record Frame(Path path, Deque<Path> entries) {
    static Frame open(Path path) throws IOException {
      giveRights(path);
      var entries = new ArrayDeque<Path>();
      try (DirectoryStream<Path> names = Files.newDirectoryStream(path)) {
        for (Path entry : names) {
          entries.add(entry);
        }
      } catch (DirectoryIteratorException failed) {
        throw failed.getCause();
      }
      return new Frame(path, entries);
    }
  }

  public static void delete(Path path) throws IOException {
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      new RecursiveDelete(Frame.open(path)).run();
    } else {
      Files.deleteIfExists(path);
    }
  }

  private void run() throws IOException {
    var way = new ArrayDeque<Frame>();
    way.push(top);
    while (!way.isEmpty()) {
      Frame at = way.peek();
      Path entry = at.entries.poll();
      if (entry == null) {
        Files.deleteIfExists(at.path);
        way.pop();
      } else if (!Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
        Files.deleteIfExists(entry);
      } else if (entry.toString().length() > top.path.toString().length() + LONGEST) {
        moveUp(entry);
      } else {
        way.push(Frame.open(entry));
      }
    }
  }

  private void moveUp(Path folder) throws IOException {
    // A folder that gets another parent has to be writable itself.
    giveRights(folder);
    Path near = top.path.resolve(".tenon-deep-" + moved++);
    while (Files.exists(near, LinkOption.NOFOLLOW_LINKS)) {
      near = top.path.resolve(".tenon-deep-" + moved++);
    }
    Files.move(folder, near, StandardCopyOption.ATOMIC_MOVE);
    top.entries.add(near);
  }

  private static void giveRights(Path folder) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
  }
}
