import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;

/// Compiles a module descriptor for classes that were compiled without one, against jars, and puts
/// it into their jar.
///
/// Arguments: the descriptor, the folder of the classes, a folder for the result, the jar, the
/// class path.
public final class ModuleInfo {
  private ModuleInfo() {}

  public static void main(String[] arguments) throws IOException {
    Path descriptor = Path.of(arguments[0]);
    Path classes = Path.of(arguments[1]);
    Path result = Files.createDirectories(Path.of(arguments[2]));
    var jars = new ArrayList<String>();
    for (String entry : arguments[4].split(File.pathSeparator)) {
      if (entry.endsWith(".jar") && Files.isRegularFile(Path.of(entry))) {
        jars.add(entry);
      }
    }
    run(
        "javac",
        List.of(
            "--release",
            "25",
            // Automatic modules are all that there is, and the exported types are theirs.
            "-Xlint:-requires-automatic,-requires-transitive-automatic",
            "--module-path",
            String.join(File.pathSeparator, jars),
            "--patch-module",
            "dev.tenon.sdk=" + classes,
            "-d",
            result.toString(),
            descriptor.toString()));
    run(
        "jar",
        List.of(
            "--update",
            "--file=" + arguments[3],
            "--date=2026-01-01T00:00:00Z",
            "-C",
            result.toString(),
            "module-info.class"));
  }

  private static void run(String tool, List<String> words) {
    int code =
        ToolProvider.findFirst(tool)
            .orElseThrow(() -> new IllegalStateException("this is no JDK: it has no " + tool))
            .run(System.out, System.err, words.toArray(String[]::new));
    if (code != 0) {
      System.exit(code);
    }
  }
}
