package dev.tenon.engine.observe;

import dev.tenon.core.json.Json;
import dev.tenon.core.session.IsoTime;
import dev.tenon.providers.wire.SecretMask;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/// `logs/tenon.jsonl`: one JSON object a line, without secrets. When the file is full it becomes
/// `tenon.1.jsonl`, and so on; the oldest goes. Several programs may write at once. A disk that
/// refuses costs the log and nothing else; it is told once. Safe for several threads.
final class LogFile {
  private static final int KEPT = 4;

  private final Path folder;
  private final long most;
  private final SecretMask secrets;
  private final InstantSource clock;
  private final Consumer<String> problems;
  private final String run = Long.toString(System.nanoTime() & 0xffff_ffffL, 36);
  private final ReentrantLock own = new ReentrantLock();
  private boolean told;

  /// @param most bytes of one file
  LogFile(
      Path folder, long most, SecretMask secrets, InstantSource clock, Consumer<String> problems) {
    this.folder = folder;
    this.most = most;
    this.secrets = secrets;
    this.clock = clock;
    this.problems = problems;
  }

  /// Writes one line.
  void write(String level, String event, Json.Builder facts) {
    String line =
        Json.object()
            .put("at", IsoTime.of(clock.millis()))
            .put("level", level)
            .put("run", run)
            .put("event", event)
            .putAll(facts.build())
            .build()
            .compact();
    byte[] bytes = (secrets.clean(line) + "\n").getBytes(StandardCharsets.UTF_8);
    // A prompt that was stopped leaves its mark on the thread; the log is written all the same.
    boolean interrupted = Thread.interrupted();
    own.lock();
    try {
      Files.createDirectories(folder);
      Path file = folder.resolve("tenon.jsonl");
      if (Files.exists(file) && Files.size(file) + bytes.length > most) {
        rotate(file, bytes.length);
      }
      try (OutputStream out =
          Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
        out.write(bytes);
      }
    } catch (IOException refused) {
      if (!told) {
        told = true;
        problems.accept("the log cannot be written: " + refused.getMessage());
      }
    } finally {
      own.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void rotate(Path file, int coming) throws IOException {
    try (FileChannel lock =
        FileChannel.open(
            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      // Released when the channel is closed.
      lock.lock();
      if (!Files.exists(file) || Files.size(file) + coming <= most) {
        // Another program was quicker.
        return;
      }
      for (int i = KEPT; i >= 1; i--) {
        Path older = folder.resolve("tenon." + i + ".jsonl");
        Path newer = i == 1 ? file : folder.resolve("tenon." + (i - 1) + ".jsonl");
        if (Files.exists(newer)) {
          Files.move(newer, older, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
  }
}
