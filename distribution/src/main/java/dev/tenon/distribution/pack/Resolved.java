package dev.tenon.distribution.pack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What Maven resolved for the distribution, from the file `resolved` that the build left: the
/// local repository on the first line, then each jar's path in it.
///
/// @param artifacts by the names of their jars
record Resolved(Path repository, Map<String, Coordinates> artifacts) {

  static Resolved read(Path dist) throws IOException, PackException {
    Path file = dist.resolve("resolved");
    if (!Files.exists(file)) {
      throw new PackException("there is no " + file + "; build with ./tenon --version");
    }
    List<String> lines = Files.readAllLines(file);
    var artifacts = new TreeMap<String, Coordinates>();
    for (String line : lines.subList(1, lines.size())) {
      Path path = Path.of(line);
      artifacts.put(path.getFileName().toString(), Coordinates.of(path));
    }
    return new Resolved(Path.of(lines.getFirst()), artifacts);
  }
}
