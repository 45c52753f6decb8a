package dev.tenon.core.change.journal;

import dev.tenon.core.text.FileMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The mode that the user's umask gives to new files, asked once from the system itself.
public final class Umask {
  private static final FileMode PLAIN = new FileMode(0644);
  private static volatile FileMode known = new FileMode(0);

  private Umask() {}

  /// What a new file gets.
  public static FileMode newFile() {
    if (known.bits() == 0) {
      known = ask();
    }
    return known;
  }

  private static FileMode ask() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
        if (line.startsWith("Umask:")) {
          return new FileMode(0666 & ~Integer.parseInt(line.substring(6).strip(), 8));
        }
      }
      return PLAIN;
    } catch (IOException | NumberFormatException notLinux) {
      return PLAIN;
    }
  }
}
