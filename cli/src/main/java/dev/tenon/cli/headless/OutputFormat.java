package dev.tenon.cli.headless;

import java.util.Locale;

/// How the answer comes out.
public enum OutputFormat {
  TEXT,
  /// One object at the end.
  JSON,
  /// One event a line, as it happens.
  STREAM_JSON;

  public static OutputFormat of(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT).replace('-', '_'));
  }
}
