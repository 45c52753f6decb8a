package dev.tenon.cli.slash;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.input.Picker;
import dev.tenon.cli.terminal.input.PickerAction;
import dev.tenon.cli.terminal.input.PickerSpec;
import dev.tenon.cli.terminal.input.PickerText;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.core.model.Effort;
import dev.tenon.core.model.ModelInfo;
import dev.tenon.core.model.Pricing;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// `/model [NAME [EFFORT]]`: goes on with another model, or with another effort; the picker has all
/// that are known, those first that can be used.
public final class ModelCommand {
  private final Models models;

  /// What the command chooses from, and what it does with the choice.
  public interface Models {
    /// The full name of the model that is used.
    String name();

    Effort effort();

    /// Finds out what can only be known by asking, before all of them are shown.
    default void ask(CommandContext context) {}

    /// All that are known, in the order of the list, with the one that is used. Waits for nothing.
    List<Known> known();

    /// Goes on with these.
    void use(String name, Effort effort, CommandContext context) throws CommandException;

    /// Keeps these for other sessions. Answers a sentence that says so.
    String save(String name, Effort effort) throws CommandException;
  }

  /// A model that is known.
  ///
  /// @param lacking why it cannot be used and what to do; empty if it can
  public record Known(ModelInfo info, String lacking) {
    boolean usable() {
      return lacking.isEmpty();
    }
  }

  public ModelCommand(Models models) {
    this.models = models;
  }

  public SlashCommand slash() {
    return SlashCommand.of("model", "Choose the model and its effort", this::run)
        .taking("[NAME [EFFORT]]", this::names)
        .then(words -> words.size() == 1 ? efforts() : List.of());
  }

  private List<String> names() {
    return models.known().stream().map(known -> known.info().name()).toList();
  }

  private void run(String argument, CommandContext context)
      throws CommandException, InterruptedException {
    if (!argument.isEmpty()) {
      int blank = argument.indexOf(' ');
      String name = blank < 0 ? argument : argument.substring(0, blank);
      Effort effort = blank < 0 ? models.effort() : effort(argument.substring(blank + 1).strip());
      use(name, effort, context);
    } else {
      if (!context.hasScreen()) {
        context.print("The model is " + models.name() + ".");
      }
      pick(context);
    }
  }

  private static Effort effort(String word) throws CommandException {
    for (Effort effort : Effort.values()) {
      if (label(effort).equals(word.toLowerCase(Locale.ROOT))) {
        return effort;
      }
    }
    throw new CommandException(
        "There is no effort '" + word + "'; efforts are " + String.join(", ", efforts()));
  }

  private static List<String> efforts() {
    return Stream.of(Effort.values()).map(ModelCommand::label).toList();
  }

  private static String label(Effort effort) {
    return effort.name().toLowerCase(Locale.ROOT);
  }

  private void use(String name, Effort effort, CommandContext context) throws CommandException {
    models.use(name, effort, context);
    context.print(
        "Going on with "
            + models.name()
            + (models.effort() == Effort.DEFAULT ? "" : ", effort " + label(models.effort()))
            + ".");
  }

  private void pick(CommandContext context) throws CommandException, InterruptedException {
    models.ask(context);
    var choice = new Choice(models.effort());
    Picker<Known> picker = picker(choice, context.look());
    if (context.choose(picker) != Menu.Step.CHOSEN) {
      return;
    }
    Optional<Known> chosen = picker.chosen();
    if (chosen.isPresent()) {
      String name = chosen.get().info().name();
      use(name, choice.effort, context);
      if (picker.leftBy().isPresent()) {
        context.print(models.save(name, choice.effort));
      }
    }
  }

  /// What is being chosen besides the model.
  static final class Choice {
    Effort effort;

    Choice(Effort effort) {
      this.effort = effort;
    }

    String turn(int by) {
      List<Effort> all = List.of(Effort.values());
      effort = all.get(Math.floorMod(all.indexOf(effort) + by, all.size()));
      return "";
    }
  }

  /// The picker, with the model that is used marked.
  Picker<Known> picker(Choice choice, DisplayOptions look) {
    var usable = new ArrayList<Known>();
    var others = new ArrayList<Known>();
    for (Known known : models.known()) {
      (known.usable() ? usable : others).add(known);
    }
    usable.addAll(others);
    Picker<Known> picker =
        new PickerSpec<Known>("Model", look)
            .name(known -> ModelName.of(known).id())
            .column(known -> ModelName.of(known).provider(), 16)
            .column(known -> price(known.info()), 16)
            .column(known -> tokens(known.info().contextWindow()), 8)
            .column(this::state, 10)
            .searching(known -> known.info().name())
            .scope(() -> "effort " + label(choice.effort))
            .painted(known -> known.usable() ? Optional.empty() : Optional.of(Style.DIM))
            .refusing(Known::lacking)
            .preview(known -> about(known, choice))
            .empty(() -> "No model is known. /model provider/NAME takes any name.")
            .enter("for this session")
            .action(PickerAction.control('s', "save as default", new PickerAction.Effect.Leave<>()))
            .action(
                PickerAction.tab("effort", new PickerAction.Effect.Always<>(() -> choice.turn(1))))
            .action(
                new PickerAction<>(
                    new Key.Modified(Key.Modifier.SHIFT, Key.Named.TAB),
                    "Shift-Tab",
                    "",
                    new PickerAction.Effect.Always<>(() -> choice.turn(-1))))
            .open(usable);
    for (Known known : usable) {
      if (known.info().name().equals(models.name())) {
        picker.mark(known);
      }
    }
    return picker;
  }

  /// The two parts of a model's name.
  private record ModelName(String provider, String id) {
    static ModelName of(Known known) {
      String name = known.info().name();
      int slash = name.indexOf('/');
      return new ModelName(name.substring(0, Math.max(0, slash)), name.substring(slash + 1));
    }
  }

  private String state(Known known) {
    return known.info().name().equals(models.name()) ? "in use" : known.usable() ? "" : "no key";
  }

  private List<PickerText> about(Known known, Choice choice) {
    ModelInfo info = known.info();
    var lines = new ArrayList<PickerText>();
    lines.add(PickerText.bold(info.name()));
    if (info.name().equals(models.name())) {
      lines.add(PickerText.of("in use"));
    }
    if (!known.usable()) {
      lines.add(new PickerText(Style.WARNING, known.lacking()));
    }
    lines.add(
        PickerText.of(
            "sees "
                + tokens(info.contextWindow())
                + " tokens, answers with up to "
                + tokens(info.maxOutput())));
    lines.add(PickerText.of(info.pricing().map(ModelCommand::prices).orElse("price not known")));
    var abilities = new ArrayList<String>();
    for (ModelInfo.Ability ability : ModelInfo.Ability.values()) {
      if (info.can(ability)) {
        abilities.add(ability.name().toLowerCase(Locale.ROOT));
      }
    }
    lines.add(
        PickerText.of("can: " + (abilities.isEmpty() ? "text" : String.join(", ", abilities))));
    if (!info.can(ModelInfo.Ability.THINKING) && choice.effort != Effort.DEFAULT) {
      lines.add(PickerText.dim("it does not think, so the effort makes no difference"));
    }
    return lines;
  }

  private static String price(ModelInfo info) {
    return info.pricing().map(it -> dollars(it.input()) + "/" + dollars(it.output())).orElse("?");
  }

  private static String prices(Pricing price) {
    return dollars(price.input())
        + " in, "
        + dollars(price.output())
        + " out, "
        + dollars(price.cacheRead())
        + " cached, for a million tokens";
  }

  private static String dollars(double amount) {
    return "$" + BigDecimal.valueOf(amount).stripTrailingZeros().toPlainString();
  }

  private static String tokens(long count) {
    if (count >= 1_000_000) {
      return BigDecimal.valueOf(count / 10_000, 2).stripTrailingZeros().toPlainString() + "M";
    }
    return count >= 1000 ? count / 1000 + "k" : Long.toString(count);
  }
}
