package dev.tenon.cli.slash;

import dev.tenon.cli.report.RuleReport;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.input.Picker;
import dev.tenon.cli.terminal.input.PickerAction;
import dev.tenon.cli.terminal.input.PickerSpec;
import dev.tenon.cli.terminal.input.PickerText;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.core.permission.CommandPart;
import dev.tenon.core.permission.Decision;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.RuleBook;
import dev.tenon.core.permission.RuleException;
import dev.tenon.core.permission.Verdict;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.config.SettingsWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// The rules about what may happen, and the mode, to look at and to change: rules are added to and
/// taken out of the user's own file, and a command can be tried on them.
public final class PermissionPicker {
  private final RuleBook book;
  private final Supplier<Mode> mode;
  private final BuiltinCommands.Switch change;
  private final SettingsWriter writer;
  private final Function<String, Decision> judge;

  /// @param judge what would become of a command
  public PermissionPicker(
      RuleBook book,
      Supplier<Mode> mode,
      BuiltinCommands.Switch change,
      SettingsWriter writer,
      Function<String, Decision> judge) {
    this.book = book;
    this.mode = mode;
    this.change = change;
    this.writer = writer;
    this.judge = judge;
  }

  /// A row: the mode, or a rule.
  sealed interface Row {
    record Now(Mode mode) implements Row {}

    record Written(Rule rule) implements Row {}
  }

  void run(CommandContext context) throws CommandException, InterruptedException {
    Picker<Row> picker = picker(context.look());
    while (context.choose(picker) == Menu.Step.CHOSEN) {
      Picker<Mode> modes =
          new PickerSpec<Mode>("Mode", context.look())
              .main(Mode::label)
              .column(each -> each == mode.get() ? "now" : "", 3)
              .preview(each -> List.of(PickerText.of(BuiltinCommands.meaning(each))))
              .open(List.of(Mode.values()));
      modes.mark(mode.get());
      if (context.choose(modes) == Menu.Step.CHOSEN && modes.chosen().isPresent()) {
        context
            .conversation()
            .use(change.to(modes.chosen().get().label(), context.conversation().setup()));
        picker.items(rows());
        picker.say("The mode is " + mode.get().label() + " now.");
      }
    }
  }

  private List<Row> rows() {
    var rows = new ArrayList<Row>();
    rows.add(new Row.Now(mode.get()));
    for (Verdict effect : List.of(Verdict.DENY, Verdict.ASK, Verdict.ALLOW)) {
      for (Rule rule : book.rules().all()) {
        if (rule.effect() == effect) {
          rows.add(new Row.Written(rule));
        }
      }
    }
    return rows;
  }

  Picker<Row> picker(DisplayOptions look) {
    var opened = new ArrayList<Picker<Row>>();
    Picker<Row> picker =
        new PickerSpec<Row>("Permissions", look)
            .column(PermissionPicker::effect, 5)
            .main(PermissionPicker::text)
            .column(PermissionPicker::from, 36)
            .scope(() -> "mode " + mode.get().label())
            .preview(PermissionPicker::about)
            .enter("changes the mode")
            .refusing(
                row -> row instanceof Row.Now ? "" : "Ctrl-D takes a rule away, Ctrl-A adds one.")
            .action(
                PickerAction.control(
                    'a',
                    "add",
                    new PickerAction.Effect.Ask<>(
                        row -> "Rule", row -> "allow ", (row, text) -> add(opened, text))))
            .action(
                PickerAction.control(
                    'd',
                    "remove",
                    new PickerAction.Effect.Confirm<>(
                        row -> "Remove " + effect(row) + " " + text(row) + "?",
                        row -> remove(opened, row))))
            .action(
                PickerAction.control(
                    't',
                    "try a command",
                    new PickerAction.Effect.Ask<>(
                        row -> "Command", row -> "", (row, text) -> tried(text))))
            .open(rows());
    opened.add(picker);
    return picker;
  }

  private static String effect(Row row) {
    return switch (row) {
      case Row.Now ignored -> "mode";
      case Row.Written written -> written.rule().effect().label();
    };
  }

  private static String text(Row row) {
    return switch (row) {
      case Row.Now now -> now.mode().label();
      case Row.Written written -> written.rule().text();
    };
  }

  private static String from(Row row) {
    return switch (row) {
      case Row.Now ignored -> "";
      case Row.Written written -> written.rule().source().where();
    };
  }

  private static List<PickerText> about(Row row) {
    return switch (row) {
      case Row.Now now ->
          List.of(
              PickerText.bold("mode " + now.mode().label()),
              PickerText.of(BuiltinCommands.meaning(now.mode())));
      case Row.Written written ->
          List.of(
              PickerText.bold(written.rule().text()),
              PickerText.of(
                  switch (written.rule().effect()) {
                    case ALLOW -> "What it matches happens without a question.";
                    case ASK -> "What it matches is asked for, in every mode.";
                    case DENY -> "What it matches never happens, in any mode.";
                  }),
              PickerText.dim("from " + written.rule().source().where()));
    };
  }

  private PickerAction.Answer add(List<Picker<Row>> opened, String text) {
    int blank = text.strip().indexOf(' ');
    Optional<Verdict> effect = blank < 0 ? Optional.empty() : verdict(text.strip(), blank);
    if (effect.isEmpty()) {
      return PickerAction.Answer.refused(
          "Say allow, ask or deny and then the rule: deny bash(curl *)");
    }
    String rule = text.strip().substring(blank).strip();
    try {
      Rule checked = Rule.of(effect.get(), rule, Rule.Source.SESSION);
      String where = writer.addRule(effect.get(), rule);
      book.add(
          new Rule(
              effect.get(),
              checked.subject(),
              checked.pattern(),
              new Rule.Source(Rule.Source.Kind.USER, where)));
      opened.getFirst().items(rows());
      return PickerAction.Answer.taken(
          "Written to "
              + where
              + "; it holds from now on, inside the sandbox from the next start.");
    } catch (ConfigException | RuleException refused) {
      return PickerAction.Answer.refused(String.valueOf(refused.getMessage()));
    }
  }

  private static Optional<Verdict> verdict(String text, int end) {
    String word = text.substring(0, end).toLowerCase(Locale.ROOT);
    for (Verdict verdict : Verdict.values()) {
      if (verdict.label().equals(word)) {
        return Optional.of(verdict);
      }
    }
    return Optional.empty();
  }

  private String remove(List<Picker<Row>> opened, Row row) {
    if (!(row instanceof Row.Written(Rule rule))) {
      return "The mode is changed with Enter.";
    }
    try {
      switch (rule.source().kind()) {
        case SESSION, REMEMBERED -> RuleReport.remove(book, rule.text());
        case USER -> {
          if (!writer.removeRule(rule.effect(), rule.text())) {
            throw RuleReport.written(rule);
          }
          book.withdraw(rule);
        }
        case BUILTIN, PROJECT -> throw RuleReport.written(rule);
      }
      opened.getFirst().items(rows());
      boolean holds = book.rules().all().stream().anyMatch(each -> isSame(each, rule));
      return "Removed " + rule.text() + (holds ? "; it holds until this conversation ends." : ".");
    } catch (ConfigException | IOException | RuleReport.NotRemovedException refused) {
      return IoFailure.told(refused);
    }
  }

  /// Whether both say the same and come from the same, wherever in it they stand.
  private static boolean isSame(Rule one, Rule other) {
    return one.effect() == other.effect()
        && one.source().kind() == other.source().kind()
        && one.text().equals(other.text());
  }

  /// What would become of a command; it is not run.
  private PickerAction.Answer tried(String command) {
    if (command.isBlank()) {
      return PickerAction.Answer.taken("");
    }
    Decision decision = judge.apply(command);
    var told = new StringBuilder(decision.verdict().label()).append(": ");
    told.append(decision.because());
    for (CommandPart part : decision.parts()) {
      if (decision.parts().size() > 1 && !part.text().isEmpty()) {
        told.append("; ").append(part.verdict().label()).append(' ').append(part.text());
      }
    }
    return PickerAction.Answer.refused(told.toString());
  }
}
