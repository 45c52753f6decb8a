package dev.tenon.distribution.pack;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.spi.ToolProvider;

/// The Java runtime inside a package: the modules that the jars need, and nothing that only a
/// developer would use.
final class RuntimeImage {
  /// What no class file shows: charsets outside of java.base for files and answers in them, and
  /// signals, which the terminal library asks for by name.
  private static final List<String> BY_NAME = List.of("jdk.charsets", "jdk.unsupported");

  /// What classes of libraries mention that the program never runs: JLine's own demonstration
  /// programs.
  private static final Set<String> UNUSED = Set.of("java.desktop");

  /// What only a developer would use: tools, and the list for making the JDK's own cache.
  private static final List<String> REMOVED =
      List.of("bin/keytool", "bin/jwebserver", "lib/classlist", "lib/jexec");

  private RuntimeImage() {}

  /// The modules these jars need.
  static Set<String> modules(List<Path> jars) throws PackException {
    var arguments =
        new ArrayList<>(
            List.of("--ignore-missing-deps", "--multi-release", "25", "--print-module-deps"));
    arguments.add("--class-path");
    arguments.add(String.join(":", jars.stream().map(Path::toString).toList()));
    jars.forEach(jar -> arguments.add(jar.toString()));
    String said = run("jdeps", arguments).strip();
    String last = said.substring(said.lastIndexOf('\n') + 1);
    var modules = new TreeSet<>(List.of(last.split(",", -1)));
    if (!modules.contains("java.base")) {
      throw new PackException("jdeps names no modules: " + said);
    }
    modules.removeAll(UNUSED);
    modules.addAll(BY_NAME);
    return modules;
  }

  /// Links the image.
  static void link(Set<String> modules, Path target) throws IOException, PackException {
    run(
        "jlink",
        List.of(
            "--add-modules",
            String.join(",", modules),
            "--no-header-files",
            "--no-man-pages",
            "--output",
            target.toString()));
    for (String file : REMOVED) {
      Files.deleteIfExists(target.resolve(file));
    }
  }

  private static String run(String name, List<String> arguments) throws PackException {
    ToolProvider tool =
        ToolProvider.findFirst(name)
            .orElseThrow(
                () -> new PackException("this Java has no " + name + "; a whole JDK is needed"));
    var output = new StringWriter();
    var errors = new StringWriter();
    int code =
        tool.run(
            new PrintWriter(output, true),
            new PrintWriter(errors, true),
            arguments.toArray(String[]::new));
    if (code != 0) {
      throw new PackException(name + " ended with " + code + ": " + output + errors);
    }
    return output.toString();
  }
}
