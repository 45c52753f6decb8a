package dev.tenon.core.http.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SystemNamesTest {
  private final Names names = new SystemNames(Duration.ofSeconds(20));

  @Test
  void findsTheOwnMachine() throws Exception {
    assertThat(names.resolve("localhost")).allMatch(InetAddress::isLoopbackAddress).isNotEmpty();
  }

  @Test
  void tellsWhichNameIsNotFound() {
    assertThatThrownBy(() -> names.resolve("nowhere.invalid"))
        .isInstanceOf(UnknownHostException.class)
        .hasMessage("nowhere.invalid");
  }

  @Test
  void anInterruptedThreadDoesNotWait() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> names.resolve("nowhere.invalid"))
        .isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.interrupted()).isTrue();
  }
}
