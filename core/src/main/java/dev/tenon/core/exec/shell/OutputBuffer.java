package dev.tenon.core.exec.shell;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Keeps the output of one command: all of it while it is short; from then on its beginning and its
/// end in memory, and all of it in an artifact. Used by one thread at a time.
final class OutputBuffer implements AutoCloseable {
  /// Room for the note in the middle.
  private static final int NOTE = 512;

  private final int limit;
  private final int headLimit;
  private final Optional<Artifacts> artifacts;

  private byte[] head = new byte[4096];
  private int headLength;
  private byte @Nullable [] ring;
  private int ringEnd;
  private long total;
  private Artifacts.@Nullable Writing spilling;
  private @Nullable String problem;

  OutputBuffer(int shownBytes, Optional<Artifacts> artifacts) {
    this.limit = shownBytes > 4 * NOTE ? shownBytes - NOTE : shownBytes;
    this.headLimit = limit / 4;
    this.artifacts = artifacts;
  }

  /// What was kept.
  ///
  /// @param artifact the file with all of it, if `text` is not all
  record Kept(String text, long bytes, Optional<Path> artifact) {}

  void add(ByteBuffer bytes) {
    total += bytes.remaining();
    if (ring == null) {
      int fits = Math.min(bytes.remaining(), limit - headLength);
      if (headLength + fits > head.length) {
        head = Arrays.copyOf(head, Math.min(limit, 2 * (headLength + fits)));
      }
      bytes.get(head, headLength, fits);
      headLength += fits;
      if (!bytes.hasRemaining()) {
        return;
      }
      overflow();
    }
    spill(bytes.duplicate());
    intoRing(bytes);
  }

  private void overflow() {
    ring = new byte[limit - headLimit];
    ringEnd = 0;
    try {
      spilling = artifacts.isEmpty() ? null : artifacts.get().open();
    } catch (IOException unusable) {
      problem = String.valueOf(unusable.getMessage());
    }
    spill(ByteBuffer.wrap(head, 0, headLength));
    intoRing(ByteBuffer.wrap(head, headLimit, headLength - headLimit));
  }

  private void spill(ByteBuffer bytes) {
    if (spilling == null || problem != null) {
      return;
    }
    try {
      spilling.write(bytes);
    } catch (IOException full) {
      problem = String.valueOf(full.getMessage());
    }
  }

  private void intoRing(ByteBuffer bytes) {
    byte[] tail = ring;
    if (tail == null) {
      return;
    }
    if (bytes.remaining() > tail.length) {
      bytes.position(bytes.limit() - tail.length);
    }
    while (bytes.hasRemaining()) {
      int fits = Math.min(bytes.remaining(), tail.length - ringEnd);
      bytes.get(tail, ringEnd, fits);
      ringEnd = (ringEnd + fits) % tail.length;
    }
  }

  Kept finish() {
    byte[] tail = ring;
    if (tail == null) {
      return new Kept(
          new String(head, 0, headLength, StandardCharsets.UTF_8), total, Optional.empty());
    }
    close();
    byte[] end = new byte[tail.length];
    System.arraycopy(tail, ringEnd, end, 0, tail.length - ringEnd);
    System.arraycopy(tail, 0, end, tail.length - ringEnd, ringEnd);
    int headEnd = lineEnd();
    int tailStart = lineStart(end);
    long leftOut = total - headEnd - (end.length - tailStart);
    String text =
        new String(head, 0, headEnd, StandardCharsets.UTF_8)
            + "\n["
            + leftOut
            + " of "
            + total
            + " bytes left out here. "
            + whereTheRestIs()
            + "]\n"
            + new String(end, tailStart, end.length - tailStart, StandardCharsets.UTF_8);
    return new Kept(text, total, artifact());
  }

  private Optional<Path> artifact() {
    return spilling == null ? Optional.empty() : Optional.of(spilling.file());
  }

  private String whereTheRestIs() {
    if (spilling == null) {
      String reason = problem == null ? "" : " (" + problem + ")";
      return "They were not kept" + reason + "; run it again with a filter to see them.";
    }
    String address = Artifacts.address(spilling.file());
    if (problem != null) {
      return "The first " + spilling.size() + " bytes are in " + address + " (" + problem + ").";
    }
    return "All are in " + address + ".";
  }

  /// The end of the head, at a line end where one is near.
  private int lineEnd() {
    int end = Utf8.whole(head, headLimit);
    for (int at = end; at > headLimit / 2; at--) {
      if (head[at - 1] == '\n') {
        return at - 1;
      }
    }
    return end;
  }

  private static int lineStart(byte[] tail) {
    for (int at = 0; at < tail.length / 2; at++) {
      if (tail[at] == '\n') {
        return at + 1;
      }
    }
    return Utf8.start(tail, 0, tail.length);
  }

  @Override
  public void close() {
    if (spilling != null) {
      try {
        spilling.close();
      } catch (IOException late) {
        problem = String.valueOf(late.getMessage());
      }
    }
  }
}
