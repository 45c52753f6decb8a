package dev.tenon.core.workspace.search;

import dev.tenon.core.text.LineIndex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The matching lines of a file that is in memory, each by the place where it starts. The lines of
/// the file are counted only when some are to be shown. For one thread at a time.
final class LineHits implements FileSearch.Hits {
  private final GrepQuery query;
  private final byte[] bytes;
  private final int from;
  private final int length;
  private int[] starts = new int[4];
  private int[] columns = new int[4];
  private int count;
  private @Nullable LineIndex index;

  LineHits(GrepQuery query, byte[] bytes, int from, int length) {
    this.query = query;
    this.bytes = bytes;
    this.from = from;
    this.length = length;
  }

  void add(int start, int column) {
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, count * 2);
      columns = Arrays.copyOf(columns, count * 2);
    }
    starts[count] = start;
    columns[count++] = column;
  }

  /// These matches, without the file itself if no line will be shown; null if there are none.
  FileSearch.@Nullable Hits orNone() {
    if (count == 0) {
      return null;
    }
    return query.show() == GrepQuery.Show.LINES ? this : new Counted(count);
  }

  /// Matches of which only the number is wanted.
  record Counted(int count) implements FileSearch.Hits {
    @Override
    public List<GrepResult.Line> lines(int skip, int most) {
      return List.of();
    }
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public List<GrepResult.Line> lines(int skip, int most) {
    LineIndex lines = index == null ? new LineIndex(bytes, from, length) : index;
    index = lines;
    var hits = new ArrayList<FileSearch.Hit>();
    for (int i = skip; i < count && i - skip < most; i++) {
      int line = lines.lineAt(starts[i]);
      hits.add(new FileSearch.Hit(line, line, columns[i]));
    }
    return new MatchLines(query, hits, lines).lines(0, hits.size());
  }
}
