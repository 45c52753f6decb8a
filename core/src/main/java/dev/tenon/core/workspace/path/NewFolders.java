package dev.tenon.core.workspace.path;

import dev.tenon.core.text.IoFailure;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Creates folders below a root. Java has no way to create a folder inside an open one, and by its
/// path it could come to lie behind a link that was just swapped in. So a new folder is born
/// directly in the root and moved into place by handles.
record NewFolders(SafeFiles.Opener opener) {

  /// Creates what is missing on the way from the base to the folder, and adds it to the list.
  void create(Path base, Path folder, List<Path> created) throws IOException {
    try (Folder root = opener.open(base)) {
      Folder at = opener.open(base);
      try {
        for (Path part : base.relativize(folder)) {
          String name = part.toString();
          if (name.isEmpty()) {
            continue;
          }
          if (at.statIfThere(name) == null) {
            make(root, at, name);
            created.add(at.path().resolve(name));
          }
          Folder next = at.folder(name);
          at.close();
          at = next;
        }
      } finally {
        at.close();
      }
    } catch (FileSystemException problem) {
      var named = new FileSystemException(folder.toString(), null, reason(problem));
      named.initCause(problem);
      throw named;
    }
  }

  private static String reason(FileSystemException problem) {
    return problem instanceof AccessDeniedException
        ? "the operating system denies creating it"
        : "it cannot be created: " + IoFailure.reason(problem);
  }

  private static void make(Folder root, Folder at, String name) throws IOException {
    if (at.path().equals(root.path())) {
      Files.createDirectory(root.path().resolve(name));
      return;
    }
    String temporary = SafeFiles.temporaryName();
    try {
      Files.createDirectory(root.path().resolve(temporary));
    } catch (AccessDeniedException rootIsReadOnly) {
      Files.createDirectory(at.path().resolve(name));
      return;
    }
    try {
      root.move(temporary, at, name);
    } catch (AtomicMoveNotSupportedException otherFileSystem) {
      root.deleteFolder(temporary);
      Files.createDirectory(at.path().resolve(name));
    } catch (IOException problem) {
      root.deleteFolder(temporary);
      throw problem;
    }
  }
}
