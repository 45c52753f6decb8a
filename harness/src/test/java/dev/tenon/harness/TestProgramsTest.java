package dev.tenon.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

class TestProgramsTest {
  @Test
  void theListIsTheOneOfVerify() {
    assertThat(TestPrograms.listed()).contains("git", "make", "npm").doesNotHaveDuplicates();
    assertThat(TestPrograms.parse("x\ntest_programs=(a:b c:\n  d:e)\n"))
        .containsExactly("a", "c", "d");
  }

  @Test
  void aProgramThatIsNotListedFailsTheTestEvenIfItIsThere() {
    assertThatThrownBy(() -> TestPrograms.require("sh"))
        .isInstanceOf(AssertionError.class)
        .hasMessage("add sh to test_programs in ./verify");
  }

  @Test
  void aMissingOneSkipsTheTest() {
    for (String program : TestPrograms.listed()) {
      if (TestPrograms.find(program) == null) {
        assertThatThrownBy(() -> TestPrograms.require(program))
            .isInstanceOf(TestAbortedException.class)
            .hasMessageContaining(program);
      } else {
        TestPrograms.require(program);
      }
    }
  }
}
