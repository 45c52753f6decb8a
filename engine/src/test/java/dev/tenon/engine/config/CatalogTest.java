package dev.tenon.engine.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.model.Effort;
import dev.tenon.core.model.ModelInfo.Ability;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.config.value.Choices;
import dev.tenon.engine.config.value.Type;
import dev.tenon.engine.config.value.Value;
import dev.tenon.providers.wire.WireKind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// The words of the configuration are the words of the engine.
class CatalogTest {

  @Test
  void choicesAreTheConstantsOfTheEngine() {
    assertThat(Choices.MODES).isEqualTo(words(Mode.values()));
    assertThat(Choices.EFFORTS).isEqualTo(words(Effort.values()));
    assertThat(words("mode"))
        .startsWith(words(Mode.values()).toArray(String[]::new))
        .endsWith("default");
    assertThat(words("effort")).isEqualTo(words(Effort.values()));
    assertThat(words("ui.color")).isEqualTo(words(Settings.Color.values()));
    assertThat(words("retry.fallbackRevertPolicy"))
        .isEqualTo(words(Settings.RevertPolicy.values()));
    var abilities = (Type.Texts<?>) setting("models.x.abilities").type();
    assertThat(((Type.Choice<?>) abilities.item()).words()).isEqualTo(words(Ability.values()));
    assertThat(words("providers.x.wire"))
        .isEqualTo(Arrays.stream(WireKind.values()).map(WireKind::label).toList());
  }

  private static Setting<?> setting(String key) {
    return Objects.requireNonNull(Catalog.find(key), key);
  }

  private static List<String> words(String key) {
    return ((Type.Choice<?>) setting(key).type()).words();
  }

  @Test
  void whatIsRankedRanksEveryWord() {
    for (Setting<?> setting : Catalog.ALL) {
      if (setting.type() instanceof Type.Choice<?> choice) {
        assertThat(choice.order()).containsExactlyInAnyOrderElementsOf(choice.words());
        assertThat(choice.constants()).hasSameSizeAs(choice.words());
      }
    }
  }

  @Test
  void keysAreUniqueAndEverythingPlainHasADefault() {
    assertThat(Catalog.keys()).doesNotHaveDuplicates();
    for (Setting<?> setting : Catalog.ALL) {
      assertThat(setting.preset() == null).as(setting.key()).isEqualTo(setting.isPattern());
    }
  }

  @Test
  void everyDefaultIsAllowedAndReadsAsItIsWritten() throws Exception {
    for (Setting<?> setting : Catalog.ALL) {
      Value preset = setting.preset();
      if (preset != null) {
        Type<?> type = setting.type();
        assertThat(type.parse(type.raw(preset.text()))).as(setting.key()).isEqualTo(preset);
      }
    }
  }

  @Test
  void everySettingIsDocumented() {
    for (Setting<?> setting : Catalog.ALL) {
      assertThat(setting.description()).as(setting.key()).isNotBlank().doesNotEndWith(".");
    }
  }

  private static List<String> words(Enum<?>[] constants) {
    return Arrays.stream(constants)
        .map(constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .toList();
  }
}
