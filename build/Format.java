import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Checks or applies google-java-format to every Java source of the house, in one JVM.
///
/// Started by Maven from source (`mvn -Pformat` applies, `mvn verify` checks) with the formatter on
/// the class path: `java --class-path 'formatter/*' Format.java check|apply ROOT`.
final class Format {

  private enum Outcome {
    CLEAN,
    CHANGED,
    UNREADABLE
  }

  public static void main(String[] arguments) throws IOException {
    boolean apply = arguments[0].equals("apply");
    Path root = Path.of(arguments[1]).toAbsolutePath().normalize();
    List<Path> sources = sources(root);
    List<Outcome> outcomes =
        sources.parallelStream().map(source -> format(root, source, apply)).toList();
    long changed = outcomes.stream().filter(Outcome.CHANGED::equals).count();
    boolean unreadable = outcomes.contains(Outcome.UNREADABLE);
    System.out.printf(
        "%d source files, %d %s%n", sources.size(), changed, apply ? "formatted" : "not formatted");
    if (changed > 0 && !apply) {
      System.err.println("Run ./verify --format to format them.");
    }
    System.exit(unreadable || (changed > 0 && !apply) ? 1 : 0);
  }

  private static Outcome format(Path root, Path source, boolean apply) {
    Path name = root.relativize(source);
    try {
      String text = Files.readString(source);
      String formatted = new Formatter().formatSourceAndFixImports(text);
      if (formatted.equals(text)) {
        return Outcome.CLEAN;
      }
      if (apply) {
        Files.writeString(source, formatted);
      } else {
        System.err.println("Not formatted: " + name);
      }
      return Outcome.CHANGED;
    } catch (FormatterException | IOException e) {
      System.err.println(name + ": " + e.getMessage());
      return Outcome.UNREADABLE;
    }
  }

  /// The sources of all modules and of this folder; Java files among test resources are fixtures.
  private static List<Path> sources(Path root) throws IOException {
    try (Stream<Path> folders = Files.list(root)) {
      return folders
          .flatMap(folder -> Stream.of(folder.resolve("src"), folder))
          .filter(folder -> folder.endsWith("src") || folder.equals(root.resolve("build")))
          .filter(Files::isDirectory)
          .flatMap(Format::javaFiles)
          .sorted()
          .toList();
    }
  }

  private static Stream<Path> javaFiles(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !file.toString().contains("/resources/"))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
