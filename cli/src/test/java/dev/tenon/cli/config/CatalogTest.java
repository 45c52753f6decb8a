package dev.tenon.cli.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.args.Option;
import dev.tenon.cli.args.TenonCommandLine;
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
    assertThat(TenonCommandLine.MODES).isEqualTo(words(Mode.values()));
    assertThat(TenonCommandLine.EFFORTS).isEqualTo(words(Effort.values()));
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

  @Test
  void anOptionThatOverridesASettingNamesAnExistingOne() {
    for (Option option : TenonCommandLine.GRAMMAR.allOptions()) {
      if (!option.setting().isEmpty()) {
        String key = option.setting().split("=", -1)[0];
        assertThat(Catalog.find(key)).as(option.dashed()).isNotNull();
        assertThat(TenonCommandLine.GRAMMAR.shared()).contains(option);
      }
    }
  }

  private static List<String> words(Enum<?>[] constants) {
    return Arrays.stream(constants)
        .map(constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .toList();
  }
}
