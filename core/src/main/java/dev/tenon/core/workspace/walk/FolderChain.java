package dev.tenon.core.workspace.walk;

import dev.tenon.core.workspace.path.Folder;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The way from a folder down to one below it, one name at a time. However deep it leads, only so
/// many handles are open: those of the last folders, and one of every so many before them, from
/// which a folder is opened again when the walk comes back to it. For one thread.
final class FolderChain implements Closeable {
  /// How many of the last folders stay open, and how far those that stay open for good are apart.
  private static final int NEAR = 32;

  private final List<String> names = new ArrayList<>();
  private final List<@Nullable Folder> folders = new ArrayList<>();

  /// @param start closed with the chain
  FolderChain(Folder start) {
    names.add("");
    folders.add(start);
  }

  /// Goes to a folder of the current one. Nothing is opened yet.
  void down(String name) {
    names.add(name);
    folders.add(null);
  }

  /// Goes back to the folder around the current one.
  void up() throws IOException {
    names.removeLast();
    Folder left = folders.removeLast();
    if (left != null) {
      left.close();
    }
  }

  /// The current folder, which the chain closes.
  Folder folder() throws IOException {
    int last = folders.size() - 1;
    int open = last;
    Folder at = folders.get(open);
    while (at == null) {
      open--;
      at = folders.get(open);
    }
    for (int i = open + 1; i <= last; i++) {
      at = at.folder(names.get(i));
      folders.set(i, at);
      release(i - NEAR);
    }
    return at;
  }

  private void release(int index) throws IOException {
    if (index <= 0 || index % NEAR == 0) {
      return;
    }
    Folder far = folders.set(index, null);
    if (far != null) {
      far.close();
    }
  }

  @Override
  public void close() throws IOException {
    IOException failed = null;
    for (Folder each : folders) {
      try {
        if (each != null) {
          each.close();
        }
      } catch (IOException problem) {
        failed = problem;
      }
    }
    folders.clear();
    if (failed != null) {
      throw failed;
    }
  }
}
