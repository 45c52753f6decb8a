package dev.tenon.server.job.live;

import dev.tenon.core.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// The projects of a server; a session belongs to one of them, by its number.
///
/// @param home where journals are kept
/// @param opener knows what is closed to everybody in a project
public record ServedProjects(List<Path> roots, Path home, Opener opener) {
  public ServedProjects {
    roots = List.copyOf(roots);
  }

  /// Projects in which nothing is closed.
  public ServedProjects(List<Path> roots, Path home) {
    this(roots, home, Workspace::open);
  }

  /// Opens a project.
  @FunctionalInterface
  public interface Opener {
    Workspace open(Path root) throws IOException;
  }

  Workspace open(int root) throws IOException {
    return opener.open(roots.get(root));
  }
}
