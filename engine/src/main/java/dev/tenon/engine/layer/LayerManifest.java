package dev.tenon.engine.layer;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// What a layer's folder says of it: its kind, and why it was not merged.
final class LayerManifest {
  static final String NAME = "layer.json";

  /// Whether the project has all of it but what is ignored.
  static final String MERGED = "merged";

  private LayerManifest() {}

  static Json.Obj read(Path layer) throws IOException {
    Path file = layer.resolve(NAME);
    try {
      if (Json.parse(Files.readString(file)) instanceof Json.Obj manifest) {
        return manifest;
      }
      throw new IOException(file + " is no object");
    } catch (JsonException damaged) {
      throw new IOException(file + " is damaged: " + damaged.getMessage(), damaged);
    }
  }

  /// What was merged of it is not all any more.
  static void unmerge(Path layer) throws IOException {
    Json.Obj known;
    try {
      known = read(layer);
    } catch (IOException damaged) {
      // Nothing says that any of it was merged.
      return;
    }
    if (known.has(MERGED)) {
      write(layer, Json.object().put("kind", known.string("kind", "")).build());
    }
  }

  static void write(Path layer, Json.Obj manifest) throws IOException {
    Path fresh = layer.resolve("layer.new");
    Files.writeString(fresh, manifest.compact());
    Files.move(
        fresh,
        layer.resolve(NAME),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }
}
