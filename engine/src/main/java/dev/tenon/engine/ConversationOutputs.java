package dev.tenon.engine;

import dev.tenon.core.exec.shell.Artifacts;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.engine.session.ActiveSession;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Where the long outputs of a conversation's commands are: with its session, so that they are
/// there when it is resumed, and no other session reaches them. Those of a conversation that is not
/// kept end with it.
final class ConversationOutputs implements Supplier<Path>, AutoCloseable {
  private static final Duration LEFT_BEHIND = Duration.ofDays(7);
  private static final String PREFIX = "run-";

  private final Path folder;
  private final Path unkept;
  private final @Nullable ActiveSession session;

  /// @param folder where outputs go that belong to no session
  ConversationOutputs(Path folder, @Nullable ActiveSession session) {
    this.folder = folder;
    this.unkept = folder.resolve(PREFIX + Long.toHexString(ThreadLocalRandom.current().nextLong()));
    this.session = session;
  }

  Artifacts artifacts() {
    return new Artifacts(this, Artifacts.Limits.SESSION);
  }

  /// What runs the person's own commands, without a wall.
  ///
  /// @param hidden variables that no command gets
  Shell personsShell(Set<String> hidden) {
    return new Shell(Shell.Setup.DEFAULT.hiding(hidden).spillingTo(artifacts()));
  }

  /// The folder of now: the conversation may go on in another session.
  @Override
  public Path get() {
    ActiveSession kept = session;
    return kept == null ? unkept : kept.outputs(folder).orElse(unkept);
  }

  @Override
  public void close() {
    try {
      if (Files.isDirectory(unkept)) {
        delete(unkept);
        deleteLeftBehind();
      }
    } catch (IOException undeleted) {
      // They are private, and the next conversation of this kind tries again.
    }
  }

  /// What conversations left that ended before they could clear up.
  private void deleteLeftBehind() throws IOException {
    Instant oldest = Instant.now().minus(LEFT_BEHIND);
    try (DirectoryStream<Path> runs = Files.newDirectoryStream(folder, PREFIX + "*")) {
      for (Path run : runs) {
        if (Files.getLastModifiedTime(run).toInstant().isBefore(oldest)) {
          delete(run);
        }
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    }
    Files.deleteIfExists(folder);
  }
}
