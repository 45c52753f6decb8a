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
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads lines of one file. Small files are read whole, so that their text can be remembered; large
/// ones are streamed in constant memory, and very large ones only as far as needed.
record FileReading(PathSandbox sandbox, SeenFiles seen, ReadLimits limits) {
  private static final int CHUNK = 64 * 1024;

  ReadResult read(Path real, Selector selector, List<String> notes) throws IOException {
    FileStat stat = sandbox.files().stat(real);
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
          new ReadResult.Binary(real, path, binary.size(), binary.reason(), notes);
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
    try (SeekableByteChannel channel = sandbox.files().open(real)) {
      long size = channel.size();
      byte[] chunk = new byte[CHUNK];
      int length = fill(channel, chunk);
      ContentSniffer sniff = ContentSniffer.of(Arrays.copyOf(chunk, length), length);
      Encoding encoding = sniff.encoding();
      if (encoding == null) {
        return new ReadResult.Binary(real, sandbox.relative(real), size, sniff.reason(), notes);
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
          digest == null ? null : seen.saw(real, Sha256.hex(digest.digest()), null);
      return result(real, version, size, encoding, wanted, scan, notes);
    }
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
