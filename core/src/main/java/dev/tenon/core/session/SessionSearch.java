package dev.tenon.core.session;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds sessions in which all words occur somewhere: in the id, the title, the project or anything
/// that was said. Upper and lower case are the same.
public final class SessionSearch {
  private static final int AROUND = 40;

  private final Set<String> words;

  /// A session with a piece of text around the first word that was found in a message.
  public record Hit(SessionSummary session, String excerpt) {}

  public SessionSearch(Collection<String> words) {
    this.words = new LinkedHashSet<>();
    for (String word : words) {
      this.words.add(word.toLowerCase(Locale.ROOT));
    }
  }

  /// The sessions that have all words, in the order given.
  public List<Hit> in(List<SessionSummary> sessions) {
    return (sessions.size() > 50 ? sessions.parallelStream() : sessions.stream())
        .map(this::hit)
        .filter(Objects::nonNull)
        .toList();
  }

  private @Nullable Hit hit(SessionSummary session) {
    Set<String> open = new LinkedHashSet<>(words);
    String known = session.id() + " " + session.cwd() + " " + session.title();
    take(known, open);
    if (open.isEmpty()) {
      return new Hit(session, "");
    }
    String excerpt = "";
    try (var lines =
        new BufferedReader(
            new InputStreamReader(Files.newInputStream(session.file()), StandardCharsets.UTF_8))) {
      String line = lines.readLine();
      while (line != null && !open.isEmpty()) {
        if (mayHold(line, open)) {
          String said = said(line);
          Optional<String> first = take(said, open);
          if (excerpt.isEmpty() && first.isPresent()) {
            excerpt = around(said, first.get());
          }
        }
        line = lines.readLine();
      }
    } catch (IOException unreadable) {
      // A search shows what it can; whoever names the file itself is told why it cannot be read.
      return null;
    }
    return open.isEmpty() ? new Hit(session, excerpt) : null;
  }

  /// A quick look: letters and digits are written in the file as they are.
  private static boolean mayHold(String line, Set<String> open) {
    for (String word : open) {
      if (!plain(word) || contains(line, word)) {
        return true;
      }
    }
    return false;
  }

  private static boolean plain(String word) {
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      if (c == '"' || c == '\\' || c < 0x20 || c > 0x7e) {
        return false;
      }
    }
    return true;
  }

  private static boolean contains(String text, String word) {
    int last = text.length() - word.length();
    for (int i = 0; i <= last; i++) {
      if (text.regionMatches(true, i, word, 0, word.length())) {
        return true;
      }
    }
    return false;
  }

  /// Takes the words that occur from the set. Answers one of them.
  private static Optional<String> take(String text, Set<String> open) {
    String lower = text.toLowerCase(Locale.ROOT);
    var found = new ArrayList<String>();
    for (String word : open) {
      if (lower.contains(word)) {
        found.add(word);
      }
    }
    found.forEach(open::remove);
    return found.isEmpty() ? Optional.empty() : Optional.of(found.getFirst());
  }

  private static String said(String line) {
    try {
      return EntryText.of(Entry.of(Json.parseObject(line)).body());
    } catch (JsonException damaged) {
      return "";
    }
  }

  private static String around(String text, String word) {
    int at = Math.max(0, text.toLowerCase(Locale.ROOT).indexOf(word));
    int from = Math.max(0, Math.min(at, text.length()) - AROUND);
    int to = Math.min(text.length(), at + word.length() + AROUND);
    return (from > 0 ? "…" : "")
        + Titles.plain(text.substring(from, to))
        + (to < text.length() ? "…" : "");
  }
}
