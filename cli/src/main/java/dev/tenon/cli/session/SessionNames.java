package dev.tenon.cli.session;

import dev.tenon.core.session.SessionLog;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/// How sessions are called in front of people.
final class SessionNames {
  private SessionNames() {}

  /// The beginning of the id in a file's name.
  static String shortId(Path file) {
    String name = String.valueOf(file.getFileName()).replace(".jsonl", "");
    return shortId(name.substring(name.lastIndexOf('_') + 1));
  }

  static String shortId(String id) {
    return id.length() <= 8 ? id : id.substring(0, 8);
  }

  /// The title, or what stands for it.
  static String title(SessionLog log) {
    return log.title().orElse("session " + shortId(log.id()));
  }

  /// How long ago, in one unit.
  static String ago(Instant then, Instant now) {
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
