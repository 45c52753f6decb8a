package dev.tenon.engine.layer;

import dev.tenon.core.json.Json;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;

/// A layer that is left.
///
/// @param state `working` while a program has it, `kept`, `merged` where only ignored files are
///   left of it that are too many to be saved, or `damaged`
/// @param problem why it could not be merged, or cannot be read; otherwise empty
/// @param touched when something last happened to it
public record LeftLayer(
    String name, String id, String kind, String state, String problem, Instant touched) {
  public static final String WORKING = "working";
  public static final String KEPT = "kept";
  public static final String MERGED = "merged";
  public static final String DAMAGED = "damaged";

  /// What the layer of a helper is called.
  ///
  /// @param session that it works for
  public static String name(String id, String session) {
    int from = Math.max(0, session.length() - 12);
    return id + "@" + session.substring(from).replaceAll("[^A-Za-z0-9_-]", "_");
  }

  static LeftLayer of(Path layer) throws IOException {
    String name = String.valueOf(layer.getFileName());
    String id = name.substring(0, name.indexOf('@'));
    FileChannel free = HelperLayer.free(layer).orElse(null);
    if (free != null) {
      free.close();
    }
    Instant touched = Files.getLastModifiedTime(layer).toInstant();
    try {
      Json.Obj manifest = LayerManifest.read(layer);
      Instant noted = Files.getLastModifiedTime(layer.resolve(LayerManifest.NAME)).toInstant();
      String problem = WorktreeLayer.gone(layer).orElseGet(() -> manifest.string("problem", ""));
      String state =
          free == null ? WORKING : manifest.bool(LayerManifest.MERGED, false) ? MERGED : KEPT;
      return new LeftLayer(
          name,
          id,
          manifest.string("kind", ""),
          state,
          problem,
          noted.isAfter(touched) ? noted : touched);
    } catch (IOException damaged) {
      return new LeftLayer(name, id, "", DAMAGED, String.valueOf(damaged.getMessage()), touched);
    }
  }

  /// What a folder takes on the disk, as far as it can be read.
  static long bytes(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return 0;
    }
    var sum =
        new SimpleFileVisitor<Path>() {
          private long bytes;

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            bytes += attributes.size();
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path below, IOException unreadable) {
            return FileVisitResult.CONTINUE;
          }
        };
    Files.walkFileTree(folder, sum);
    return sum.bytes;
  }
}
