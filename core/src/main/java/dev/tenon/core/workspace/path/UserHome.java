package dev.tenon.core.workspace.path;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;

/// What `~` means: the one answer for settings, rules, the judge of commands, the wall and the file
/// tools. It is `$HOME`, as a shell that Tenon starts sees it; where that is no absolute path, it
/// is what the system says of the user.
public final class UserHome {
  private UserHome() {}

  /// The home folder in the environment of this process, which commands inherit.
  public static Path path() {
    return of(System.getenv());
  }

  public static Path of(Map<String, String> environment) {
    String home = environment.get("HOME");
    if (home != null && home.startsWith("/")) {
      try {
        return Path.of(home).normalize();
      } catch (InvalidPathException unusable) {
        return ofSystem();
      }
    }
    return ofSystem();
  }

  private static Path ofSystem() {
    return Path.of(System.getProperty("user.home"));
  }
}
