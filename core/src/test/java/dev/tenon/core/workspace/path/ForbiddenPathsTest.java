package dev.tenon.core.workspace.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.workspace.ReadLimits;
import dev.tenon.core.workspace.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForbiddenPathsTest {
  @TempDir private Path folder;

  @BeforeEach
  void fill() throws Exception {
    Files.createDirectories(folder.resolve("secrets"));
    Files.writeString(folder.resolve("secrets/key.txt"), "needle");
    Files.writeString(folder.resolve("open.txt"), "needle");
    Files.createSymbolicLink(folder.resolve("link.txt"), Path.of("secrets/key.txt"));
  }

  private Workspace workspace() throws Exception {
    Path closed = folder.toRealPath().resolve("secrets");
    Path sealed = folder.toRealPath().resolve("open.txt");
    return Workspace.open(
        folder,
        List.of(),
        new ForbiddenPaths() {
          @Override
          public @Nullable String reading(Path path) {
            return path.startsWith(closed) ? "deny read(secrets)" : null;
          }

          @Override
          public @Nullable String writing(Path path) {
            return path.equals(sealed) ? "deny write(open.txt)" : reading(path);
          }
        });
  }

  @Test
  void pathsCannotBeOpened() throws Exception {
    Workspace workspace = workspace();
    for (String path :
        List.of("secrets/key.txt", "./secrets/../secrets/key.txt", "secrets", "link.txt")) {
      assertThatThrownBy(() -> workspace.sandbox().existing(path))
          .isInstanceOf(PathException.class)
          .hasMessageContaining("closed by the rule deny read(secrets)");
    }
    assertThatThrownBy(() -> workspace.sandbox().writable("open.txt"))
        .hasMessageContaining("closed by the rule deny write(open.txt)");
    assertThatThrownBy(() -> workspace.sandbox().writable("secrets/new.txt"))
        .hasMessageContaining("closed by the rule deny read(secrets)");
    assertThat(workspace.sandbox().existing("open.txt")).exists();
  }

  @Test
  void walksAndSearchesPassOverThem() throws Exception {
    Workspace workspace = workspace();
    assertThat(workspace.view().glob("**/*.txt", ".", 100).paths())
        .contains("open.txt")
        .noneMatch(path -> path.startsWith("secrets"));
    assertThat(workspace.view().find("key", 10)).noneMatch(path -> path.contains("secrets"));
    assertThat(workspace.view().read(".", ReadLimits.DEFAULT).toString())
        .contains("open.txt")
        .doesNotContain("key.txt");
    assertThatThrownBy(() -> workspace.view().read("key.txt", ReadLimits.DEFAULT))
        .isInstanceOf(PathException.class)
        .satisfies(
            problem ->
                assertThat(((PathException) problem).suggestions().toString())
                    .doesNotContain("secrets"));
  }
}
