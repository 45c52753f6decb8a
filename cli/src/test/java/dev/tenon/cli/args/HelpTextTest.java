package dev.tenon.cli.args;

import static dev.tenon.cli.args.TenonCommandLine.GRAMMAR;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HelpTextTest {

  @ParameterizedTest
  @ValueSource(ints = {0, 80, 93, 100, 500})
  void linesKeepTheWidth(int width) {
    int bound = Math.clamp(width, 80, 100);
    assertThat(HelpText.of(GRAMMAR, width).lines()).allMatch(line -> line.length() <= bound);
    for (Command command : GRAMMAR.commands()) {
      assertThat(HelpText.of(GRAMMAR, command, width).lines())
          .allMatch(line -> line.length() <= bound && line.equals(line.stripTrailing()));
    }
  }

  @Test
  void theProgramsHelpNamesEverythingInOrder() {
    String help = HelpText.of(GRAMMAR, 100);
    assertThat(help)
        .containsSubsequence(
            "Usage:\n", "Commands:\n", "Options:\n", "Environment:\n", "Examples:\n");
    for (Command command : GRAMMAR.commands()) {
      assertThat(help).contains("\n  " + command.name());
    }
    for (Option option : GRAMMAR.options(GRAMMAR.main())) {
      assertThat(help).contains(option.dashed());
    }
  }

  @Test
  void aTinyGrammarLooksLikeThis() {
    var level = Option.choice("level", "LEVEL", List.of("low", "high"), "How much").withLetter('l');
    var command =
        new Command(
            "cut",
            "Cut a piece of wood to the length and the shape that the drawing of the joint asks"
                + " for",
            "Measures twice.",
            List.of(Operand.required("PIECE", "What to cut"), Operand.repeated("MORE", "Others")),
            List.of(level),
            List.of(new Command.Example("saw cut oak", "Cut the oak")));
    var grammar =
        new Grammar(
            "saw",
            "Saws.",
            new Command("", "", "", List.of(), List.of(), List.of()),
            List.of(command),
            List.of(Option.flag("help", "Show help")),
            List.of());
    assertThat(HelpText.of(grammar, 80))
        .isEqualTo(
            """
            Saws.

            Usage:
              saw [OPTIONS]
              saw COMMAND [OPTIONS] …

            Commands:
              cut PIECE [MORE…]  Cut a piece of wood to the length and the shape that the
                                 drawing of the joint asks for

            Options of every command:
                  --help  Show help

            'saw COMMAND --help' explains one command.
            """);
    assertThat(HelpText.of(grammar, command, 80))
        .isEqualTo(
            """
            Cut a piece of wood to the length and the shape that the drawing of the joint
            asks for.

            Measures twice.

            Usage:
              saw cut [OPTIONS] PIECE [MORE…]

            Arguments:
              PIECE  What to cut
              MORE   Others

            Options:
              -l, --level LEVEL  How much [low, high]

            Options of every command:
                  --help  Show help

            Examples:
              saw cut oak  Cut the oak
            """);
  }
}
