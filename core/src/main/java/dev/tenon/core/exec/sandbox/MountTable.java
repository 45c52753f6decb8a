package dev.tenon.core.exec.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What is mounted where, as this process sees it.
final class MountTable {
  private final Map<Path, List<String>> options = new LinkedHashMap<>();

  private MountTable() {}

  static MountTable read() throws IOException {
    var table = new MountTable();
    byte[] bytes = Files.readAllBytes(Path.of("/proc/self/mountinfo"));
    for (String line : new String(bytes, StandardCharsets.UTF_8).split("\n", -1)) {
      String[] fields = line.split(" ", -1);
      if (fields.length > 5) {
        table.options.put(Path.of(unescaped(fields[4])), List.of(fields[5].split(",", -1)));
      }
    }
    return table;
  }

  /// Every mount point that can be reached, the outer ones first.
  List<Path> points() {
    var points = new ArrayList<Path>();
    for (Path point : options.keySet()) {
      if (point.getNameCount() > 0 && Files.exists(point)) {
        points.add(point);
      }
    }
    points.sort((a, b) -> Integer.compare(a.getNameCount(), b.getNameCount()));
    return points;
  }

  /// Whether programs below this path may not be run; a mount that inherits it has to keep it.
  boolean isWithoutPrograms(Path path) {
    for (Path at = path; at != null; at = at.getParent()) {
      List<String> found = options.get(at);
      if (found != null) {
        return found.contains("noexec");
      }
    }
    return false;
  }

  /// As the kernel and `fstab` write a path: white space and backslashes in octal.
  static String escaped(Path path) {
    var out = new StringBuilder();
    String text = path.toString();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case ' ' -> out.append("\\040");
        case '\t' -> out.append("\\011");
        case '\n' -> out.append("\\012");
        case '\\' -> out.append("\\134");
        default -> out.append(c);
      }
    }
    return out.toString();
  }

  private static String unescaped(String text) {
    if (text.indexOf('\\') < 0) {
      return text;
    }
    var out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 3 < text.length()) {
        out.append((char) Integer.parseInt(text.substring(i + 1, i + 4), 8));
        i += 3;
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }
}
