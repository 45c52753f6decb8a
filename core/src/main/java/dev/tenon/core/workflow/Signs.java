package dev.tenon.core.workflow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;

/// The signs of life of a team's workers: a file for each, whose time is renewed. A worker is gone
/// when its process is, or when its last sign is older than the lease.
///
/// @param folder that of the workflow
public record Signs(Path folder) {

  private Path file(int worker) {
    return folder.resolve("worker-" + worker + ".alive");
  }

  /// What a worker prints goes here where no tmux shows it.
  public Path output(int worker) {
    return folder.resolve("worker-" + worker + ".log");
  }

  public void give(int worker, long pid) throws IOException {
    Files.createDirectories(folder);
    Path file = file(worker);
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        || !Files.readString(file).equals(String.valueOf(pid))) {
      Files.writeString(file, String.valueOf(pid));
    }
    Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
  }

  /// Why a worker is gone; empty while it lives.
  public String gone(TeamBoard.Claim claim, Duration lease) throws IOException {
    if (ProcessHandle.of(claim.pid()).filter(ProcessHandle::isAlive).isEmpty()) {
      return "process " + claim.pid() + " of worker " + claim.worker() + " is gone";
    }
    Path file = file(claim.worker());
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return "";
    }
    Duration silent = Duration.between(Files.getLastModifiedTime(file).toInstant(), Instant.now());
    return silent.compareTo(lease) > 0
        ? "worker " + claim.worker() + " gave no sign of life for " + silent.toSeconds() + " s"
        : "";
  }
}
