package dev.tenon.core.session;

import dev.tenon.core.json.Json;
import dev.tenon.core.tool.HistorySearch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/// Looks through the branch of the session on which the conversation is. Reads the file entry by
/// entry; nothing is kept in memory between searches.
public final class SessionHistorySearch implements HistorySearch {
  private static final int AROUND = 300;

  private final Supplier<SessionLog> log;

  /// @param log the session as it is when a search is made
  public SessionHistorySearch(Supplier<SessionLog> log) {
    this.log = log;
  }

  @Override
  public List<Memory> search(String words, int limit) throws IOException {
    List<String> wanted = words(words);
    var found = new ArrayList<Memory>();
    SessionLog session = log.get();
    List<Entry> path = session.path(session.leafId().orElse(null));
    for (int at = path.size() - 1; at >= 0 && found.size() < limit; at--) {
      Entry entry = path.get(at);
      if (entry.body() instanceof Entry.Said said) {
        String text = EntryText.message(said.message());
        String even = text.toLowerCase(Locale.ROOT);
        if (wanted.stream().allMatch(even::contains)) {
          found.add(memory(entry, said.message(), around(text, even.indexOf(wanted.getFirst()))));
        }
      }
    }
    return found;
  }

  private static List<String> words(String text) {
    var words = new ArrayList<String>();
    for (String word : text.toLowerCase(Locale.ROOT).split("\\s+", -1)) {
      if (!word.isEmpty()) {
        words.add(word);
      }
    }
    return words.isEmpty() ? List.of("") : words;
  }

  private static String around(String text, int at) {
    int from = Math.max(0, at - AROUND);
    int to = Math.min(text.length(), at + AROUND);
    from -= from > 0 && Character.isLowSurrogate(text.charAt(from)) ? 1 : 0;
    to += to < text.length() && Character.isLowSurrogate(text.charAt(to)) ? 1 : 0;
    return (from > 0 ? "…" : "") + text.substring(from, to) + (to < text.length() ? "…" : "");
  }

  @Override
  public Optional<Memory> message(String id) throws IOException {
    Optional<Entry> entry = log.get().entry(id);
    return entry.isPresent() && entry.get().body() instanceof Entry.Said said
        ? Optional.of(memory(entry.get(), said.message(), EntryText.message(said.message())))
        : Optional.empty();
  }

  private static Memory memory(Entry entry, Json.Obj message, String text) {
    String who = message.string("toolName", message.string("role", ""));
    return new Memory(entry.id(), who, entry.timestamp(), text);
  }
}
