package dev.tenon.core.workspace.search;

import dev.tenon.core.text.LineIndex;
import java.util.ArrayList;
import java.util.List;

/// The matches of a file that is in memory.
record MatchLines(GrepQuery query, List<FileSearch.Hit> hits, LineIndex index)
    implements FileSearch.Hits {

  @Override
  public int count() {
    return hits.size();
  }

  @Override
  public List<GrepResult.Line> lines(int skip, int most) {
    List<FileSearch.Hit> some =
        hits.subList(Math.min(skip, hits.size()), Math.min(hits.size(), skip + most));
    var lines = new ArrayList<GrepResult.Line>();
    int shown = -1;
    for (int i = 0; i < some.size(); i++) {
      FileSearch.Hit hit = some.get(i);
      for (int line = Math.max(shown + 1, hit.first() - query.before());
          line < hit.first();
          line++) {
        lines.add(line(line, GrepResult.Role.CONTEXT, 0));
      }
      for (int line = hit.first(); line <= hit.last(); line++) {
        int column = line == hit.first() ? hit.column() : 0;
        lines.add(line(line, GrepResult.Role.MATCH, column));
      }
      int next = i + 1 < some.size() ? some.get(i + 1).first() : Integer.MAX_VALUE;
      int last = Math.min(hit.last() + query.after(), Math.min(next, index.count()) - 1);
      for (int line = hit.last() + 1; line <= last; line++) {
        lines.add(line(line, GrepResult.Role.CONTEXT, 0));
      }
      shown = Math.max(hit.last(), last);
    }
    return lines;
  }

  private GrepResult.Line line(int line, GrepResult.Role role, int column) {
    return new GrepResult.Line(line + 1L, role, cut(index.text(line), column));
  }

  /// A long line is cut so that the match can be seen.
  private String cut(String text, int column) {
    int most = query.lineLength();
    if (text.length() <= most) {
      return text;
    }
    int start = column < most * 3 / 4 ? 0 : Math.max(0, column - most / 4);
    int end = Math.min(text.length(), start + most);
    start = whole(text, start);
    end = whole(text, end);
    return (start > 0 ? "…" : "") + text.substring(start, end) + (end < text.length() ? "…" : "");
  }

  /// The place, or the one before it if it would halve a character.
  private static int whole(String text, int at) {
    boolean half = at > 0 && at < text.length() && Character.isLowSurrogate(text.charAt(at));
    return half ? at - 1 : at;
  }
}
