package dev.tenon.core.workspace.search;

import dev.tenon.core.text.Encoding;
import dev.tenon.core.workspace.path.Folder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Searches a file block by block in bounded memory. A match across lines and the lines around a
/// match do not reach beyond a block.
record HugeFileSearch(FileSearch search, int block) {
  /// Matches whose lines are already taken out.
  ///
  /// @param each the lines of each match
  record Stored(List<List<GrepResult.Line>> each) implements FileSearch.Hits {
    @Override
    public int count() {
      return each.size();
    }

    @Override
    public List<GrepResult.Line> lines(int skip, int most) {
      var lines = new ArrayList<GrepResult.Line>();
      for (List<GrepResult.Line> some :
          each.subList(Math.min(skip, each.size()), Math.min(each.size(), skip + most))) {
        for (GrepResult.Line line : some) {
          if (lines.isEmpty() || line.number() > lines.getLast().number()) {
            lines.add(line);
          } else if (line.role() == GrepResult.Role.MATCH) {
            lines.removeIf(other -> other.number() == line.number());
            lines.add(line);
          }
        }
      }
      return lines;
    }
  }

  FileSearch.@Nullable Found search(Folder folder, String name) throws IOException {
    var each = new ArrayList<List<GrepResult.Line>>();
    long lines = 0;
    boolean wide = false;
    try (SeekableByteChannel channel = folder.channel(name, Set.of(StandardOpenOption.READ))) {
      byte[] bytes = new byte[block];
      int kept = 0;
      while (each.size() < search.most() && !search.stopped().getAsBoolean()) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes, kept, bytes.length - kept);
        while (buffer.hasRemaining() && channel.read(buffer) >= 0) {}
        int length = buffer.position();
        boolean ended = buffer.hasRemaining();
        int end = ended ? length : lastLineEnd(bytes, length);
        byte[] whole = Arrays.copyOf(bytes, end);
        wide |= lines == 0 && isWide(whole);
        if (!wide && FileSearch.hasNul(whole, end)) {
          return null;
        }
        FileSearch.Found found = search.search(whole, whole.length);
        if (found instanceof FileSearch.TooComplex) {
          return found;
        }
        if (found instanceof FileSearch.Hits hits) {
          store(hits, lines, each);
        }
        if (ended) {
          break;
        }
        lines += count(whole);
        kept = length - end;
        System.arraycopy(bytes, end, bytes, 0, kept);
      }
    }
    return each.isEmpty() ? null : new Stored(List.copyOf(each));
  }

  private static void store(
      FileSearch.Hits hits, long linesBefore, List<List<GrepResult.Line>> each) {
    for (int i = 0; i < hits.count(); i++) {
      var lines = new ArrayList<GrepResult.Line>();
      for (GrepResult.Line line : hits.lines(i, 1)) {
        lines.add(new GrepResult.Line(linesBefore + line.number(), line.role(), line.text()));
      }
      each.add(lines);
    }
  }

  /// After the last line end, or the end of a block that has none.
  private static int lastLineEnd(byte[] bytes, int length) {
    for (int i = length - 1; i >= 0; i--) {
      if (bytes[i] == '\n') {
        return i + 1;
      }
    }
    return length;
  }

  /// UTF-16, in which half of the bytes of a plain text are NUL.
  private static boolean isWide(byte[] head) {
    Encoding encoding = Encoding.marked(head);
    return encoding == Encoding.UTF_16LE || encoding == Encoding.UTF_16BE;
  }

  private static long count(byte[] bytes) {
    long lines = 0;
    for (byte value : bytes) {
      lines += value == '\n' ? 1 : 0;
    }
    return lines;
  }
}
