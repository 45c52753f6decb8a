package dev.tenon.cli.slash;

import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.input.Picker;
import dev.tenon.cli.terminal.input.PickerAction;
import dev.tenon.cli.terminal.input.PickerSpec;
import dev.tenon.cli.terminal.input.PickerText;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.EffectiveReport;
import dev.tenon.engine.config.EffectiveSetting;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.config.SettingsWriter;
import dev.tenon.engine.config.value.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `/settings [KEY [VALUE]]`: every setting with its value and where that comes from. A change is
/// checked, written into the user's own file, and holds at once where it can.
public final class SettingsCommand {
  private static final String NOW = " It holds from now on.";
  private static final String LATER = " It holds from the next start on.";

  private static final String NO_SECRETS =
      "Secrets are not typed here, where the history keeps them; 'tenon login' takes keys.";

  private final ProjectOptions options;
  private final SettingsWriter writer;
  private final Adoption adoption;

  /// Takes a setting over that was changed.
  public interface Adoption {
    /// Answers whether it holds from now on, and not only from the next start.
    boolean holdsNow(String key) throws ConfigException;
  }

  public SettingsCommand(ProjectOptions options, Adoption adoption) {
    this.options = options;
    this.adoption = adoption;
    this.writer = new SettingsWriter(options, SettingChecks.of(options));
  }

  public SlashCommand slash() {
    return SlashCommand.of("settings", "Look at the settings and change them", this::run)
        .taking("[KEY [VALUE]]", this::keys)
        .then(words -> words.size() == 1 ? values(words.getFirst()) : List.of());
  }

  /// What a setting can be set to, where that is a choice.
  private List<String> values(String key) {
    try {
      for (EffectiveSetting setting : load().everything()) {
        if (setting.key().equals(key)) {
          return setting.takes().choices();
        }
      }
    } catch (ConfigException broken) {
      // Whoever runs the command is told.
    }
    return List.of();
  }

  private List<String> keys() {
    try {
      return load().everything().stream().map(EffectiveSetting::key).toList();
    } catch (ConfigException broken) {
      // Whoever runs the command is told.
      return List.of();
    }
  }

  private Configuration load() throws ConfigException {
    return Configuration.load(options);
  }

  private void run(String argument, CommandContext context)
      throws CommandException, InterruptedException {
    try {
      int blank = argument.indexOf(' ');
      if (blank > 0) {
        String key = argument.substring(0, blank);
        if (SettingsWriter.isSecret(key)) {
          throw new CommandException(NO_SECRETS);
        }
        context.print(set(key, argument.substring(blank + 1).strip()));
      } else if (!argument.isEmpty()) {
        show(argument, context);
      } else if (context.hasScreen()) {
        pick(context);
      } else {
        int width = context.tableWidth();
        context.print(EffectiveReport.table(load(), SafeText::visible, width).stripTrailing());
      }
    } catch (ConfigException refused) {
      throw new CommandException(String.valueOf(refused.getMessage()));
    }
  }

  private void show(String key, CommandContext context) throws ConfigException, CommandException {
    for (EffectiveSetting setting : load().everything()) {
      if (setting.key().equals(key)) {
        context.print(
            key + " is " + value(setting) + " (" + from(setting) + "): " + setting.description());
        return;
      }
    }
    throw new CommandException("There is no setting '" + key + "'; /settings lists all.");
  }

  /// Writes a setting. Answers what to tell the person.
  private String set(String key, String value) throws ConfigException {
    String where = writer.set(key, value);
    return "Written to " + where + "." + overruled(key) + when(key);
  }

  private String when(String key) throws ConfigException {
    return adoption.holdsNow(key) ? NOW : LATER;
  }

  private String unset(String key) throws ConfigException {
    return writer.unset(key)
        ? key + " is not in " + writer.file() + " any more." + when(key)
        : key + " is not set in " + writer.file() + ".";
  }

  /// What wins over the user's file, if something does.
  private String overruled(String key) throws ConfigException {
    for (EffectiveSetting setting : load().effective()) {
      if (setting.key().equals(key) && !(setting.origin() instanceof Origin.UserFile)) {
        return " But " + setting.origin().describe() + " wins over it here.";
      }
    }
    return "";
  }

  private void pick(CommandContext context)
      throws ConfigException, CommandException, InterruptedException {
    Picker<EffectiveSetting> picker = picker(context.look());
    while (context.choose(picker) == Menu.Step.CHOSEN && picker.chosen().isPresent()) {
      EffectiveSetting chosen = picker.chosen().get();
      Picker<String> values =
          new PickerSpec<String>(chosen.key(), context.look())
              .main(value -> value)
              .column(value -> value.equals(chosen.value()) ? "now" : "", 3)
              .scope(chosen::description)
              .open(chosen.takes().choices());
      values.mark(chosen.value());
      if (context.choose(values) == Menu.Step.CHOSEN && values.chosen().isPresent()) {
        picker.say(changed(picker, chosen.key(), values.chosen().get()));
      }
    }
  }

  /// Changes a value, and shows it.
  private String changed(Picker<EffectiveSetting> picker, String key, String value) {
    try {
      String told = set(key, value);
      picker.items(load().everything());
      return told;
    } catch (ConfigException refused) {
      return String.valueOf(refused.getMessage());
    }
  }

  Picker<EffectiveSetting> picker(DisplayOptions look) throws ConfigException {
    var shown = new ArrayList<Picker<EffectiveSetting>>();
    var edit =
        new PickerAction.Effect.Ask<EffectiveSetting>(
            setting -> setting.key(),
            setting -> setting.takes().secret() ? "" : setting.value(),
            (setting, text) -> typed(shown.getFirst(), setting, text));
    Picker<EffectiveSetting> picker =
        new PickerSpec<EffectiveSetting>("Settings", look)
            .main(EffectiveSetting::key)
            .column(SettingsCommand::value, 24)
            .column(SettingsCommand::from, 30)
            .searching(EffectiveSetting::description)
            .painted(
                setting ->
                    setting.origin() instanceof Origin.Default
                        ? Optional.of(Style.DIM)
                        : Optional.empty())
            .preview(this::about)
            .enter("changes it")
            .choosing(setting -> !setting.takes().choices().isEmpty(), edit)
            .refusing(SettingsCommand::refusal)
            .action(
                PickerAction.control(
                    'd',
                    "back to default",
                    new PickerAction.Effect.Confirm<>(
                        setting -> "Take " + setting.key() + " out of " + writer.file() + "?",
                        setting -> reset(shown.getFirst(), setting))))
            .same(EffectiveSetting::key)
            .open(load().everything());
    shown.add(picker);
    return picker;
  }

  private static String refusal(EffectiveSetting setting) {
    return setting.takes().pattern() && setting.key().indexOf('*') >= 0
        ? "Name it: /settings " + setting.key().replace("*", "NAME") + " VALUE"
        : setting.takes().secret() ? NO_SECRETS : "";
  }

  private PickerAction.Answer typed(
      Picker<EffectiveSetting> picker, EffectiveSetting setting, String text) {
    try {
      String told = set(setting.key(), text);
      picker.items(load().everything());
      return PickerAction.Answer.taken(told);
    } catch (ConfigException refused) {
      return PickerAction.Answer.refused(String.valueOf(refused.getMessage()));
    }
  }

  private String reset(Picker<EffectiveSetting> picker, EffectiveSetting setting) {
    try {
      String told = unset(setting.key());
      picker.items(load().everything());
      return told;
    } catch (ConfigException refused) {
      return String.valueOf(refused.getMessage());
    }
  }

  private static String value(EffectiveSetting setting) {
    return setting.isSet() ? setting.value().isEmpty() ? "(empty)" : setting.value() : "(not set)";
  }

  private static String from(EffectiveSetting setting) {
    return setting.isSet() ? setting.origin().describe() : "";
  }

  private List<PickerText> about(EffectiveSetting setting) {
    var lines = new ArrayList<PickerText>();
    lines.add(PickerText.bold(setting.key()));
    lines.add(PickerText.of(setting.description() + "."));
    lines.add(PickerText.of("takes " + setting.takes().allowed()));
    lines.add(PickerText.of(value(setting) + (setting.isSet() ? ", from " + from(setting) : "")));
    lines.add(PickerText.dim(setting.takes().project()));
    return lines;
  }
}
