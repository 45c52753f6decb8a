package dev.tenon.core.workspace.path;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The paths that rules keep from every tool, although they lie inside a root: such a path cannot
/// be opened, and walks and searches pass over it as if it were not there. Safe for several
/// threads.
public interface ForbiddenPaths {
  ForbiddenPaths NOTHING =
      new ForbiddenPaths() {
        @Override
        public @Nullable String reading(Path path) {
          return null;
        }

        @Override
        public @Nullable String writing(Path path) {
          return null;
        }
      };

  /// The rule that forbids to read the path, as people know it; null when none does.
  @Nullable String reading(Path path);

  /// The rule that forbids to write the path; null when none does.
  @Nullable String writing(Path path);
}
