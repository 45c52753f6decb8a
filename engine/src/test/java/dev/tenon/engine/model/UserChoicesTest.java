package dev.tenon.engine.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.ProjectOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserChoicesTest {
  private static final String MODEL = "model: \"openai/gpt-5.2\"\n";

  @TempDir Path folder;
  private ProjectOptions options;
  private Path file;

  @BeforeEach
  void prepare() throws IOException {
    Path home = Files.createDirectories(folder.resolve("home"));
    options = ProjectOptions.of(home, folder).withEnvironment(Map.of());
    file = home.resolve("config.yml");
  }

  @Test
  void whatStandsThereStays() throws Exception {
    Files.writeString(file, "# mine\nui: {spinner: false}   # calm");
    new UserChoices(options).add(MODEL);
    assertThat(file).content().isEqualTo("# mine\nui: {spinner: false}   # calm\n" + MODEL);
    Configuration loaded = Configuration.load(options);
    assertThat(loaded.settings().model()).isEqualTo("openai/gpt-5.2");
    assertThat(loaded.modelChosen()).isTrue();
  }

  @Test
  void whatDoesNotFitChangesNothing() throws Exception {
    for (String before : List.of("{ui: {spinner: false}}\n", "model: other/x\n", "model: [\n")) {
      Files.writeString(file, before);
      assertThatThrownBy(() -> new UserChoices(options).add(MODEL)).isInstanceOf(IOException.class);
      assertThat(file).content().isEqualTo(before);
    }
    try (var left = Files.list(options.home())) {
      assertThat(left).containsExactly(file);
    }
  }

  @Test
  void itCanBeTakenBack() throws Exception {
    var choices = new UserChoices(options);
    choices.add(MODEL);
    choices.takeBack();
    assertThat(file).doesNotExist();
    Files.writeString(file, "# mine\n");
    choices = new UserChoices(options);
    choices.add(MODEL);
    choices.takeBack();
    assertThat(file).content().isEqualTo("# mine\n");
  }

  @Test
  void aLinkStaysALink() throws Exception {
    Path real = Files.writeString(folder.resolve("dotfiles.yml"), "# mine\n");
    Files.createSymbolicLink(file, real);
    new UserChoices(options).add(MODEL);
    assertThat(file).isSymbolicLink();
    assertThat(real).content().isEqualTo("# mine\n" + MODEL);
  }
}
