package dev.tenon.core.exec.repository;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/// What a file that configures git says, as it was when someone looked.
///
/// @param raw the bytes of a file as characters, at most one more than [FileState#MOST_BYTES];
///   those of the target of a link
/// @param entries of a folder, but for those that git never uses
record Content(FileState.Kind kind, String raw, boolean executable, Map<String, Content> entries) {
  static final Content NOTHING = new Content(FileState.Kind.ABSENT, "", false, Map.of());

  static Content of(FileState.Kind kind, byte[] bytes, boolean executable) {
    return new Content(kind, new String(bytes, StandardCharsets.ISO_8859_1), executable, Map.of());
  }

  /// Whether git never runs or reads a file by this name: its own examples, what was set aside, and
  /// what is no text.
  static boolean isInert(String name) {
    return name.endsWith(".sample") || name.contains(Aside.SUFFIX) || name.indexOf('\uFFFD') >= 0;
  }

  boolean isTooLarge() {
    return raw.length() > FileState.MOST_BYTES;
  }

  byte[] bytes() {
    return raw.getBytes(StandardCharsets.ISO_8859_1);
  }

  String text() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }
}
