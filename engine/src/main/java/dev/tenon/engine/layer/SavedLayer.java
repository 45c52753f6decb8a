package dev.tenon.engine.layer;

import dev.tenon.core.change.journal.Blobs;
import dev.tenon.core.change.journal.ChangeJson;
import dev.tenon.core.change.journal.Content;
import dev.tenon.core.change.journal.FileImage;
import dev.tenon.core.change.layer.LayerFile;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A layer by its contents: a list of files with their hashes, whose bytes are in the journal's
/// blobs. It is written before a layer goes, and outlives it.
final class SavedLayer {
  private SavedLayer() {}

  /// Keeps all contents, and then the list of them; when this returns, both are on the disk.
  static void write(Path file, String id, String kind, List<LayerFile> files, Blobs blobs)
      throws IOException {
    var listed = new ArrayList<Json>();
    var contents = new ArrayList<Content>();
    for (LayerFile each : files) {
      add(contents, each.base());
      add(contents, each.now());
    }
    blobs.putAll(contents);
    for (LayerFile each : files) {
      var json = Json.object().put("path", each.path());
      json.put("base", ChangeJson.image(Content.imageOf(each.base())));
      json.put("now", ChangeJson.image(Content.imageOf(each.now())));
      if (each.known() == LayerFile.Known.UNSURE) {
        json.put("unsure", true);
      }
      listed.add(json.build());
    }
    Json.Obj all = Json.object().put("id", id).put("kind", kind).array("files", listed).build();
    Files.createDirectories(file.getParent());
    Path fresh = Files.createTempFile(file.getParent(), "layer-", ".tmp");
    try {
      Files.writeString(fresh, all.compact());
      try (FileChannel written = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
        written.force(true);
      }
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  private static void add(List<Content> contents, @Nullable Content content) {
    if (content != null) {
      contents.add(content);
    }
  }

  static List<LayerFile> read(Path file, Blobs blobs) throws IOException {
    try {
      var files = new ArrayList<LayerFile>();
      if (Json.parse(Files.readString(file)) instanceof Json.Obj all) {
        for (Json.Obj each : all.objects("files")) {
          files.add(
              new LayerFile(
                  ChangeJson.required(each, "path"),
                  content(ChangeJson.image(each.object("base")), blobs),
                  content(ChangeJson.image(each.object("now")), blobs),
                  each.bool("unsure", false) ? LayerFile.Known.UNSURE : LayerFile.Known.SEEN));
        }
      }
      return files;
    } catch (JsonException | IllegalArgumentException damaged) {
      throw new IOException(file + " is damaged: " + damaged.getMessage(), damaged);
    }
  }

  private static @Nullable Content content(@Nullable FileImage image, Blobs blobs)
      throws IOException {
    return image == null ? null : blobs.get(image);
  }
}
