package dev.tenon.core.workspace;

import dev.tenon.core.text.BinaryFile;
import dev.tenon.core.text.ContentSniffer;
import dev.tenon.core.text.Encoding;
import dev.tenon.core.text.FileContent;
import dev.tenon.core.text.FileVersion;
import dev.tenon.core.text.Sha256;
import dev.tenon.core.text.TextFile;
import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.PathSandbox;
import dev.tenon.core.workspace.state.FileFingerprint;
import dev.tenon.core.workspace.state.StableRead;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads lines of one file. Small files are read whole, so that their text can be remembered; large
/// ones are streamed in constant memory, and very large ones only as far as needed.
record FileReading(PathSandbox sandbox, SeenFiles seen, ReadLimits limits) {
  private static final int CHUNK = 64 * 1024;

  /// @param stat of the file, from just before
  ReadResult read(Path real, FileStat stat, Selector selector, List<String> notes)
      throws IOException {
    Selector wanted = widened(selector);
    return stat.size() <= limits.wholeFile()
        ? readWhole(real, stat, wanted, notes)
        : stream(real, wanted, notes);
  }

  private Selector widened(Selector selector) {
    if (!selector.isRange() || selector.form() == Selector.Form.RAW) {
      return selector;
    }
    boolean open = selector.last() == Long.MAX_VALUE;
    return new Selector(
        Math.max(1, selector.first() - limits.before()),
        open ? Long.MAX_VALUE : selector.last() + limits.after(),
        selector.form());
  }

  private ReadResult readWhole(Path real, FileStat stat, Selector wanted, List<String> notes)
      throws IOException {
    byte[] bytes = sandbox.files().readAll(real, limits.versioned());
    String path = sandbox.relative(real);
    return switch (FileContent.of(bytes, stat.mode())) {
      case BinaryFile binary ->
          new ReadResult.Binary(
              real,
              path,
              seen.saw(real, Sha256.of(bytes), null),
              binary.size(),
              binary.reason(),
              notes);
      case TextFile text -> {
        var scan = new LineScan(text.encoding(), wanted, limits);
        scan.feed(bytes, text.encoding().markLength(), bytes.length);
        scan.end();
        FileVersion version = seen.saw(real, Sha256.of(bytes), text);
        yield result(real, version, bytes.length, text.encoding(), wanted, scan, notes);
      }
    };
  }

  private ReadResult stream(Path real, Selector wanted, List<String> notes) throws IOException {
    FileFingerprint begun = fingerprint(real);
    try (SeekableByteChannel channel = sandbox.files().open(real)) {
      long size = channel.size();
      byte[] chunk = new byte[CHUNK];
      int length = fill(channel, chunk);
      ContentSniffer sniff = ContentSniffer.of(Arrays.copyOf(chunk, length), length);
      Encoding encoding = sniff.encoding();
      if (encoding == null) {
        FileVersion version = versioned(real, size, begun);
        return new ReadResult.Binary(
            real, sandbox.relative(real), version, size, sniff.reason(), notes);
      }
      var scan = new LineScan(encoding, wanted, limits);
      MessageDigest digest = size <= limits.versioned() ? Sha256.digest() : null;
      int from = encoding.markLength();
      while (length > 0 && (digest != null || !scan.satisfied())) {
        if (digest != null) {
          digest.update(chunk, 0, length);
        }
        scan.feed(chunk, from, length);
        from = 0;
        length = fill(channel, chunk);
      }
      if (length <= 0) {
        scan.end();
      }
      FileVersion version =
          digest == null
              ? versioned(real, size, begun)
              : seen.saw(real, Sha256.hex(digest.digest()), null);
      return result(real, version, size, encoding, wanted, scan, notes);
    }
  }

  /// The version of a file of which only a part was read, unless its hash would take too long. A
  /// file that changes all the while has none.
  private @Nullable FileVersion versioned(Path real, long size, @Nullable FileFingerprint begun)
      throws IOException {
    if (size > limits.hashed()) {
      return null;
    }
    try {
      String sha256 = StableRead.of(sandbox, real, size).sha256();
      return Objects.equals(fingerprint(real), begun) ? seen.saw(real, sha256, null) : null;
    } catch (FileSystemException changing) {
      return null;
    }
  }

  /// What the system tells of a file on the disk; null for a staged one, which does not change.
  private @Nullable FileFingerprint fingerprint(Path real) throws IOException {
    return sandbox.overlay().at(real) == null ? FileFingerprint.of(real) : null;
  }

  private static int fill(SeekableByteChannel channel, byte[] chunk) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(chunk);
    while (buffer.hasRemaining() && channel.read(buffer) >= 0) {}
    return buffer.position();
  }

  private ReadResult result(
      Path real,
      @Nullable FileVersion version,
      long size,
      Encoding encoding,
      Selector wanted,
      LineScan scan,
      List<String> notes) {
    String path = sandbox.relative(real);
    long shown = wanted.first() + scan.lines().size() - 1;
    boolean more = scan.total() < 0 || shown < scan.total();
    Selector next =
        more && !scan.lines().isEmpty()
            ? new Selector(shown + 1, Long.MAX_VALUE, wanted.form())
            : null;
    var all = new ArrayList<>(notes);
    ReadNotes.add(all, path, version, size, encoding, wanted, scan, limits);
    return new ReadResult.Text(
        real,
        path,
        version,
        size,
        encoding,
        wanted.first(),
        scan.lines(),
        scan.total(),
        next,
        scan.finalNewline(),
        all);
  }
}
