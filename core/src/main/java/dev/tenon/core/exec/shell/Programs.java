package dev.tenon.core.exec.shell;

import java.io.File;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Finds the few programs of the system that commands are started with, always in the system's own
/// folders: what a project puts into the path has no part in it.
final class Programs {
  private static final String[] FOLDERS = {
    "/usr/bin/", "/bin/", "/usr/local/bin/", "/run/current-system/sw/bin/"
  };

  private Programs() {}

  static @Nullable String findOrNull(String name) {
    for (String folder : FOLDERS) {
      if (new File(folder + name).canExecute()) {
        return folder + name;
      }
    }
    return null;
  }

  static String find(String name) throws IOException {
    String found = findOrNull(name);
    if (found == null) {
      throw new IOException("the program " + name + " is not installed; commands need it");
    }
    return found;
  }

  /// Bash, or the plain shell of the system.
  static String shell() throws IOException {
    String bash = findOrNull("bash");
    return bash == null ? find("sh") : bash;
  }
}
