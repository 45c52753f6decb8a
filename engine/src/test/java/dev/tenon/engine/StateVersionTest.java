package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.engine.problem.SetupException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateVersionTest {
  @TempDir Path home;

  @Test
  void withoutANumberAndWithTheKnownOneTheStateIsTaken() throws Exception {
    StateVersion.check(home.resolve("nowhere"));
    StateVersion.check(home);
    assertThat(home).isEmptyDirectory();
    Files.writeString(home.resolve("state-version"), StateVersion.KNOWN + "\n");
    assertThatCode(() -> StateVersion.check(home)).doesNotThrowAnyException();
  }

  @Test
  void aLaterFormIsRefusedWithFileNumberAndWayOut() throws Exception {
    Path file = Files.writeString(home.resolve("state-version"), "2\n");
    assertThatThrownBy(() -> StateVersion.check(home))
        .isInstanceOf(SetupException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("form 2, this one knows 1")
        .hasMessageContaining("TENON_HOME");
    Files.writeString(file, "two\n");
    assertThatThrownBy(() -> StateVersion.check(home))
        .isInstanceOf(SetupException.class)
        .hasMessageContaining("must hold a number");
  }
}
