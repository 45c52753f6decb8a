package dev.tenon.core.session;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What was found in a session file.
final class LoadedSession {
  /// Null when the program that made the file was killed before the first line was whole.
  @Nullable SessionHeader header;

  /// All entries by their ids, in the order of the file.
  final Map<String, EntryNode> nodes = new LinkedHashMap<>();

  final Map<String, String> labels = new LinkedHashMap<>();
  final List<String> warnings = new ArrayList<>();

  /// The last name that an entry gave to the session.
  @Nullable String name;

  /// Whether the lines in memory are newer than those of the file.
  boolean migrated;

  /// The end of the header's line, and of the last whole line.
  long bodyStart;

  long end;

  /// The size of the file; more than `end` when its last line is torn.
  long size;

  /// The last line is whole but for its line break.
  boolean lineBreakMissing;

  int messages;
}
