package dev.tenon.cli.discover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A tree for each tool with everything that is read of it, and what becomes of each thing. To
/// write the golden files anew: `mvn -o -Dfast -pl cli -am test -Dtest=DiscoveryTreesTest
/// -Dsurefire.failIfNoSpecifiedTests=false -Dtest.jvm.args=-Dgolden=update`.
@Timeout(120)
class DiscoveryTreesTest {
  /// Within it a folder for each tool, and what is found there in a file of its name.
  private static final Path TREES = Path.of("src/test/resources/discovery");

  @TempDir Path folder;

  static List<String> tools() throws IOException {
    try (Stream<Path> trees = Files.list(TREES)) {
      return trees
          .filter(Files::isDirectory)
          .map(tree -> tree.getFileName().toString())
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("tools")
  void whatIsThereIsFoundAndDecidedAbout(String tool) throws Exception {
    Path project = Files.createDirectory(folder.resolve("project")).toRealPath();
    Path tree = TREES.resolve(tool);
    try (Stream<Path> files = Files.walk(tree)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = project.resolve(tree.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
    // The folders above are nobody's concern.
    Files.createDirectory(project.resolve(".git"));
    String found = discovered(project).replace(project.toString(), "PROJECT");
    Path golden = TREES.resolve(tool + ".json");
    if ("update".equals(System.getProperty("golden"))) {
      Files.writeString(golden, found);
    }
    assertThat(golden).as("golden file; -Dgolden=update writes it").exists();
    assertThat(found).as("see %s", golden).isEqualTo(Files.readString(golden));
  }

  private String discovered(Path project) throws IOException {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    Path home = Files.createDirectory(folder.resolve("home"));
    int code =
        Main.run(
            new Streams(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                new Streams.Tty(false, false, false)),
            // One variable that a tree wants is not set.
            Map.of(
                "TENON_HOME", home.toString(), "PATH", "/usr/bin:/bin", "DB_TOKEN", "d", "A", "a"),
            "discover",
            "--json",
            "--root",
            project.toString());
    assertThat(code).as(err.toString(StandardCharsets.UTF_8)).isZero();
    assertThat(home.resolve("trust.json")).as("looking decides nothing").doesNotExist();
    return out.toString(StandardCharsets.UTF_8).strip() + "\n";
  }
}
