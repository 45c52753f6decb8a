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
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A layer by its contents: a list of files with their hashes, whose bytes are in the journal's
/// blobs. It is written before a layer goes, and outlives it.
final class SavedLayer {
  private SavedLayer() {}

  /// Keeps all contents, and then the list of them. Before the layer goes, [#force] has to have
  /// been called for what is nowhere else.
  ///
  /// @param aside what is not merged and therefore nowhere else: it stays listed when the same
  ///   helper's next layer is saved
  static void write(
      Path file, String id, String kind, List<LayerFile> files, List<LayerFile> aside, Blobs blobs)
      throws IOException {
    var listed = new LinkedHashMap<String, Json>();
    if (Files.exists(file)) {
      for (Json.Obj each : listed(file)) {
        if (each.bool("aside", false)) {
          listed.put(each.string("path", ""), each);
        }
      }
    }
    blobs.putAll(contents(files));
    blobs.putAll(contents(aside));
    for (LayerFile each : files) {
      // One that was aside stays so: nobody knows that it has come into the project.
      listed.put(each.path(), json(each, listed.containsKey(each.path())));
    }
    for (LayerFile each : aside) {
      listed.put(each.path(), json(each, true));
    }
    Json.Obj all =
        Json.object()
            .put("id", id)
            .put("kind", kind)
            .array("files", List.copyOf(listed.values()))
            .build();
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

  private static Json json(LayerFile file, boolean aside) {
    var json = Json.object().put("path", file.path());
    json.put("base", ChangeJson.image(Content.imageOf(file.base())));
    json.put("now", ChangeJson.image(Content.imageOf(file.now())));
    if (file.known() == LayerFile.Known.UNSURE) {
      json.put("unsure", true);
    }
    if (aside) {
      json.put("aside", true);
    }
    return json.build();
  }

  /// The latest list in a folder that is called so, or whose helper is; null where none is.
  static @Nullable Path latest(Path past, String wanted) throws IOException {
    Path latest = null;
    if (Files.isDirectory(past) && wanted.matches("[A-Za-z0-9._@-]+")) {
      try (DirectoryStream<Path> all = Files.newDirectoryStream(past, wanted + "*.json")) {
        for (Path each : all) {
          String name = name(each);
          boolean fits = name.equals(wanted) || name.startsWith(wanted + "@");
          if (fits && (latest == null || isNewer(each, latest))) {
            latest = each;
          }
        }
      }
    }
    return latest;
  }

  /// The name of the layer that a list is of.
  static String name(Path list) {
    return String.valueOf(list.getFileName()).replaceFirst("[.]json$", "");
  }

  private static boolean isNewer(Path one, Path other) throws IOException {
    return Files.getLastModifiedTime(one).compareTo(Files.getLastModifiedTime(other)) > 0;
  }

  /// What was kept of these files is on the disk when this returns.
  static void force(List<LayerFile> files, Blobs blobs) throws IOException {
    blobs.force(contents(files));
  }

  private static List<Content> contents(List<LayerFile> files) {
    var contents = new ArrayList<Content>();
    for (LayerFile each : files) {
      add(contents, each.base());
      add(contents, each.now());
    }
    return contents;
  }

  private static void add(List<Content> contents, @Nullable Content content) {
    if (content != null) {
      contents.add(content);
    }
  }

  static List<LayerFile> read(Path file, Blobs blobs) throws IOException {
    try {
      var files = new ArrayList<LayerFile>();
      for (Json.Obj each : listed(file)) {
        files.add(
            new LayerFile(
                ChangeJson.required(each, "path"),
                content(ChangeJson.image(each.object("base")), blobs),
                content(ChangeJson.image(each.object("now")), blobs),
                each.bool("unsure", false) ? LayerFile.Known.UNSURE : LayerFile.Known.SEEN));
      }
      return files;
    } catch (JsonException | IllegalArgumentException damaged) {
      throw new IOException(file + " is damaged: " + damaged.getMessage(), damaged);
    }
  }

  private static List<Json.Obj> listed(Path file) throws IOException {
    try {
      return Json.parse(Files.readString(file)) instanceof Json.Obj all
          ? all.objects("files")
          : List.of();
    } catch (JsonException damaged) {
      throw new IOException(file + " is damaged: " + damaged.getMessage(), damaged);
    }
  }

  private static @Nullable Content content(@Nullable FileImage image, Blobs blobs)
      throws IOException {
    return image == null ? null : blobs.get(image);
  }
}
