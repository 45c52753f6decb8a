package dev.tenon.cli.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tenon.cli.args.ArgumentParser;
import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.Option;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.EffectiveSetting;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.config.Settings;
import dev.tenon.engine.session.SessionRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the command line becomes for the engine.
class LaunchContextTest {
  @TempDir Path folder;
  private Path root;

  @BeforeEach
  void makeProject() throws Exception {
    root = Files.createDirectories(folder.resolve("project")).toRealPath();
  }

  @Test
  void anExistingRootIsNeeded() throws Exception {
    assertThat(problem("--root", "nowhere"))
        .isEqualTo("--root 'nowhere' does not exist; name an existing project folder");
    Files.writeString(folder.resolve("file"), "");
    assertThat(problem("--root", "file"))
        .isEqualTo("--root 'file' is not a folder; name an existing project folder");
    LaunchContext inside = LaunchContext.of(arguments("--root", "project"), Map.of(), folder);
    assertThat(inside.root()).isEqualTo(root);
    assertThat(inside.home()).isEqualTo(Path.of(System.getProperty("user.home"), ".tenon"));
    assertThat(LaunchContext.of(arguments(), Map.of("TENON_HOME", "state"), folder).home())
        .isEqualTo(folder.resolve("state"));
  }

  @Test
  void anOptionWinsOverAnAssignment() throws Exception {
    assertThat(settings("--max-steps", "10").maxSteps()).isEqualTo(10);
    assertThat(settings("--config", "maxSteps=9").maxSteps()).isEqualTo(9);
    assertThat(settings("--max-steps=10", "--config", "maxSteps=9").maxSteps()).isEqualTo(10);
    assertThat(settings("--no-color").ui().color()).isEqualTo(Settings.Color.NEVER);
  }

  @Test
  void eachValueIsCalledAfterItsOption() throws Exception {
    assertThat(configuration("--mode", "plan", "-c", "effort=low").effective())
        .extracting(EffectiveSetting::key, EffectiveSetting::value, row -> row.origin().describe())
        .contains(tuple("mode", "plan", "--permission-mode"), tuple("effort", "low", "--config"));
  }

  @Test
  void anOptionThatOverridesASettingNamesAnExistingOne() throws Exception {
    var known = configuration().effective().stream().map(EffectiveSetting::key).toList();
    for (Option option : TenonCommandLine.GRAMMAR.allOptions()) {
      if (!option.setting().isEmpty()) {
        assertThat(known).as(option.dashed()).contains(option.setting().split("=", -1)[0]);
        assertThat(TenonCommandLine.GRAMMAR.shared()).contains(option);
      }
    }
  }

  @Test
  void trustReviewAndPromptsReachTheProject() throws Exception {
    assertThat(context().options().trust()).isEqualTo(ProjectOptions.Trust.CONSENTED);
    assertThat(context("--trust").options().trust()).isEqualTo(ProjectOptions.Trust.EVERYTHING);
    assertThat(context().options().edits()).isEqualTo(ProjectOptions.Edits.DIRECT);
    assertThat(context("--review").options().edits()).isEqualTo(ProjectOptions.Edits.STAGED);
    assertThat(context("apply").options().edits()).isEqualTo(ProjectOptions.Edits.STAGED);
    Path file = Files.writeString(folder.resolve("prompt.md"), "Be brief.");
    assertThat(
            context("--system-prompt", file.toString(), "--append-system-prompt", "Really.")
                .openingOptions()
                .prompts())
        .isEqualTo(new ProjectOptions.Prompts("Be brief.", "Really."));
  }

  @Test
  void theSessionIsTheOneThatWasAskedFor() throws Exception {
    assertThat(context().sessionRequest()).isEqualTo(SessionRequest.NEW);
    assertThat(context("--no-session").sessionRequest()).isEqualTo(SessionRequest.UNKEPT);
    assertThat(context("--continue").sessionRequest().start())
        .isEqualTo(SessionRequest.Start.LATEST);
    assertThat(context("--resume").sessionRequest().start())
        .isEqualTo(SessionRequest.Start.CHOSEN_LATER);
    SessionRequest named = context("--resume=ab12", "--fork", "--effort", "low").sessionRequest();
    assertThat(named)
        .isEqualTo(
            new SessionRequest(
                SessionRequest.Start.NAMED,
                "ab12",
                SessionRequest.Copying.ALWAYS,
                SessionRequest.Taking.FROM_SESSION,
                SessionRequest.Taking.AS_GIVEN));
  }

  private LaunchContext context(String... words) throws Exception {
    return new LaunchContext(folder.resolve("home"), root, Map.of(), arguments(words));
  }

  private Configuration configuration(String... words) throws Exception {
    return Configuration.load(context(words).options());
  }

  private Settings settings(String... words) throws Exception {
    return configuration(words).settings();
  }

  private String problem(String... words) throws Exception {
    try {
      LaunchContext.of(arguments(words), Map.of(), folder);
    } catch (ConfigException problem) {
      return problem.getMessage();
    }
    throw new AssertionError("accepted");
  }

  private static Arguments arguments(String... words) throws Exception {
    return ArgumentParser.parse(TenonCommandLine.GRAMMAR, words);
  }
}
