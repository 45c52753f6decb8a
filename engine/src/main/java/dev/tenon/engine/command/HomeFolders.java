package dev.tenon.engine.command;

import dev.tenon.core.workspace.path.UserHome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Folders as settings name them: `~/` stands for the user's home folder.
public final class HomeFolders {
  private HomeFolders() {}

  /// The user's home folder.
  public static Path home() {
    return UserHome.path();
  }

  public static Path resolve(String folder) {
    return folder.equals("~")
        ? home()
        : folder.startsWith("~/") ? home().resolve(folder.substring(2)) : Path.of(folder);
  }

  public static List<Path> resolve(List<String> folders) {
    var paths = new ArrayList<Path>();
    for (String folder : folders) {
      paths.add(resolve(folder));
    }
    return paths;
  }
}
