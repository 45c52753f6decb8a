package dev.tenon.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class BoundedTextTest {
  private static final Pattern ENDLESS = Pattern.compile(".*.*.*.*.*b");

  @Test
  void aMatchEndsWithItsBudget() {
    var text = new BoundedText("a".repeat(300) + "c", () -> false).allow(10_000);
    assertThatThrownBy(() -> ENDLESS.matcher(text).find()).isInstanceOf(BoundedText.GivenUp.class);
    assertThat(text.looks()).isEqualTo(10_001);
    text.allow(10_000);
    assertThat(Pattern.compile("a+c").matcher(text).find()).isTrue();
    assertThat(text.looks()).isBetween(300L, 700L);
  }

  @Test
  void aMatchEndsWhenNobodyWantsItAnyMore() {
    var asked = new AtomicInteger();
    var text = new BoundedText("a".repeat(300), () -> asked.incrementAndGet() > 2).allow(1L << 40);
    assertThatThrownBy(() -> ENDLESS.matcher(text).find()).isInstanceOf(BoundedText.GivenUp.class);
    assertThat(asked).hasValue(3);
  }

  @Test
  void itIsTheTextAsItIsNow() {
    var changing = new StringBuilder("one");
    var text = new BoundedText(changing, () -> false).allow(100);
    changing.append(" two");
    assertThat(text).hasToString("one two").hasSize(7);
    assertThat(text.subSequence(4, 7)).hasToString("two");
  }
}
