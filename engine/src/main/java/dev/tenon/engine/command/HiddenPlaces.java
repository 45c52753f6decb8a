package dev.tenon.engine.command;

import dev.tenon.core.exec.sandbox.SecretPlaces;
import dev.tenon.engine.config.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// What the settings hide from commands: `sandbox.hidden`, in which `default` stands for the
/// built-in list, without what `sandbox.visible` takes out.
final class HiddenPlaces {
  private static final String BUILT_IN = "default";

  private HiddenPlaces() {}

  static List<Path> of(Settings.Sandbox settings) {
    Set<Path> hidden = new LinkedHashSet<>();
    for (String each : settings.hidden()) {
      if (each.equals(BUILT_IN)) {
        hidden.addAll(SecretPlaces.of(HomeFolders.home(), System.getenv()));
      } else {
        hidden.add(HomeFolders.resolve(each));
      }
    }
    List<Path> visible = HomeFolders.resolve(settings.visible());
    hidden.removeIf(path -> isBelow(path, visible));
    return List.copyOf(hidden);
  }

  /// What is visible inside of something hidden has to be brought back; inside of what commands may
  /// write it is there anyway.
  static List<Path> shown(Settings.Sandbox settings, List<Path> writable) {
    var shown = new ArrayList<Path>();
    for (Path each : HomeFolders.resolve(settings.visible())) {
      if (!isBelow(real(each), writable)) {
        shown.add(each);
      }
    }
    return shown;
  }

  private static boolean isBelow(Path path, List<Path> folders) {
    for (Path folder : folders) {
      if (path.startsWith(folder)) {
        return true;
      }
    }
    return false;
  }

  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException missing) {
      return path.toAbsolutePath().normalize();
    }
  }
}
