package dev.tenon.engine.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.config.SettingsWriter;
import dev.tenon.engine.problem.SetupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A model whose provider nobody knows is not written, and where a file has one its line is told.
class ModelCheckTest {
  @TempDir Path folder;
  private Path file;
  private ProjectOptions options;
  private SettingsWriter writer;

  @BeforeEach
  void home() throws IOException {
    Path home = Files.createDirectories(folder.resolve("home"));
    file = home.resolve("config.yml");
    options = ProjectOptions.of(home, folder).withEnvironment(Map.of("OPENAI_API_KEY", "sk-trial"));
    writer = new SettingsWriter(options, new ModelCheck(options));
  }

  @ParameterizedTest
  @CsvSource({
    "model,                       nosuch/x,            unknown provider 'nosuch'",
    "model,                       no-such-model,       unknown model 'no-such-model'",
    "model,                       none,                unknown model 'none'",
    "model,                       scripted:none.json,  none.json",
    "server.local_model,          nosuch/x,            unknown provider 'nosuch'",
    "retry.fallbackChains.default,'openai/x, olama/y', did you mean 'ollama'"
  })
  void whatNamesNoModelIsRefusedAndNotWritten(String key, String value, String reason) {
    assertThatThrownBy(() -> writer.set(key, value))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith(key + ": ")
        .hasMessageContaining(reason);
    assertThat(file).doesNotExist();
  }

  @Test
  void whatNamesOneIsWrittenAlsoWithoutItsKey() throws Exception {
    writer.set("model", "anthropic/claude-opus-4-6");
    writer.set("model", "claude-opus-4-6");
    writer.set("server.local_model", "none");
    writer.set("providers.house.wire", "openai-chat");
    writer.set("providers.house.baseUrl", "http://localhost:1/v1");
    writer.set("model", "house/anything");
    assertThat(file).content().contains("model: house/anything\n", "local_model: none");
  }

  private void open(String yaml) throws Exception {
    Files.writeString(file, yaml);
    try (var models = new ModelOpener(Configuration.load(options), options.environment(), folder)) {
      models.open();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'# mine|model: nosuch/x',                               2: model: unknown provider",
    "'model: no-such-model',                                 1: model: unknown model",
    "'model: openai/x|retry:|  fallbackChains: {default: [nosuch/y]}',3:"
        + " retry.fallbackChains.default: unknown provider"
  })
  void aFileThatNamesNoModelIsToldWithItsLine(String yaml, String told) {
    assertThatThrownBy(() -> open(yaml.replace('|', '\n') + "\n"))
        .isInstanceOf(SetupException.class)
        .hasMessageMatching("(?s)\\S*config\\.yml:" + told + ".*");
  }

  @Test
  void whatACommandLineNamesHasNoLine() throws Exception {
    options = options.with("model", "nosuch/x");
    assertThatThrownBy(() -> open("model: openai/x\n")).hasMessageStartingWith("unknown provider");
  }
}
