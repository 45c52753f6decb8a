package dev.tenon.cli.terminal.theme;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColourTest {
  @ParameterizedTest
  @CsvSource({
    "000000,16",
    "ffffff,231",
    "ff0000,196",
    "00ff00,46",
    "0000ff,21",
    "808080,244",
    "5f87af,67",
    "121212,233",
    "eeeeee,255",
    "86b0f9,111",
    "1b57c0,25"
  })
  void theNearestOf256(String hex, int index) {
    assertThat(Colour.nearest256(Integer.parseInt(hex, 16))).isEqualTo(index);
  }

  @Test
  void aColourOfTheCubeOrTheGreysIsItself() {
    for (int index = 16; index < 256; index++) {
      int rgb = Colour.rgb(Colour.indexed(index));
      assertThat(Colour.rgb(Colour.indexed(Colour.nearest256(rgb)))).isEqualTo(rgb);
    }
  }

  /// Nobody is nearer than the one that was found.
  @Test
  void nothingIsNearer() {
    for (int rgb = 0; rgb <= 0xffffff; rgb += 7919) {
      int found = distance(rgb, Colour.rgb(Colour.indexed(Colour.nearest256(rgb))));
      int least = Integer.MAX_VALUE;
      for (int index = 16; index < 256; index++) {
        least = Math.min(least, distance(rgb, Colour.rgb(Colour.indexed(index))));
      }
      assertThat(found).as("%06x", rgb).isLessThanOrEqualTo(least + least / 4 + 300);
    }
  }

  private static int distance(int one, int other) {
    int red = Colour.red(one) - Colour.red(other);
    int green = Colour.green(one) - Colour.green(other);
    int blue = Colour.blue(one) - Colour.blue(other);
    return red * red + green * green + blue * blue;
  }

  @ParameterizedTest
  @CsvSource({
    "000000,0", "555555,8", "aaaaaa,7", "ffffff,15", "cd0000,1", "00cd00,2", "cdcd00,3",
    "0000ee,4", "cd00cd,5", "00cdcd,6", "86b0f9,12", "c5a5f5,13", "6fcfd6,14", "8fcf7f,10",
    "e3c37b,11", "f48a8f,9", "1b57c0,4", "1f7433,2", "bd2430,1", "7a35b8,5", "0a6a7a,6",
    "845400,3"
  })
  void theOneOfSixteenThatMeansTheSame(String hex, int index) {
    assertThat(Colour.nearest16(Integer.parseInt(hex, 16))).isEqualTo(index);
  }

  @Test
  void contrastIsThatOfTheStandard() {
    assertThat(Colour.contrast(0x000000, 0xffffff)).isBetween(20.9, 21.1);
    assertThat(Colour.contrast(0x777777, 0xffffff)).isBetween(4.4, 4.5);
    assertThat(Colour.contrast(0x123456, 0x123456)).isEqualTo(1);
  }
}
