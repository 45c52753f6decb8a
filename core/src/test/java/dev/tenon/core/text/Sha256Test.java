package dev.tenon.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Sha256Test {
  @Test
  void theSmallOneIsThatOfTheJdk() throws Exception {
    var random = new Random(42);
    for (int length = 0; length < 600; length++) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      assertThat(SmallSha256.of(bytes))
          .as("%d bytes", length)
          .isEqualTo(MessageDigest.getInstance("SHA-256").digest(bytes));
    }
  }

  @Test
  void allWaysGiveTheSameHash() throws Exception {
    for (int length : new int[] {0, 1, 8191, 8192, 8193, 100_000}) {
      byte[] bytes = new byte[length];
      new Random(length).nextBytes(bytes);
      String expected =
          HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
      assertThat(Sha256.of(bytes)).isEqualTo(expected);
    }
    assertThat(Sha256.of("")).isEqualTo(Sha256.EMPTY);
  }
}
