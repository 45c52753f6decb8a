package dev.tenon.engine.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.model.Effort;
import dev.tenon.core.model.ModelInfo.Ability;
import dev.tenon.core.permission.Mode;
import dev.tenon.providers.wire.WireKind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/// The words of the configuration are the words of the engine.
class CatalogTest {

  @Test
  void choicesAreTheConstantsOfTheEngine() {
    assertThat(Choices.MODES).isEqualTo(words(Mode.values()));
    assertThat(Choices.EFFORTS).isEqualTo(words(Effort.values()));
    assertThat(Catalog.ABILITIES).isEqualTo(words(Ability.values()));
    assertThat(Catalog.COLORS).isEqualTo(words(Settings.Color.values()));
    assertThat(Catalog.REVERT_POLICIES).isEqualTo(words(Settings.RevertPolicy.values()));
    assertThat(Catalog.WIRES)
        .isEqualTo(Arrays.stream(WireKind.values()).map(WireKind::label).toList());
  }

  @Test
  void whatIsRankedRanksEveryWord() {
    for (Setting setting : Catalog.ALL) {
      if (setting.type() instanceof Type.Choice choice) {
        assertThat(choice.order()).containsExactlyInAnyOrderElementsOf(choice.words());
      }
    }
  }

  @Test
  void keysAreUniqueAndEverythingPlainHasADefault() {
    assertThat(Catalog.keys()).doesNotHaveDuplicates();
    for (Setting setting : Catalog.ALL) {
      assertThat(setting.otherwise() == null).as(setting.key()).isEqualTo(setting.isPattern());
    }
  }

  private static List<String> words(Enum<?>[] constants) {
    return Arrays.stream(constants)
        .map(constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .toList();
  }
}
