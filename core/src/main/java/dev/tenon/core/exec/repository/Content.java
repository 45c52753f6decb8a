package dev.tenon.core.exec.repository;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a file that configures git says, as it was when someone looked.
///
/// @param bytes of a file, at most one more than [FileState#MOST_BYTES]; the target of a link
/// @param entries of a folder, but for those that git never uses
record Content(
    FileState.Kind kind, byte[] bytes, boolean executable, Map<String, Content> entries) {
  static final Content NOTHING = new Content(FileState.Kind.ABSENT, new byte[0], false, Map.of());

  /// Whether git never runs or reads a file by this name: its own examples, and what was set aside.
  static boolean isInert(String name) {
    return name.endsWith(".sample") || name.contains(Aside.SUFFIX) || name.indexOf(0xFFFD) >= 0;
  }

  boolean isTooLarge() {
    return bytes.length > FileState.MOST_BYTES;
  }

  String text() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Content that
        && kind == that.kind
        && executable == that.executable
        && Arrays.equals(bytes, that.bytes)
        && entries.equals(that.entries);
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, Arrays.hashCode(bytes), executable, entries);
  }
}
