package dev.tenon.cli.args;

import static dev.tenon.cli.args.TenonCommandLine.GRAMMAR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The scripts run in the real shells; a shell that is not installed is skipped.
class CompletionsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "mod, models",
    "t, tool themes",
    "--mode, --model",
    "--permission, --permission-mode",
    "--effort m, medium max",
    "--effort = h, high",
    "--output-format s, stream-json",
    "--debug do, doctor",
    "--model x con, config",
    "--root s, 'sub folder'",
    "tool --l, --list",
    "tool --print, ''",
    "completion z, zsh",
    "completion zsh z, ''",
    "help de, demo",
    "-p --out, --output-format"
  })
  void bashCompletes(String typed, String expected) throws Exception {
    Files.createDirectory(folder.resolve("sub folder"));
    Files.writeString(folder.resolve("script"), Completions.script(GRAMMAR, "bash"));
    String words = "tenon " + typed;
    int last = words.split(" ", -1).length - 1;
    assertThat(
            run(
                "bash",
                "-c",
                "set -u; source ./script; COMP_WORDS=("
                    + words
                    + "); COMP_CWORD="
                    + last
                    + "; _tenon; IFS=' '; echo \"${COMPREPLY[*]-}\""))
        .isEqualTo(expected);
  }

  @Test
  void bashOffersEveryOptionOfTheProgram() throws Exception {
    Files.writeString(folder.resolve("script"), Completions.script(GRAMMAR, "bash"));
    String offered =
        run(
            "bash",
            "-c",
            "source ./script; COMP_WORDS=(tenon --); COMP_CWORD=1; _tenon; echo"
                + " \"${COMPREPLY[*]}\"");
    for (Option option : GRAMMAR.options(GRAMMAR.main())) {
      assertThat(offered.split("\\s+")).contains(option.dashed());
    }
  }

  @Test
  void zshAcceptsTheScriptAndRegistersIt() throws Exception {
    TestPrograms.require("zsh");
    Files.writeString(folder.resolve("script"), Completions.script(GRAMMAR, "zsh"));
    assertThat(
            run(
                "zsh",
                "-f",
                "-c",
                "autoload -U compinit; compinit -D -u; source ./script; echo $_comps[tenon]"))
        .isEqualTo("_tenon");
  }

  @ParameterizedTest
  @CsvSource({
    "tenon mod, models",
    "tenon tool --li, --list",
    "tenon --effort m, medium max",
    "tenon completion z, zsh"
  })
  void fishCompletes(String typed, String expected) throws Exception {
    TestPrograms.require("fish");
    Files.writeString(folder.resolve("script"), Completions.script(GRAMMAR, "fish"));
    String offered = run("fish", "-N", "-c", "source ./script; complete -C '" + typed + "'");
    assertThat(offered.lines().map(line -> line.split("\t", -1)[0]))
        .containsExactlyInAnyOrder(expected.split(" ", -1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void everyCommandAndOptionIsInTheScript(String shell) {
    String script = Completions.script(GRAMMAR, shell);
    for (Command command : GRAMMAR.commands()) {
      assertThat(script).contains(command.name());
    }
    for (Option option : GRAMMAR.allOptions()) {
      assertThat(script).contains(option.name());
    }
  }

  @Test
  void anotherShellIsAMistakeOfTheCaller() {
    assertThatThrownBy(() -> Completions.script(GRAMMAR, "csh"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private String run(String... command) throws IOException, InterruptedException {
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).as("ended in time").isTrue();
    return Files.readString(output).strip();
  }
}
