package dev.tenon.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Where the environment of the process is looked at, whatever the builder was told: what
/// `docs/embedding.md` and [Tenon] say of it. Who adds a place says there what it is for.
class EnvironmentTest {
  private static final Path ROOT = Path.of("..");

  @Test
  void theEnvironmentIsLookedAtWhereItIsSaid() throws IOException {
    var found = new TreeSet<String>();
    for (String module : List.of("core", "providers", "tools", "engine", "sdk")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
        for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
          if (Files.readString(file).contains("System.getenv(")) {
            found.add(module + " " + file.getFileName());
          }
        }
      }
    }
    assertThat(found)
        .containsExactly(
            "core Execution.java",
            "core FileWalk.java",
            "core Grep.java",
            "core GuardedProcess.java",
            "core ProcessMark.java",
            "core UserConfig.java",
            "core UserHome.java",
            "engine CommandWall.java",
            "engine HiddenPlaces.java",
            "engine ProjectOptions.java",
            "engine ProjectWorkers.java",
            "tools Recipes.java");
  }

  @Test
  void thePageNamesTheVariables() throws IOException {
    assertThat(Files.readString(ROOT.resolve("docs/embedding.md")))
        .contains("`HOME`", "`PATH`", "`XDG_CONFIG_HOME`", "`GIT_CONFIG_GLOBAL`", "`TENON_MARK`")
        .doesNotContain("no variable of the environment is read");
  }
}
