package dev.tenon.core.change.review;

import dev.tenon.core.change.journal.Blobs;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.change.weave.HunkGuard;
import dev.tenon.core.change.weave.StagedHunk;
import dev.tenon.core.change.weave.WorkingBuffer;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// What prompts had staged, kept beside the journal when it leaves the working buffers: so a run
/// can be looked at, compared and taken back later. One file a prompt, the newest ones only. Used
/// under the lock of [StagedState].
final class RunArchive {
  private static final int MOST = 200;

  private final Path folder;
  private final HunkGuard guard;
  private final Blobs blobs;

  RunArchive(Journal journal, HunkGuard guard) {
    this.folder = journal.folder().resolve("runs");
    this.guard = guard;
    this.blobs = journal.blobs();
  }

  /// Keeps the files that a prompt has changed, as they are staged now. Files of it that have left
  /// the working buffers before stay as they were kept then.
  ///
  /// @param fate what becomes of the hunks now
  void keep(StagedState live, String checkpoint, UnaryOperator<Hunk.Status> fate)
      throws IOException {
    StagedState kept = read(checkpoint).orElseGet(() -> new StagedState(guard, blobs));
    for (WorkingBuffer buffer : live.buffers()) {
      if (buffer.firstLayerOf(checkpoint) >= 0) {
        kept.put(buffer.copy());
        for (StagedHunk hunk : buffer.hunks()) {
          kept.decisions.set(hunk.id(), fate.apply(live.decisions.of(hunk.id())));
        }
      }
    }
    kept.tidy();
    Files.createDirectories(folder);
    write(file(checkpoint), StagingJson.toJson(kept));
    prune();
  }

  private static void write(Path file, Json.Obj content) throws IOException {
    Path temporary = Files.createTempFile(file.getParent(), "new-", ".tmp");
    try {
      try (FileChannel out = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
        ByteBuffer bytes = ByteBuffer.wrap(content.compact().getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
          out.write(bytes);
        }
        out.force(true);
      }
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private void prune() throws IOException {
    List<Path> files = new ArrayList<>();
    try (var names = Files.newDirectoryStream(folder, "*.json")) {
      names.forEach(files::add);
    }
    if (files.size() > MOST) {
      files.sort(Comparator.comparingLong(file -> file.toFile().lastModified()));
      for (Path old : files.subList(0, files.size() - MOST)) {
        Files.deleteIfExists(old);
      }
    }
  }

  /// What a prompt had staged, if it has been kept.
  Optional<StagedState> read(String checkpoint) throws IOException {
    if (!checkpoint.matches("[a-z0-9]+")) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          StagingJson.staging(Json.parse(Files.readString(file(checkpoint))), guard, blobs));
    } catch (NoSuchFileException none) {
      return Optional.empty();
    } catch (JsonException damaged) {
      throw new IOException(
          "what was kept of run " + checkpoint + " is damaged: " + damaged.getMessage(), damaged);
    }
  }

  private Path file(String checkpoint) {
    return folder.resolve(checkpoint + ".json");
  }
}
