package dev.tenon.cli.acp;

import dev.tenon.core.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// The files of an editor, some of them with unsaved changes.
final class EditorBuffers {
  final Map<String, String> unsaved = new ConcurrentHashMap<>();
  final List<String> written = new CopyOnWriteArrayList<>();
  final Set<String> readOnly = ConcurrentHashMap.newKeySet();

  /// Whether the editor keeps line ends as they are.
  boolean literal;

  void serve(EditorClient client) {
    client.on("fs/read_text_file", this::read);
    client.on("fs/write_text_file", this::write);
  }

  static Json absent(Json.Obj params) {
    return Json.object()
        .put("code", -32002)
        .put("message", params.string("path", "") + " is not there")
        .build();
  }

  private Json read(Json.Obj params) {
    String path = params.string("path", "");
    String held = unsaved.get(path);
    try {
      if (held == null && !Files.exists(Path.of(path))) {
        return absent(params);
      }
      String text = held == null ? Files.readString(Path.of(path)) : held;
      return Json.object().put("content", literal ? text : text.replace("\r\n", "\n")).build();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /// Writes and saves, as editors do.
  private Json write(Json.Obj params) {
    String path = params.string("path", "");
    if (readOnly.contains(path)) {
      return Json.object().put("code", -32603).put("message", "it is read-only").build();
    }
    try {
      Path folder = Path.of(path).getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      Files.writeString(Path.of(path), params.string("content", ""));
      unsaved.remove(path);
      written.add(path);
      return Json.Obj.EMPTY;
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
