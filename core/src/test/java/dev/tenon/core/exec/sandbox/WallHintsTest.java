package dev.tenon.core.exec.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WallHintsTest {
  private final Bounds bounds = Bounds.of(Path.of("/p"), Path.of("/s"), Path.of("/h"));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "touch: cannot touch '/etc/x': Read-only file system | sandbox.writable",
        "Error: EROFS: read-only file system, open '/root/.npm/x' | sandbox.writable",
        "error: could not write config file .git/config: Device or resource busy | .git/config",
        "bash: .git/hooks/x: Read-only file system | .git/hooks",
        "curl: (6) Could not resolve host: example.org | sandbox.network",
        "java.net.UnknownHostException: repo.example.org | sandbox.network",
        "npm error code EAI_AGAIN | sandbox.network",
        "bash: connect: Network is unreachable | sandbox.network"
      })
  void troublesOfTheWallAreNamed(String said, String hint) {
    assertThat(WallHints.of(1, said, bounds)).singleElement().asString().contains(hint);
    assertThat(WallHints.of(0, said, bounds)).isEmpty();
  }

  @Test
  void aCurlThatSaysNothingIsRecognisedByItsEnd() {
    for (int code : new int[] {6, 7}) {
      assertThat(WallHints.of(code, "\n", bounds))
          .singleElement()
          .asString()
          .contains("no network", "may be why", "sandbox.network");
      assertThat(WallHints.of(code, "6 tests failed", bounds)).isEmpty();
    }
    assertThat(WallHints.of(22, "", bounds)).as("the server said no").isEmpty();
    assertThat(WallHints.of(1, "", bounds)).isEmpty();
  }

  @Test
  void otherTroublesAreNot() {
    assertThat(WallHints.of(1, "error: cannot find symbol", bounds)).isEmpty();
    assertThat(WallHints.of(1, "mv: cannot move 'a': Device or resource busy", bounds)).isEmpty();
  }
}
