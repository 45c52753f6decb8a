package dev.tenon.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class IoFailureTest {
  @Test
  void theReasonIsNeverOnlyThePath() {
    assertThat(IoFailure.reason(new NoSuchFileException("/a"))).isEqualTo("there is no such file");
    assertThat(IoFailure.reason(new AccessDeniedException("/a"))).isEqualTo("permission denied");
    assertThat(IoFailure.reason(new AccessDeniedException("/a", null, "outside")))
        .isEqualTo("outside");
    assertThat(IoFailure.reason(new FileSystemException("/a", null, "No space left on device")))
        .isEqualTo("No space left on device");
    assertThat(IoFailure.reason(new IOException("Is a directory"))).isEqualTo("Is a directory");
    assertThat(IoFailure.reason(new IOException())).isEqualTo("an input or output error");
    assertThat(IoFailure.reason(new ClosedByInterruptException())).isEqualTo("it was stopped");
  }

  @Test
  void theNameStandsBefore() {
    assertThat(IoFailure.named(new AccessDeniedException("/a"))).isEqualTo("/a: permission denied");
    assertThat(IoFailure.named(new IOException("broken"))).isEqualTo("broken");
  }

  @Test
  void otherFailuresHaveWordsOfTheirOwn() {
    assertThat(IoFailure.told(new NoSuchFileException("/a")))
        .isEqualTo("/a: there is no such file");
    assertThat(IoFailure.told(new InterruptedException())).isEqualTo("it was stopped");
    assertThat(IoFailure.told(new IllegalStateException("no"))).isEqualTo("no");
  }
}
