package dev.tenon.core.workspace;

import java.io.IOException;
import java.nio.file.Path;

/// The project a conversation works on. One per conversation; safe for several threads.
public final class Workspace {
  private final PathSandbox sandbox;

  private Workspace(PathSandbox sandbox) {
    this.sandbox = sandbox;
  }

  /// Opens the folder; it has to exist.
  public static Workspace open(Path root) throws IOException {
    return new Workspace(new PathSandbox(root));
  }

  public Path root() {
    return sandbox.root();
  }

  public PathSandbox sandbox() {
    return sandbox;
  }
}
