package dev.tenon.engine.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The values of a configuration that remember which of them were asked for: put them where the
/// program reads from, let the program read, and see what nobody wanted. To walk over the values is
/// not to read them.
final class RecordedEntries {
  private final Recorded<Entry> entries;

  private RecordedEntries(Map<String, Entry> entries) {
    this.entries = new Recorded<>(entries);
  }

  static RecordedEntries of(Configuration configuration) {
    return new RecordedEntries(configuration.entries());
  }

  Map<String, Entry> map() {
    return entries;
  }

  /// The keys that were asked for by nobody, among those that begin so.
  List<String> unread(String prefix) {
    var unread = new ArrayList<String>();
    for (String key : entries.keySet()) {
      if (key.startsWith(prefix) && !entries.asked.contains(key)) {
        unread.add(key);
      }
    }
    return unread;
  }

  private static final class Recorded<V> extends LinkedHashMap<String, V> {
    private static final long serialVersionUID = 1;

    private final transient Set<String> asked = new HashSet<>();

    Recorded(Map<String, V> entries) {
      super(entries);
    }

    @Override
    public @Nullable V get(Object key) {
      asked.add(String.valueOf(key));
      return super.get(key);
    }
  }
}
