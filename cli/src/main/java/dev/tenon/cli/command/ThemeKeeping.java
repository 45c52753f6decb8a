package dev.tenon.cli.command;

import dev.tenon.cli.slash.ThemeCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// Keeps `ui.theme` in the user's `config.yml`, where the file is written in the usual way: nothing
/// else of it changes. Otherwise it says what to add.
final class ThemeKeeping implements ThemeCommand.Keeping {
  private final Path file;

  ThemeKeeping(Path file) {
    this.file = file;
  }

  @Override
  public String keep(String name) {
    try {
      String text = Files.exists(file) ? Files.readString(file) : "";
      Optional<String> changed = with(text, name);
      if (changed.isPresent()) {
        replace(changed.get());
        return "It is kept in " + file + " (ui.theme).";
      }
    } catch (IOException refused) {
      return "It holds until you leave; " + file + " cannot be written: " + refused.getMessage();
    }
    return "It holds until you leave; to keep it, add ui: {theme: " + name + "} to " + file + ".";
  }

  /// The text of the file with the theme in it; nothing where that would need more than a line.
  static Optional<String> with(String text, String name) {
    String value = "theme: " + (name.matches("[A-Za-z][A-Za-z0-9_-]*") ? name : quoted(name));
    List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
    int group = -1;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).replace("\r", "");
      if (line.startsWith("{") || line.startsWith("---") || line.startsWith("...")) {
        return Optional.empty();
      }
      if (line.matches("[\"']?ui[\"']?\\s*:.*") || line.startsWith("ui.")) {
        if (group >= 0 || !line.matches("ui:\\s*(#.*)?")) {
          return Optional.empty();
        }
        group = i;
      }
    }
    if (group < 0) {
      String before = text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
      return Optional.of(before + "ui:\n  " + value + "\n");
    }
    return inGroup(lines, group, value);
  }

  private static Optional<String> inGroup(List<String> lines, int group, String value) {
    String indent = "";
    for (int i = group + 1; i < lines.size(); i++) {
      String line = lines.get(i);
      String stripped = line.strip();
      if (stripped.isEmpty() || stripped.startsWith("#")) {
        continue;
      }
      String here = line.substring(0, line.indexOf(stripped));
      if (here.isEmpty()) {
        break;
      }
      indent = indent.isEmpty() ? here : indent;
      if (here.equals(indent) && stripped.startsWith("theme:")) {
        int comment = line.indexOf(" #");
        lines.set(i, indent + value + (comment < 0 ? "" : line.substring(comment)));
        return Optional.of(String.join("\n", lines));
      }
    }
    lines.add(group + 1, (indent.isEmpty() ? "  " : indent) + value);
    return Optional.of(String.join("\n", lines));
  }

  private static String quoted(String name) {
    return "'" + name.replace("'", "''") + "'";
  }

  /// As a whole; a link stays one.
  private void replace(String text) throws IOException {
    Path target = file;
    try {
      target = file.toRealPath();
    } catch (NoSuchFileException fresh) {
      Files.createDirectories(Objects.requireNonNull(file.toAbsolutePath().getParent()));
    }
    Path aside = target.resolveSibling(target.getFileName() + ".tmp");
    Files.writeString(aside, text);
    if (Files.exists(target)) {
      Files.setPosixFilePermissions(aside, Files.getPosixFilePermissions(target));
    }
    Files.move(aside, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
