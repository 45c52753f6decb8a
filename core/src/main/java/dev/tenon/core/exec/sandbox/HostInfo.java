package dev.tenon.core.exec.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Who runs this process, and on which kernel.
///
/// @param kernel major and minor version, 6.14 as 6014
record HostInfo(int user, int group, int kernel) {
  /// Since then, the largest process id belongs to a namespace and bounds its processes.
  private static final int OWN_PID_MAX = 6014;

  static HostInfo read() throws IOException {
    Path self = Path.of("/proc/self");
    return new HostInfo(
        (Integer) Files.getAttribute(self, "unix:uid"),
        (Integer) Files.getAttribute(self, "unix:gid"),
        version(System.getProperty("os.version", "0")));
  }

  boolean isRoot() {
    return user == 0;
  }

  boolean boundsProcessesByNamespace() {
    return kernel >= OWN_PID_MAX;
  }

  static int version(String release) {
    String[] parts = release.split("\\.", -1);
    return parts.length < 2 ? 0 : number(parts[0]) * 1000 + number(parts[1]);
  }

  private static int number(String text) {
    int end = 0;
    while (end < text.length() && Character.isDigit(text.charAt(end))) {
      end++;
    }
    return end == 0 || end > 4 ? 0 : Integer.parseInt(text.substring(0, end));
  }
}
