package dev.tenon.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.login.FirstRun;
import dev.tenon.cli.terminal.device.HiddenInput;
import dev.tenon.cli.terminal.device.LineDevice;
import dev.tenon.cli.terminal.dialog.AskTiming;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.script.Reply;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The first start on a terminal that shows nothing but lines.
@Timeout(60)
class FirstRunByLinesTest {
  private static final String KEY = "canary-key-0123456789";

  @TempDir Path folder;
  private FirstRun.Ending ending = FirstRun.Ending.LEFT;

  private String run(ModelServer server, String... lines) throws Exception {
    Map<String, String> environment = Map.of("OPENAI_BASE_URL", server.url() + "/v1");
    ProjectOptions options =
        ProjectOptions.of(folder.resolve("home"), folder).withEnvironment(environment);
    var bytes = new ByteArrayOutputStream();
    var out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    String typed = String.join("\n", lines) + "\n";
    var in = new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8));
    var look = DisplayOptions.plain(Glyphs.ASCII);
    try (var models = new ModelOpener(Configuration.load(options), environment, folder);
        var console =
            new PlainConsole(
                in,
                out,
                StandardCharsets.UTF_8,
                look,
                new Interrupts(System::nanoTime),
                AskTiming.patient(),
                new LineDevice(new Unseen(), System::nanoTime, null))) {
      assertThat(models.unconfigured()).isTrue();
      ending = new FirstRun(models, options, new ConsolePrompter(console, look)).run();
    }
    String shown = bytes.toString(StandardCharsets.UTF_8);
    assertThat(shown).doesNotContain("\033", KEY);
    return shown;
  }

  /// What the tests type does not show anyway.
  private static final class Unseen implements HiddenInput.Echo {
    @Override
    public void hide() {}

    @Override
    public void show() {}
  }

  @Test
  void numbersAndWordsLeadToAModel() throws Exception {
    try (var server = ModelServer.start()) {
      server.reply(Reply.text("OK"));
      String shown = run(server, "openai", "1", KEY, "mini");
      assertThat(shown).contains("Whose models?\n  1) anthropic    Claude\n");
      assertThat(ending).as(shown).isEqualTo(FirstRun.Ending.READY);
    }
    assertThat(folder.resolve("home/config.yml")).content().contains("openai/gpt-5-mini");
    assertThat(folder.resolve("home/keys.json")).content().contains(KEY);
  }

  @Test
  void anEmptyLineGoesBackAndTheEndOfTheInputLeaves() throws Exception {
    try (var server = ModelServer.start()) {
      assertThat(run(server, "2", "", "")).contains("Nothing was written.");
      assertThat(ending).isEqualTo(FirstRun.Ending.LEFT);
      assertThat(run(server, "2", KEY)).contains("Nothing was written.");
      assertThat(ending).isEqualTo(FirstRun.Ending.LEFT);
    }
    assertThat(folder.resolve("home/keys.json")).doesNotExist();
    assertThat(folder.resolve("home/config.yml")).doesNotExist();
  }
}
