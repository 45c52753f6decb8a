package dev.tenon.cli.terminal;

import dev.tenon.core.tool.Asker;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The model's questions and their answers as plain lines.
final class AskText {
  private AskText() {}

  /// The question with numbers, for a terminal that only has lines.
  static String numbered(Asker.Question question) {
    var out = new StringBuilder("? ").append(question.text());
    for (int i = 0; i < question.options().size(); i++) {
      out.append("\n  ").append(i + 1).append(". ").append(question.options().get(i));
      out.append(i == question.recommended() ? " (Recommended)" : "");
    }
    return out.append(
            question.choice() == Asker.Choice.SEVERAL
                ? "\nNumbers with commas between, or your own words:"
                : "\nA number, or your own words:")
        .toString();
  }

  /// What a line means as an answer: numbers of options, or words. Empty for a number that is none.
  static Optional<Asker.Reply> read(Asker.Question question, String line) {
    String text = line.strip();
    if (text.isEmpty()) {
      return question.options().isEmpty()
          ? Optional.empty()
          : Optional.of(byDefault(question, Asker.By.PERSON));
    }
    if (!text.matches("[0-9]+([ ,]+[0-9]+)*")) {
      return Optional.of(new Asker.Reply(question.id(), List.of(), text, Asker.By.PERSON));
    }
    var chosen = new ArrayList<String>();
    for (String number : text.split("[ ,]+", -1)) {
      int option = number.length() > 4 ? 0 : Integer.parseInt(number);
      if (option < 1 || option > question.options().size()) {
        return Optional.empty();
      }
      chosen.add(question.options().get(option - 1));
    }
    return chosen.size() > 1 && question.choice() == Asker.Choice.ONE
        ? Optional.empty()
        : Optional.of(new Asker.Reply(question.id(), chosen, "", Asker.By.PERSON));
  }

  /// The recommended option, or the first.
  static Asker.Reply byDefault(Asker.Question question, Asker.By by) {
    List<String> taken =
        question.options().isEmpty()
            ? List.of()
            : List.of(question.options().get(Math.max(0, question.recommended())));
    return new Asker.Reply(question.id(), taken, "", by);
  }
}
