package dev.tenon.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiptTest {
  private static List<String> lines(String command, int exit) {
    var line = new Receipt.Line("c1", command, exit, 20, true, "");
    return new Receipt("p", "1", List.of("b.py"), List.of(line), List.of(), "").lines();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mvn -q test",
        "cd core && ./gradlew check",
        "CI=1 npm test",
        "python3 -m unittest",
        "python -m pytest -q",
        "go vet ./...",
        "[ -e a ]",
        "grep two b.txt",
        "./verify --format",
        "sh check.sh",
        "sh -c true; tools/run-tests.sh"
      })
  void whatIsKnownToCheckIsSaidToHaveChecked(String command) {
    assertThat(lines(command, 0)).contains("checked: " + command + " → exit 0 (20 ms)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rm -f b.py; exit 3", "echo test", "ls", "cat go.mod", "python b.py"})
  void whateverElseRanIsNotCalledACheck(String command) {
    assertThat(lines(command, 3)).contains("ran: " + command + " → exit 3 (20 ms)");
  }

  @Test
  void nothingIsStillNothing() {
    assertThat(new Receipt("p", "1", List.of("b.py"), List.of(), List.of(), "").lines())
        .contains(Receipt.UNCHECKED);
  }
}
