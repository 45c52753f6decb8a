package dev.tenon.distribution.pack;

import java.nio.file.Path;

/// The name of an artifact in a Maven repository.
record Coordinates(String group, String artifact, String version) {

  /// Of a file in a repository: `org/jline/jline/4.4.8/jline-4.4.8.jar`.
  static Coordinates of(Path inRepository) throws PackException {
    int names = inRepository.getNameCount();
    if (names < 4) {
      throw new PackException("not a file of a Maven repository: " + inRepository);
    }
    return new Coordinates(
        inRepository.subpath(0, names - 3).toString().replace('/', '.'),
        inRepository.getName(names - 3).toString(),
        inRepository.getName(names - 2).toString());
  }

  Path file(Path repository, String extension) {
    return repository
        .resolve(group.replace('.', '/'))
        .resolve(artifact)
        .resolve(version)
        .resolve(artifact + "-" + version + "." + extension);
  }

  /// Without the version.
  String key() {
    return group + ":" + artifact;
  }

  /// The package URL by which bills of materials name it.
  String purl() {
    return "pkg:maven/" + group + "/" + artifact + "@" + version;
  }
}
