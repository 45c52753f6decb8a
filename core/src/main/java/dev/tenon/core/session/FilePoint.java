package dev.tenon.core.session;

import dev.tenon.core.change.journal.Change;
import dev.tenon.core.json.Json;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How far the journal was at a point of a session: what the files were when the conversation was
/// there.
///
/// @param position the number of changes that had been made
/// @param files those that were changed since, in the order of their first change
public record FilePoint(int position, List<String> files) {
  public FilePoint {
    files = List.copyOf(files);
  }

  /// The point of an entry, or of the session's beginning for null. Empty when the session does not
  /// tell.
  ///
  /// @param changes all changes of the journal, oldest first
  public static Optional<FilePoint> of(
      SessionLog log, @Nullable String entryId, List<Change> changes) throws IOException {
    Entry entry = entryId == null ? null : log.entry(entryId).orElse(null);
    Instant time = time(entry == null ? log.header().timestamp() : entry.timestamp());
    if (time == null) {
      return Optional.empty();
    }
    String prompt = entry == null ? null : checkpoint(entry.body());
    int position = 0;
    while (position < changes.size() && before(changes.get(position), time, prompt)) {
      position++;
    }
    Set<String> files = new LinkedHashSet<>();
    for (Change change : changes.subList(position, changes.size())) {
      files.add(change.path());
      if (change.target() != null) {
        files.add(change.target());
      }
    }
    return Optional.of(new FilePoint(position, List.copyOf(files)));
  }

  /// Entries are written with milliseconds; what happened in the same one as an entry came before
  /// it, unless it belongs to the prompt that begins there.
  private static boolean before(Change change, Instant time, @Nullable String prompt) {
    return !change.time().truncatedTo(ChronoUnit.MILLIS).isAfter(time)
        && !change.prompt().equals(prompt);
  }

  private static @Nullable String checkpoint(Entry.Body body) {
    return body instanceof Entry.Custom custom
            && custom.customType().equals(SessionRecorder.CHECKPOINT)
            && custom.data() instanceof Json.Obj data
        ? data.string("checkpoint")
        : null;
  }

  private static @Nullable Instant time(String timestamp) {
    try {
      return Instant.parse(timestamp);
    } catch (DateTimeException foreign) {
      return null;
    }
  }
}
