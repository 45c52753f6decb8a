package dev.tenon.distribution.pack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The file `launch` of a distribution, which the launcher reads as shell.
///
/// @param jars in the order of the class path
record Launch(String main, List<String> jars) {

  static Launch read(Path dist) throws IOException, PackException {
    String main = "";
    List<String> jars = List.of();
    for (String line : Files.readAllLines(dist.resolve("launch"))) {
      if (line.startsWith("main=")) {
        main = line.substring("main=".length());
      } else if (line.startsWith("jars='")) {
        jars = List.of(line.substring("jars='".length(), line.length() - 1).split(" ", -1));
      }
    }
    if (main.isEmpty() || jars.isEmpty()) {
      throw new PackException(dist + " is no distribution; build it with ./tenon --version");
    }
    return new Launch(main, jars);
  }

  /// The version is in the name of the program's jar.
  String version() throws PackException {
    for (String jar : jars) {
      if (jar.startsWith("tenon-cli-") && jar.endsWith(".jar")) {
        return jar.substring("tenon-cli-".length(), jar.length() - ".jar".length());
      }
    }
    throw new PackException("no tenon-cli among the jars of the distribution");
  }

  /// The same for a package, with the JVM it brings.
  ///
  /// @param runtime the runtime image
  String text(Path runtime) throws IOException, PackException {
    String jdk =
        Files.readAllLines(runtime.resolve("release")).stream()
            .filter(line -> line.startsWith("JAVA_VERSION="))
            .findFirst()
            .orElseThrow(() -> new PackException("the runtime image tells no version"))
            .replace("\"", "");
    return """
    # Written for the package, read by the launcher.
    main=%s
    jars='%s'
    jdk='%s'
    """
        .formatted(main, String.join(" ", jars), jdk);
  }
}
