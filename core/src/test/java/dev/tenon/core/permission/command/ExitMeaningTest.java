package dev.tenon.core.permission.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExitMeaningTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mvn -q test",
        "cd web && npm test",
        "cd web; npm test",
        "npm test && echo passed",
        "npm test || exit 1",
        "npm test || { echo failed; exit 2; }",
        "npm test || false",
        "(cd web && npm test)",
        "{ npm test; }",
        "set -e; npm test; echo done",
        "set -euo pipefail\nnpm test | tee log",
        "set -o pipefail; npm test 2>&1 | tail -5",
        "bash -c 'npm test'",
        "bash -eo pipefail -c 'npm test | tee log'",
        "timeout 60 npm test",
        "env CI=1 npm test",
        "CI=1 npm test > log 2>&1",
        "time npm test",
        "! grep -q TODO src/main.c",
        "[[ -f out.txt ]]",
        "test -s out.txt",
        "echo '{}' | node validate.js",
        "ls dist/app.js",
      })
  void proves(String line) {
    ExitMeaning meaning = ExitMeaning.of(line);
    assertThat(meaning.weakness()).as(line).isEmpty();
    assertThat(meaning.proving()).as(line).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "true",
        ":",
        "echo all tests passed",
        "printf ok",
        "exit 0",
        "npm test || true",
        "npm test || echo failed",
        "npm test || :",
        "npm test; echo done",
        "npm test\necho done",
        "npm test; exit 0",
        "npm test | tee log",
        "npm test 2>&1 | tail -20",
        "npm test &",
        "npm test & wait",
        "! npm test",
        "if npm test; then echo y; fi",
        "for i in 1 2; do npm test; done",
        "while npm test; do :; done",
        "npm() { true; }; npm test",
        "trap 'exit 0' EXIT; npm test",
        "eval 'npm test'",
        "alias npm=true; npm test",
        "bash -c 'npm test || true'",
        "sh -c 'npm test; echo done'",
        "timeout 5 true",
        "env true",
        "$RUNNER test",
        "X=1",
        "npm --version",
        "npm test || npm run other",
        "git",
        "npm test |",
        "",
      })
  void provesNothing(String line) {
    ExitMeaning meaning = ExitMeaning.of(line);
    assertThat(meaning.proving()).as(line).isEmpty();
    assertThat(meaning.weakness()).as(line).isNotEmpty();
  }

  @Test
  void namesTheParts() {
    assertThat(ExitMeaning.of("cd a && make -j2 test; echo 'x y'").parts())
        .isEqualTo(List.of("cd a", "make -j2 test", "echo 'x y'"));
  }
}
