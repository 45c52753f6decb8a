package dev.tenon.core.change.effects;

import dev.tenon.core.workspace.Workspace;

/// How much is kept so that what commands do can be taken back.
///
/// @param fileBytes the largest file that is kept
/// @param totalBytes how much is kept of the present files of a project, and of what one command
///   leaves behind
/// @param names with more files and folders than that, nothing is kept
public record EffectLimits(Use use, long fileBytes, long totalBytes, int names) {
  public static final EffectLimits DEFAULT =
      new EffectLimits(Use.ON, 16L * 1024 * 1024, 256L * 1024 * 1024, 300_000);

  public EffectLimits {
    if (fileBytes < 1 || fileBytes > Workspace.MOST_IN_MEMORY) {
      throw new IllegalArgumentException("the largest file cannot be " + fileBytes);
    }
  }

  /// Whether anything is kept.
  public enum Use {
    ON,
    OFF
  }
}
