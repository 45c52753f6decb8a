package dev.tenon.engine.discovery;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.LocatedJson;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.content.FolderEntry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A file of settings of another tool: JSON with comments, or TOML, whose values know their lines.
final class OtherFile {
  private static final int LARGEST = 1024 * 1024;

  private final String shown;
  private final Path path;
  private final Json.Obj value;
  private final Lines lines;

  private interface Lines {
    int of(String path);
  }

  private OtherFile(String shown, Path path, Json.Obj value, Lines lines) {
    this.shown = shown;
    this.path = path;
    this.value = value;
    this.lines = lines;
  }

  /// Reads a file of the project; null where it is not there or cannot be used, which is told.
  ///
  /// @param name relative to the root
  static @Nullable OtherFile read(Path root, String name, Consumer<String> problems) {
    Path file = root.resolve(name);
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return null;
    }
    String text;
    try {
      Path real = file.toRealPath();
      if (!real.startsWith(root)) {
        problems.accept(name + ":1: leads out of the project; nothing of it is used");
        return null;
      }
      byte[] bytes = FolderEntry.read(real, LARGEST);
      if (bytes.length > LARGEST) {
        problems.accept(name + ":1: is larger than 1 MB; nothing of it is used");
        return null;
      }
      text = new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      problems.accept(
          name
              + ":1: cannot be read ("
              + IoFailure.reason(unreadable)
              + "); nothing of it is used");
      return null;
    }
    return name.endsWith(".toml")
        ? toml(name, file, text, problems)
        : json(name, file, text, problems);
  }

  private static @Nullable OtherFile json(
      String name, Path file, String text, Consumer<String> problems) {
    try {
      LocatedJson located = LocatedJson.parse(text);
      if (located.value() instanceof Json.Obj object) {
        return new OtherFile(name, file, object, located::line);
      }
      problems.accept(name + ":1: must be a JSON object; nothing of it is used");
    } catch (JsonException malformed) {
      problems.accept(
          name
              + ":"
              + Math.max(1, malformed.line())
              + ": is not valid JSON: "
              + malformed.getMessage()
              + "; nothing of it is used");
    }
    return null;
  }

  private static @Nullable OtherFile toml(
      String name, Path file, String text, Consumer<String> problems) {
    // Apart, so that a project without such a file does not load the library.
    TomlValues read = TomlValues.read(name, text, problems);
    return read == null ? null : new OtherFile(name, file, read.value(), read::line);
  }

  String shown() {
    return shown;
  }

  Path path() {
    return path;
  }

  Json.Obj value() {
    return value;
  }

  /// The line of the value at a path such as `/mcpServers/one`.
  int line(String path) {
    return lines.of(path);
  }

  /// The file and the line of a value, as messages begin.
  String at(String path) {
    return shown + ":" + line(path);
  }
}
