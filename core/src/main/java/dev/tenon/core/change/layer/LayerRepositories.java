package dev.tenon.core.change.layer;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/// Finds what git keeps for itself in the files of a layer and the project does not have: a whole
/// repository that was made there, or where branches stand in one that the project has.
final class LayerRepositories {
  private static final String GIT = ".git";
  private static final int LONGEST = 3_000;

  private LayerRepositories() {}

  /// @param place of the layer's files
  /// @param real the folder of the project that they stand for
  /// @param found gets each path in the project, and where it lies
  static void find(Path place, Path real, BiConsumer<Path, Path> found) throws IOException {
    var waiting = new ArrayDeque<Path>(List.of(place));
    while (!waiting.isEmpty()) {
      for (Path each : folders(waiting.pop())) {
        Path same = real.resolve(place.relativize(each).toString());
        if (!String.valueOf(each.getFileName()).equals(GIT)) {
          waiting.push(each);
        } else if (!Files.exists(same, LinkOption.NOFOLLOW_LINKS)) {
          found.accept(same, each);
        } else {
          heads(each, same, found);
        }
      }
    }
  }

  private static List<Path> folders(Path folder) throws IOException {
    var folders = new ArrayList<Path>();
    if (folder.toString().length() <= LONGEST
        && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      try (DirectoryStream<Path> names = Files.newDirectoryStream(folder)) {
        for (Path each : names) {
          if (Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)) {
            folders.add(each);
          }
        }
      }
    }
    return folders;
  }

  private static void heads(Path git, Path real, BiConsumer<Path, Path> found) throws IOException {
    var files = new ArrayList<>(List.of(git.resolve("HEAD"), git.resolve("packed-refs")));
    if (Files.isDirectory(git.resolve("refs"), LinkOption.NOFOLLOW_LINKS)) {
      try (var refs = Files.walk(git.resolve("refs"))) {
        files.addAll(refs.toList());
      }
    }
    for (Path each : files) {
      Path same = real.resolve(git.relativize(each).toString());
      if (Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS) && !LayerFile.alike(each, same)) {
        found.accept(same, each);
      }
    }
  }
}
