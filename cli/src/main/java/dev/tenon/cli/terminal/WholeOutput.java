package dev.tenon.cli.terminal;

import dev.tenon.cli.slash.CommandException;
import dev.tenon.cli.slash.SlashCommand;
import dev.tenon.cli.terminal.view.CardLog;
import java.util.List;

/// `/show`: all of an output that was shown in part, where no key opens it.
final class WholeOutput {
  private static final int COLUMNS = 10_000;

  private WholeOutput() {}

  static SlashCommand command(CardLog log) {
    return SlashCommand.of(
            "show",
            "The last output, or the one before, whole",
            (argument, context) -> {
              List<CardLog.Card> cards = log.cards();
              if (cards.isEmpty()) {
                throw new CommandException("There was no output yet.");
              }
              int back = argument.isEmpty() ? 1 : number(argument);
              if (back < 1 || back > cards.size()) {
                throw new CommandException(
                    "/show takes a number from 1, the last one, to " + cards.size() + ".");
              }
              CardLog.Card card = cards.get(cards.size() - back);
              context.print(card.title() + ":\n" + String.join("\n", card.content().rows(COLUMNS)));
            })
        .taking("[N]", List::of);
  }

  private static int number(String text) {
    return text.length() <= 4 && text.chars().allMatch(c -> c >= '0' && c <= '9')
        ? Integer.parseInt(text)
        : 0;
  }
}
