package dev.tenon.engine.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// What is looked at by hand is what the patterns say.
final class ContentNameTest {
  private static final List<String> SIGNS =
      List.of(
          "a", "z", "A", "0", "9", "-", "_", ".", ":", " ", "/", "é", "日", "Ⅷ", "½", "ʰ", "\u0301",
          "🐘", "𝒜", "\ud800", "\n", "*", "ǅ");

  @Test
  void namesAreThoseOfThePatterns() {
    Pattern usable = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}._: -]{0,5}");
    Pattern customary = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");
    var random = new Random(16);
    int good = 0;
    for (int round = 0; round < 20_000; round++) {
      var name = new StringBuilder();
      for (int i = random.nextInt(8); i > 0; i--) {
        name.append(SIGNS.get(random.nextInt(random.nextBoolean() ? 6 : SIGNS.size())));
      }
      String text = name.toString();
      boolean wanted = usable.matcher(text).matches();
      good += wanted ? 1 : 0;
      assertThat(ContentName.isUsable(text, "._: -", 6)).as(text).isEqualTo(wanted);
      assertThat(ContentName.isCustomary(text))
          .as(text)
          .isEqualTo(customary.matcher(text).matches());
    }
    assertThat(good).isBetween(1_000, 19_000);
  }

  @Test
  void aLineThatIsOneStaysAndOthersBecomeOne() {
    assertThat(OneLine.of("as it is", 8)).isEqualTo("as it is");
    assertThat(OneLine.of("as it is", 7)).isEqualTo("as it i");
    assertThat(OneLine.of(" two  spaces ", 50)).isEqualTo("two spaces");
    assertThat(OneLine.of("a\n\tb\u001b[2J", 50)).isEqualTo("a b?[2J");
    assertThat(OneLine.of("", 5)).isEmpty();
    assertThat(OneLine.of(" ", 5)).isEmpty();
  }
}
