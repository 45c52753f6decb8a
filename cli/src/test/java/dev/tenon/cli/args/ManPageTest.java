package dev.tenon.cli.args;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.harness.TestPrograms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManPageTest {
  private static final String PAGE = ManPage.of(TenonCommandLine.GRAMMAR, "1.2.3", "2026-01-01");

  @TempDir Path folder;

  @Test
  void itNamesEveryCommandOptionAndVariable() {
    Grammar grammar = TenonCommandLine.GRAMMAR;
    assertThat(PAGE).startsWith(".TH \"TENON\" \"1\" \"2026\\-01\\-01\" \"tenon 1.2.3\"");
    for (Command command : grammar.commands()) {
      assertThat(PAGE).contains(".SS \"tenon " + command.name() + "\"");
    }
    for (Option option : grammar.allOptions()) {
      assertThat(PAGE).contains("\\fB" + option.dashed().replace("-", "\\-") + "\\fR");
    }
    for (Grammar.Variable variable : grammar.environment()) {
      assertThat(PAGE).contains("\\fB" + variable.name().replace("…", "...") + "\\fR");
    }
  }

  @Test
  void noTextBecomesARequest() {
    var hostile =
        new Command("x", ".so /etc/passwd", "'br \\fBnot bold", List.of(), List.of(), List.of());
    var grammar = new Grammar("tenon", "Sum.", hostile, List.of(hostile), List.of(), List.of());
    assertThat(ManPage.of(grammar, "1", "2026-01-01").lines())
        .noneMatch(line -> line.startsWith(".so") || line.startsWith("'"))
        .anyMatch(line -> line.equals("\\&.so /etc/passwd."))
        .anyMatch(line -> line.equals("\\(aqbr \\efBnot bold"));
  }

  @Test
  void groffHasNothingToComplainAbout() throws Exception {
    TestPrograms.require("groff");
    Path page = Files.writeString(folder.resolve("tenon.1"), PAGE);
    Path errors = folder.resolve("errors");
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder("groff", "-man", "-Tutf8", "-ww", "-Kutf8", page.toString())
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile())
            .start();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(errors).content().isEmpty();
    assertThat(process.exitValue()).isZero();
    assertThat(output).content().contains("every change verified").contains("[OPTIONS]");
  }
}
