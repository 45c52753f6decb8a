package dev.tenon.cli.terminal.history;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What stands in the editor of a program that runs, in a file beside the history of its project,
/// so that it is not lost with a program that is killed. Whoever starts next finds it. Each program
/// has its own, named after its process. Used by one thread.
final class Drafts {
  private static final String MARK = ".draft-";

  /// A text of the greatest length, in which each character takes as many bytes as it can.
  private static final int READ_BYTES = 3 * LongTexts.LONGEST + 1;

  private final Path beside;
  private final HistoryFile own;
  private boolean written;

  /// @param beside the file of the history
  Drafts(Path beside) {
    this.beside = beside;
    this.own =
        new HistoryFile(
            beside.resolveSibling(beside.getFileName() + MARK + ProcessHandle.current().pid()));
  }

  /// Keeps this text in place of the one before; an empty one is none.
  void keep(String text) throws IOException {
    if (!text.isEmpty()) {
      own.write(List.of(text));
      written = true;
    } else if (written) {
      Files.deleteIfExists(own.path());
      written = false;
    }
  }

  /// Takes the drafts of programs that are no more. A file with the name of this process is one of
  /// them, because nothing was kept yet.
  List<String> takeLeft() throws IOException {
    Path folder = beside.toAbsolutePath().getParent();
    var left = new ArrayList<String>();
    if (folder == null || !Files.isDirectory(folder)) {
      return left;
    }
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(folder, beside.getFileName() + MARK + "*")) {
      for (Path file : files) {
        if (isLeft(file)) {
          left.addAll(new HistoryFile(file).read(READ_BYTES).texts());
          Files.deleteIfExists(file);
        }
      }
    }
    return left;
  }

  private boolean isLeft(Path file) {
    Path name = file.getFileName();
    Long pid = name == null ? null : process(name.toString());
    return pid != null
        && (file.getFileName().equals(own.path().getFileName())
            || ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
  }

  /// The process that wrote a file of this name; null if none did.
  private static @Nullable Long process(String name) {
    String number = name.substring(name.lastIndexOf(MARK) + MARK.length());
    boolean digits = !number.isEmpty() && number.chars().allMatch(c -> c >= '0' && c <= '9');
    return digits && number.length() < 19 ? Long.valueOf(number) : null;
  }
}
