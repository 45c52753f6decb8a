package dev.tenon.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ThrownTest {
  @Test
  void isOneBoundedLine() {
    assertThat(Thrown.line(new IllegalStateException(" disk \n\t full ")))
        .isEqualTo("IllegalStateException: disk full");
    assertThat(Thrown.line(new NullPointerException())).isEqualTo("NullPointerException");
    assertThat(Thrown.line(new IOException("x".repeat(5_000)))).hasSizeLessThan(530).endsWith("x…");
    assertThat(Thrown.line(new RuntimeException("of a class without a name") {}))
        .startsWith(ThrownTest.class.getName() + "$");
  }

  @Test
  void saysWhereAndWhy() {
    try {
      Objects.requireNonNull(null, "word");
    } catch (NullPointerException missing) {
      assertThat(Thrown.placed(new IllegalStateException("outer", missing)))
          .contains("IllegalStateException: outer (at " + ThrownTest.class.getName())
          .endsWith(", caused by NullPointerException: word");
      assertThat(Thrown.placed(missing))
          .as("not the place in the JDK")
          .contains("(at " + ThrownTest.class.getName());
    }
  }

  @Test
  void aMessageThatBreaksIsNone() {
    var hostile =
        new RuntimeException() {
          private static final long serialVersionUID = 1L;

          @Override
          public String getMessage() {
            throw new IllegalStateException();
          }
        };
    assertThat(Thrown.line(hostile)).startsWith(ThrownTest.class.getName() + "$");
  }
}
