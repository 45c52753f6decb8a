package dev.tenon.core.workspace.search;

import dev.tenon.core.text.BoundedText;
import dev.tenon.core.text.Encoding;
import dev.tenon.core.text.LineIndex;
import dev.tenon.core.workspace.regex.MatchSpan;
import dev.tenon.core.workspace.regex.Prefilter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/// Searches the bytes of one file. Safe for several threads.
///
/// @param most how many matches of one file are needed
/// @param stopped whether the whole search has been given up
record FileSearch(SearchPattern pattern, GrepQuery query, int most, BooleanSupplier stopped) {
  /// A longer text is only tried under guard.
  private static final int SAFE_LENGTH = 4000;

  private static final long BUDGET = 40_000_000;

  /// What was found in a file.
  sealed interface Found permits TooComplex, Hits {}

  /// The expression was too much for the engine.
  record TooComplex() implements Found {}

  /// Matches of a file.
  sealed interface Hits extends Found
      permits MatchLines, LineHits, LineHits.Counted, HugeFileSearch.Stored {
    int count();

    /// The lines to show for some of the matches.
    List<GrepResult.Line> lines(int skip, int most);
  }

  /// A match: its lines, counted from 0, and where in the first line it begins.
  record Hit(int first, int last, int column) {}

  /// What the file has, or null for nothing. Binary files have nothing.
  ///
  /// @param size how many of the bytes are the file's
  @Nullable Found search(byte[] content, int size) {
    byte[] bytes = content;
    int length = size;
    Encoding encoding = Encoding.marked(bytes);
    int from = encoding.markLength();
    if (encoding == Encoding.UTF_16LE || encoding == Encoding.UTF_16BE) {
      String text = new String(bytes, from, length - from, encoding.charset());
      bytes = text.getBytes(StandardCharsets.UTF_8);
      length = bytes.length;
      from = 0;
    }
    Prefilter candidates = pattern.prefilter().on(bytes, length);
    int first = candidates.next(from);
    if (first < 0 || hasNul(bytes, length)) {
      return null;
    }
    try {
      return pattern.span() == MatchSpan.LINE
          ? byLine(candidates, first, bytes, from, length)
          : acrossLines(bytes, from, length);
    } catch (BoundedText.GivenUp | StackOverflowError tooMuch) {
      return new TooComplex();
    }
  }

  private @Nullable Hits byLine(
      Prefilter candidates, int first, byte[] bytes, int from, int length) {
    LineHits hits = new LineHits(query, bytes, from, length);
    int floor = from;
    int at = first;
    while (at >= 0 && at < length && hits.count() < most && !stopped.getAsBoolean()) {
      int start = LineIndex.startOf(bytes, floor, at);
      int end = LineIndex.endOf(bytes, at, length);
      int column = column(LineIndex.matchable(bytes, start, end));
      if (column >= 0) {
        hits.add(start, column);
      }
      floor = end;
      at = end < length ? candidates.next(end) : -1;
    }
    return hits.orNone();
  }

  private @Nullable Hits acrossLines(byte[] bytes, int from, int length) {
    var hits = new ArrayList<Hit>();
    acrossLines(new String(bytes, from, length - from, StandardCharsets.UTF_8), hits);
    return hits.isEmpty() ? null : new MatchLines(query, hits, new LineIndex(bytes, from, length));
  }

  private int column(String line) {
    if (pattern.plain() != null) {
      return line.indexOf(pattern.plain());
    }
    Matcher matcher = pattern.on(guarded(line), charset(line));
    return matcher.find() ? matcher.start() : -1;
  }

  private void acrossLines(String raw, List<Hit> hits) {
    String text = raw.replace("\r\n", "\n");
    Matcher matcher = pattern.on(bounded(text), charset(text));
    int line = 0;
    int counted = 0;
    while (hits.size() < most && matcher.find()) {
      if (matcher.start() == text.length() && !text.isEmpty()) {
        break;
      }
      for (; counted < matcher.start(); counted++) {
        line += text.charAt(counted) == '\n' ? 1 : 0;
      }
      int start = text.lastIndexOf('\n', matcher.start() - 1) + 1;
      // A match that ends with a line's end belongs to that line.
      int lastCharacter = Math.max(matcher.start(), matcher.end() - 1);
      int last = line;
      for (int i = matcher.start(); i < lastCharacter; i++) {
        last += text.charAt(i) == '\n' ? 1 : 0;
      }
      Hit before = hits.isEmpty() ? null : hits.getLast();
      if (before != null && before.last >= line) {
        hits.set(
            hits.size() - 1, new Hit(before.first, Math.max(before.last, last), before.column));
      } else {
        hits.add(new Hit(line, last, matcher.start() - start));
      }
    }
  }

  private CharSequence guarded(String text) {
    return text.length() <= SAFE_LENGTH && !risky() ? text : bounded(text);
  }

  private CharSequence bounded(String text) {
    return new BoundedText(text, stopped).allow(BUDGET + text.length() * 20L);
  }

  /// A repetition of a group, or a reference back: time can grow without bounds on a short text.
  private boolean risky() {
    String source = pattern.common();
    return pattern.syntax() == GrepQuery.Syntax.REGEX
        && (source.contains(")*")
            || source.contains(")+")
            || source.contains("){")
            || source.contains("\\1"));
  }

  private static SearchPattern.Charset charset(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 128) {
        return SearchPattern.Charset.UNICODE;
      }
    }
    return SearchPattern.Charset.ASCII;
  }

  /// As a string, because the JVM looks at many bytes of one at once.
  static boolean hasNul(byte[] bytes, int length) {
    return new String(bytes, 0, length, StandardCharsets.ISO_8859_1).indexOf('\0') >= 0;
  }
}
