package dev.tenon.cli.args;

import static dev.tenon.cli.args.TenonCommandLine.GRAMMAR;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What every declaration has to keep, so that parser, help and completions can rely on it.
class GrammarTest {

  @Test
  void anOptionNameMeansTheSameEverywhere() {
    Map<String, Option> seen = new HashMap<>();
    for (Command command : everyCommand()) {
      List<Option> options = GRAMMAR.options(command);
      assertThat(options).as(command.name()).doesNotHaveDuplicates();
      for (Option option : options) {
        assertThat(seen.getOrDefault(option.name(), option)).isEqualTo(option);
        seen.put(option.name(), option);
      }
    }
  }

  @Test
  void namesAndLettersAreUnique() {
    assertThat(GRAMMAR.allOptions()).extracting(Option::name).doesNotHaveDuplicates();
    assertThat(GRAMMAR.allOptions())
        .filteredOn(option -> option.letter() != Option.NO_LETTER)
        .extracting(Option::letter)
        .doesNotHaveDuplicates();
    assertThat(GRAMMAR.commandNames()).doesNotHaveDuplicates();
  }

  @Test
  void lettersBelongToOptionsThatAreFoundWithoutACommand() {
    for (Command command : GRAMMAR.commands()) {
      assertThat(command.options())
          .as(command.name())
          .allMatch(option -> option.letter() == Option.NO_LETTER);
    }
  }

  @Test
  void onlyTheLastOperandRepeatsAndNoRequiredOneFollowsAnOptionalOne() {
    for (Command command : everyCommand()) {
      List<Operand> operands = command.operands();
      for (int i = 1; i < operands.size(); i++) {
        Operand.Need before = operands.get(i - 1).need();
        assertThat(before).as(command.name()).isNotEqualTo(Operand.Need.REPEATED);
        if (operands.get(i).need() == Operand.Need.REQUIRED) {
          assertThat(before).as(command.name()).isEqualTo(Operand.Need.REQUIRED);
        }
      }
    }
  }

  @Test
  void everyExampleIsAcceptedByTheParser() throws UsageException {
    for (Command command : everyCommand()) {
      for (Command.Example example : command.examples()) {
        List<String> words = new ArrayList<>();
        String line =
            example.line().replaceAll(".*?\\btenon ?", "").replaceAll("\\)$| \\| .*$", "");
        var matcher = java.util.regex.Pattern.compile("'([^']*)'|(\\S+)").matcher(line);
        while (matcher.find()) {
          words.add(matcher.group(1) == null ? matcher.group(2) : matcher.group(1));
        }
        Arguments parsed =
            ArgumentParser.parse(GRAMMAR, RpcCommandLine.translated(words.toArray(String[]::new)));
        if (!command.name().isEmpty()) {
          assertThat(parsed.command()).as(example.line()).isSameAs(command);
        }
      }
    }
  }

  private static List<Command> everyCommand() {
    var all = new ArrayList<>(GRAMMAR.commands());
    all.add(GRAMMAR.main());
    return all;
  }
}
