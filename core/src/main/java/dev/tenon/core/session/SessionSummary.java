package dev.tenon.core.session;

import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What a list shows of a session, read from the beginning of its file.
///
/// @param title of its own, or null
/// @param firstPrompt the beginning of what was said first, or null
public record SessionSummary(
    Path file,
    String id,
    String cwd,
    @Nullable String title,
    @Nullable String firstPrompt,
    @Nullable String parentSession,
    Instant modified,
    long bytes) {

  /// What people call it: its title, what was said first, or its id.
  public String name() {
    if (title != null && !title.isBlank()) {
      return Titles.plain(title);
    }
    String said = firstPrompt == null ? "" : Titles.of(firstPrompt);
    return said.isEmpty() ? id.isEmpty() ? String.valueOf(file.getFileName()) : id : said;
  }
}
