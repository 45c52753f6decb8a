package dev.tenon.core.exec.shell;

import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Pipes with names, in a private folder, for the output of commands, and for what programs that
/// live longer read. The pipe that the JDK makes for a process is drained into memory and closed by
/// the JDK when the process exits, however much a background child still prints; of these we decide
/// ourselves, and a blocked reader can be interrupted. A pipe that was read to its end is used
/// again. Safe for several threads.
final class NamedPipes implements AutoCloseable {
  private static final int BATCH = 4;

  /// Making pipes takes a millisecond; on a machine that does not get to it, somebody has to say
  /// so.
  private static final long LONGEST_SECONDS = 30;

  private final ArrayDeque<File> free = new ArrayDeque<>();
  private final List<File> all = new ArrayList<>();
  private @Nullable Path folder;
  private int made;
  private boolean closed;

  /// A pipe in use. Its end comes when the last process that writes is gone and [#started] was
  /// called.
  final class Lent implements AutoCloseable {
    private final File file;
    private final RandomAccessFile anchor;
    private final FileChannel channel;

    private Lent(File file, StandardOpenOption end) throws IOException {
      this.file = file;
      // Opening a pipe blocks until somebody is at its other end; with both ends open it does not.
      this.anchor = new RandomAccessFile(file, "rw");
      try {
        this.channel = FileChannel.open(file.toPath(), end);
      } catch (IOException unusable) {
        anchor.close();
        throw unusable;
      }
    }

    ProcessBuilder.Redirect redirect() {
      return ProcessBuilder.Redirect.to(file);
    }

    /// For a pipe whose reading end the process gets.
    ProcessBuilder.Redirect source() {
      return ProcessBuilder.Redirect.from(file);
    }

    FileChannel channel() {
      return channel;
    }

    /// The process holds its end now; our own is let go.
    void started() throws IOException {
      anchor.close();
    }

    /// Gives the pipe back after its end was reached.
    void giveBack() {
      synchronized (NamedPipes.this) {
        free.add(file);
      }
    }

    /// Takes the name away, so that nobody else can open the pipe; it is not used again.
    void discard() {
      synchronized (NamedPipes.this) {
        if (all.remove(file)) {
          deleteQuietly(file);
        }
      }
    }

    @Override
    public void close() throws IOException {
      anchor.close();
      channel.close();
    }
  }

  /// A pipe that this program reads.
  Lent lend() throws IOException {
    return lend(StandardOpenOption.READ);
  }

  /// @param end which end this program has
  synchronized Lent lend(StandardOpenOption end) throws IOException {
    if (closed) {
      throw new IOException("the shell is closed; nothing can be started any more");
    }
    if (free.isEmpty()) {
      make();
    }
    return new Lent(free.remove(), end);
  }

  /// The folder of the pipes, if one was needed yet.
  synchronized @Nullable Path folder() {
    return folder;
  }

  private void make() throws IOException {
    Path place = folder == null ? newFolder() : folder;
    folder = place;
    var names = new ArrayList<String>();
    names.add(Programs.find("mkfifo"));
    names.add("-m");
    names.add("600");
    var batch = new ArrayList<File>();
    for (int i = 0; i < BATCH; i++) {
      File file = place.resolve(Integer.toString(++made)).toFile();
      batch.add(file);
      names.add(file.getPath());
    }
    all.addAll(batch);
    Process maker =
        new ProcessBuilder(names)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!isDone(maker)) {
      throw new IOException("no pipe for the output could be made in " + place);
    }
    free.addAll(batch);
  }

  /// Needs no thread of a pool: whoever embeds this may have blocked all of them with us. Half a
  /// batch is not used, and goes at the end.
  private static boolean isDone(Process maker) throws IOException {
    try {
      return maker.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS) && maker.exitValue() == 0;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      var interrupted = new InterruptedIOException("it was stopped before it began");
      interrupted.initCause(stopped);
      throw interrupted;
    } finally {
      maker.destroyForcibly();
    }
  }

  private static Path newFolder() throws IOException {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    var mode = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    String name = "tenon-" + ProcessHandle.current().pid() + "-";
    for (int i = 0; ; i++) {
      try {
        return Files.createDirectory(
            temporary.resolve(name + Long.toString(System.nanoTime(), 36)), mode);
      } catch (FileAlreadyExistsException taken) {
        if (i == 100) {
          throw taken;
        }
      }
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    for (File file : all) {
      deleteQuietly(file);
    }
    all.clear();
    free.clear();
    if (folder != null) {
      deleteQuietly(folder.toFile());
      folder = null;
    }
  }

  /// What cannot be deleted from the temporary folder is left to whoever clears that.
  private static void deleteQuietly(File file) {
    if (!file.delete()) {
      file.deleteOnExit();
    }
  }
}
