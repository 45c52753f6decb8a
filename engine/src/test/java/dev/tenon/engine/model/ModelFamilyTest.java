package dev.tenon.engine.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.ProjectOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Words of other programs for models of a family.
class ModelFamilyTest {
  @TempDir Path folder;

  private ModelOpener opener(String config) throws Exception {
    Path home = Files.createDirectories(folder.resolve("home"));
    Files.writeString(home.resolve("config.yml"), config);
    Map<String, String> keys =
        Map.of("ANTHROPIC_API_KEY", "k", "GEMINI_API_KEY", "k", "OPENAI_API_KEY", "k");
    return new ModelOpener(
        Configuration.load(ProjectOptions.of(home, folder).withEnvironment(keys)), keys, folder);
  }

  @Test
  void aWordMeansTheProvidersOwn() throws Exception {
    try (ModelOpener models = opener("")) {
      assertThat(ModelFamily.find(models, "sonnet", "anthropic/claude-opus-4-6"))
          .hasValueSatisfying(name -> assertThat(name).startsWith("anthropic/claude-sonnet-"));
      assertThat(ModelFamily.find(models, "Opus[1m]", "anthropic/claude-haiku-4-5"))
          .hasValueSatisfying(name -> assertThat(name).startsWith("anthropic/claude-opus-"));
      assertThat(ModelFamily.find(models, "flash", "google/gemini-2.5-pro"))
          .hasValueSatisfying(name -> assertThat(name).matches("google/gemini-[0-9.]+-flash"));
      assertThat(ModelFamily.find(models, "pro", "google/gemini-2.5-flash"))
          .hasValueSatisfying(name -> assertThat(name).contains("-pro"));
    }
  }

  @Test
  void itLeadsToNoOtherProviderButByThePersonsOwnWord() throws Exception {
    try (ModelOpener models = opener("")) {
      assertThat(ModelFamily.find(models, "sonnet", "openai/gpt-5")).isEmpty();
    }
    try (ModelOpener models = opener("models:\n  openai/gpt-5-mini:\n    aliases: [haiku]\n")) {
      assertThat(ModelFamily.find(models, "haiku", "anthropic/claude-opus-4-6"))
          .contains("openai/gpt-5-mini");
    }
    assertThat(ModelFamily.isWord("openai/gpt-5")).isFalse();
    assertThat(ModelFamily.isWord("sonnet")).isTrue();
  }
}
