package dev.tenon.protocols.acp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientPathsTest {
  private static ClientPaths.Folder folder(String real, String spelled) {
    return new ClientPaths.Folder(Path.of(real), Path.of(spelled));
  }

  private static Path path(String path) {
    return Path.of(path);
  }

  @Test
  void theNearestFolderThatWasNamedCounts() {
    var paths =
        new ClientPaths(
            List.of(folder("/r/p", "/link"), folder("/r/p/sub", "/r/p/sub"), folder("/", "/")));
    assertThat(paths.spelled(path("/r/p/a/b"))).isEqualTo(path("/link/a/b"));
    assertThat(paths.spelled(path("/r/p"))).isEqualTo(path("/link"));
    assertThat(paths.spelled(path("/r/p/sub/a"))).isEqualTo(path("/r/p/sub/a"));
    assertThat(paths.spelled(path("/r/papers"))).isEqualTo(path("/r/papers"));
    assertThat(paths.spelled("/r/p/a")).isEqualTo("/link/a");
    assertThat(paths.spelled("no\0path")).isEqualTo("no\0path");
    assertThat(paths.real(path("/link/a/b"))).isEqualTo(path("/r/p/a/b"));
    assertThat(paths.real(path("/r/p/a"))).as("a client may know both").isEqualTo(path("/r/p/a"));
  }

  @Test
  void ofTwoSpellingsTheLastCounts() {
    ClientPaths paths = ClientPaths.REAL.and(folder("/r", "/one")).and(folder("/r", "/two"));
    assertThat(paths.spelled(path("/r/a"))).isEqualTo(path("/two/a"));
    assertThat(ClientPaths.REAL.spelled(path("/r/a"))).isEqualTo(path("/r/a"));
  }
}
