package dev.tenon.engine.session;

import dev.tenon.core.session.SessionLog;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/// Sessions in messages to people: short ids, titles, and how long ago they were used.
public final class SessionNames {
  private SessionNames() {}

  /// Whether a word names a file and not an id.
  public static boolean isPath(String word) {
    return word.indexOf('/') >= 0 || word.indexOf('\\') >= 0 || word.endsWith(".jsonl");
  }

  /// The beginning of the id in a file's name.
  public static String shortId(Path file) {
    String name = String.valueOf(file.getFileName()).replace(".jsonl", "");
    return shortId(name.substring(name.lastIndexOf('_') + 1));
  }

  public static String shortId(String id) {
    return id.length() <= 8 ? id : id.substring(0, 8);
  }

  /// The title, or what stands for it.
  public static String title(SessionLog log) {
    return log.title().orElse("session " + shortId(log.id()));
  }

  /// How long ago, in one unit.
  public static String ago(Instant then, Instant now) {
    long seconds = Math.max(0, Duration.between(then, now).toSeconds());
    if (seconds < 60) {
      return "just now";
    }
    if (seconds < 3600) {
      return seconds / 60 + " min ago";
    }
    if (seconds < 86_400) {
      return seconds / 3600 + " h ago";
    }
    return seconds / 86_400 + (seconds < 172_800 ? " day ago" : " days ago");
  }
}
