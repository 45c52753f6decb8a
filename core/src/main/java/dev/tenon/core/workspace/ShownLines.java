package dev.tenon.core.workspace;

import dev.tenon.core.text.LineMatch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Which lines of which files the model was shown, and what stood in them when it last saw them. So
/// an edit of lines can be checked against what the model believes to be there, although it cannot
/// compute a hash. What takes too much room is forgotten, the file used longest ago first; such
/// lines have to be shown again.
///
/// One per conversation; safe for several threads.
public final class ShownLines {
  private static final long MOST_CHARACTERS = 8L * 1024 * 1024;
  private static final int MOST_COMPARED = 3000;

  private final long mostCharacters;

  /// By file, the one used longest ago first; its lines by number, from 1.
  private final LinkedHashMap<Path, NavigableMap<Integer, String>> files =
      new LinkedHashMap<>(16, 0.75f, true);

  private long characters;

  ShownLines() {
    this(MOST_CHARACTERS);
  }

  ShownLines(long mostCharacters) {
    this.mostCharacters = mostCharacters;
  }

  /// Notes that the model was shown these lines.
  ///
  /// @param first the number of the first, from 1
  /// @param lines whole ones, without their ends
  public void showed(Path real, long first, List<String> lines) {
    showed(real, first, lines, Integer.MAX_VALUE);
  }

  /// The same for lines of which long ones were cut.
  ///
  /// @param cut lines of at least this length may have been, and do not count
  public synchronized void showed(Path real, long first, List<String> lines, int cut) {
    if (lines.isEmpty() || first < 1 || first + lines.size() > Integer.MAX_VALUE) {
      return;
    }
    NavigableMap<Integer, String> known = files.computeIfAbsent(real, file -> new TreeMap<>());
    int number = (int) first;
    for (String line : lines) {
      if (line.length() < cut) {
        count(known.put(number, line), line);
      }
      number++;
    }
    makeRoom();
  }

  /// The lines as they were last shown, joined by LF; nothing if one of them never was.
  public synchronized Optional<String> text(Path real, int first, int last) {
    NavigableMap<Integer, String> known = files.get(real);
    if (known == null || first > last) {
      return Optional.empty();
    }
    Map<Integer, String> range = known.subMap(first, true, last, true);
    return range.size() == last - first + 1
        ? Optional.of(String.join("\n", range.values()))
        : Optional.empty();
  }

  /// The model has changed the file itself: what it wrote it knows, and what it knew has moved.
  ///
  /// @param before the lines of the file until now, without their ends
  public synchronized void edited(Path real, List<String> before, List<String> after) {
    NavigableMap<Integer, String> known = forgotten(real);
    int start = 0;
    int shorter = Math.min(before.size(), after.size());
    while (start < shorter && before.get(start).equals(after.get(start))) {
      start++;
    }
    int same = 0;
    while (same < shorter - start
        && before.get(before.size() - 1 - same).equals(after.get(after.size() - 1 - same))) {
      same++;
    }
    int oldEnd = before.size() - same;
    int newEnd = after.size() - same;
    var now = new TreeMap<Integer, String>(known.headMap(start + 1));
    known
        .tailMap(oldEnd + 1, true)
        .forEach((number, line) -> now.put(number - oldEnd + newEnd, line));
    if (oldEnd - start + newEnd - start <= MOST_COMPARED) {
      List<String> fresh = after.subList(start, newEnd);
      int[] match = LineMatch.of(before.subList(start, oldEnd), fresh);
      for (int i = 0; i < match.length; i++) {
        String line = match[i] < 0 ? fresh.get(i) : known.get(start + match[i] + 1);
        if (line != null) {
          now.put(start + i + 1, line);
        }
      }
    }
    put(real, now);
  }

  /// The file is somewhere else now.
  public synchronized void moved(Path from, Path to) {
    put(to, forgotten(from));
  }

  /// The file is gone.
  public synchronized void forget(Path real) {
    forgotten(real);
  }

  private NavigableMap<Integer, String> forgotten(Path real) {
    NavigableMap<Integer, String> known = files.remove(real);
    if (known == null) {
      return new TreeMap<>();
    }
    for (String line : known.values()) {
      characters -= line.length();
    }
    return known;
  }

  private void put(Path real, NavigableMap<Integer, String> known) {
    forgotten(real);
    if (known.isEmpty()) {
      return;
    }
    files.put(real, known);
    for (String line : known.values()) {
      characters += line.length();
    }
    makeRoom();
  }

  private void count(@Nullable String before, String line) {
    characters += line.length() - (before == null ? 0 : before.length());
  }

  private void makeRoom() {
    for (Path oldest : new ArrayList<>(characters > mostCharacters ? files.keySet() : List.of())) {
      if (characters > mostCharacters) {
        forgotten(oldest);
      }
    }
  }
}
