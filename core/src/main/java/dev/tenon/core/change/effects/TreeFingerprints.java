package dev.tenon.core.change.effects;

import java.util.List;

/// What the tracked and unignored files were, as one word, when a command began and when it ended.
/// Equal words mean equal paths, contents and modes.
///
/// @param before empty when nobody looked
/// @param after empty when nobody looked
/// @param outside files that had changed since the command before this one (a few of them, in
///   order), by whomever
public record TreeFingerprints(String before, String after, List<String> outside) {
  /// Nobody looked.
  public static final TreeFingerprints UNKNOWN = new TreeFingerprints("", "", List.of());

  private static final int MOST_NAMES = 20;

  public TreeFingerprints {
    outside = List.copyOf(outside.subList(0, Math.min(outside.size(), MOST_NAMES)));
  }

  public boolean isKnown() {
    return !before.isEmpty() && !after.isEmpty();
  }
}
