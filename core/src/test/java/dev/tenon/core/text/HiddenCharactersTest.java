package dev.tenon.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HiddenCharactersTest {
  /// What Unicode ignores by default besides the class Cf (DerivedCoreProperties,
  /// Default_Ignorable_Code_Point).
  private static boolean ignoredByDefault(int c) {
    return c == 0x34f
        || (c >= 0x115f && c <= 0x1160)
        || (c >= 0x17b4 && c <= 0x17b5)
        || (c >= 0x180b && c <= 0x180f)
        || c == 0x2065
        || c == 0x3164
        || (c >= 0xfe00 && c <= 0xfe0f)
        || c == 0xffa0
        || (c >= 0xfff0 && c <= 0xfff8)
        || (c >= 0xe0000 && c <= 0xe0fff);
  }

  @Test
  void everyCharacterOfTheClassesIsHiddenAndNoOther() {
    String signs = "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2";
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      int type = Character.getType(c);
      boolean sign = signs.indexOf(c) >= 0 || c == 0x110bd || c == 0x110cd;
      boolean hieroglyphJoiner = c >= 0x13430 && c <= 0x1343f;
      boolean none = (c & 0xfffe) == 0xfffe || (c >= 0xfdd0 && c <= 0xfdef);
      boolean hidden =
          (type == Character.CONTROL && c != '\n' && c != '\t')
              || (type == Character.FORMAT && !sign && !hieroglyphJoiner)
              || type == Character.SURROGATE
              || type == Character.LINE_SEPARATOR
              || type == Character.PARAGRAPH_SEPARATOR
              || ignoredByDefault(c)
              || none;
      String text = Character.toString(c);
      assertThat(HiddenCharacters.has('a', c, 'b')).as("U+%04X", c).isEqualTo(hidden);
      assertThat(VisibleText.of("a" + text + "b"))
          .as("U+%04X", c)
          .isEqualTo(hidden ? "a" + VisibleText.of(text) + "b" : "a" + text + "b");
      assertThat(VisibleText.of(text).equals(text)).as("U+%04X", c).isEqualTo(!hidden);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "👩‍👩‍👧", // a family, joined
        "👩🏽‍💻", // with a colour of skin
        "👩‍❤️‍👨", // a selector before a joiner
        "🏳️‍🌈",
        "1️⃣ #️⃣ ❤️ ☎️",
        "می‌خواهم", // Persian keeps its letters apart
        "क्‍ष श्री क्‌ष", // Devanagari
        "ශ්‍රී", // Sinhala
        "葛󠄀", // an ideograph with its variant
        "ᠪᠣᠭᠳᠠ᠋",
        "é e\u0301 Ω ﬁ ⠿ \ue0b0 a\u00a0b"
      })
  void writingKeepsWhatItNeeds(String text) {
    assertThat(VisibleText.of(text)).isEqualTo(text);
    assertThat(VisibleText.count(text)).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pass\u200dword",
        "pass\u200cword",
        "rm\ufe0f",
        "1\ufe0f",
        "x\udb40\udd00",
        "👩\u200drm",
        "👩\u200d\u200d👧",
        "❤\ufe0f\ufe0f",
        "\u200d",
        "\ufe0f",
        "م\u200cx"
      })
  void elsewhereJoinersAndSelectorsAreSeen(String text) {
    assertThat(VisibleText.count(text)).isPositive();
  }
}
