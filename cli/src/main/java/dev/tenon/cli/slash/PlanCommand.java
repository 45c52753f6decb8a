package dev.tenon.cli.slash;

import dev.tenon.cli.terminal.dialog.ChoiceDialog;
import dev.tenon.cli.terminal.editor.ExternalEditor;
import dev.tenon.cli.terminal.markdown.MarkdownStream;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.core.evidence.WorkPlan;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.evidence.ConversationPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/// `/plan`: only looks until the person has approved a plan; then shows it and asks what becomes of
/// it.
public final class PlanCommand {
  private final ConversationPlan plans;
  private final Supplier<Mode> mode;
  private final Consumer<Mode> change;
  private final Runnable offerGoals;
  private final Map<String, String> environment;
  private Mode before = Mode.EDIT;

  public PlanCommand(
      ConversationPlan plans,
      Supplier<Mode> mode,
      Consumer<Mode> change,
      Runnable offerGoals,
      Map<String, String> environment) {
    this.plans = plans;
    this.mode = mode;
    this.change = change;
    this.offerGoals = offerGoals;
    this.environment = Map.copyOf(environment);
  }

  public SlashCommand slash() {
    return SlashCommand.of("plan", "Only look and plan; decide about a plan", this::run)
        .taking("[WHAT | off]", () -> List.of("off"));
  }

  private void run(String argument, CommandContext context) throws InterruptedException {
    boolean planning = mode.get() == Mode.PLAN;
    Optional<WorkPlan> pending = plans.pending();
    if (argument.equals("off")) {
      plans.leave();
      change.accept(before);
      context.print("Mode " + before.label() + " again.");
    } else if (planning && argument.isEmpty() && pending.isPresent()) {
      decide(pending.get(), context);
    } else {
      if (!planning) {
        before = mode.get();
        change.accept(Mode.PLAN);
      }
      if (argument.isEmpty()) {
        context.print(
            "Mode plan: nothing is changed. Say what is to be planned; /plan off goes back.");
      } else {
        context.prompt(argument);
      }
    }
  }

  private void decide(WorkPlan first, CommandContext context) throws InterruptedException {
    WorkPlan plan = first;
    List<Mode> modes = choices();
    while (true) {
      var options = new ArrayList<ChoiceDialog.Option>();
      options.add(ChoiceDialog.Option.safe("Not now: it waits, and /plan shows it again"));
      modes.forEach(each -> options.add(ChoiceDialog.Option.read("Carry it out " + in(each))));
      options.add(
          ChoiceDialog.Option.read("Carry it out with a compacted context; the plan stays whole"));
      options.add(ChoiceDialog.Option.safe("Edit it"));
      options.add(ChoiceDialog.Option.words("Have it changed"));
      options.add(ChoiceDialog.Option.safe("Leave the plan, and stay in mode plan"));
      ChoiceDialog dialog =
          asked("What becomes of the plan?", shown(plan, context), options, context);
      int place = dialog.chosen();
      int after = place - 1 - modes.size();
      if (place <= 0) {
        context.print("The plan waits; /plan decides about it.");
        return;
      }
      if (after < 0) {
        approve(plan, modes.get(place - 1), false, context);
        return;
      }
      switch (after) {
        case 0 -> {
          Optional<Mode> wanted = mode(modes, context);
          if (wanted.isPresent()) {
            approve(plan, wanted.get(), true, context);
            return;
          }
        }
        case 1 -> plan = edited(plan, context);
        case 2 -> {
          plans.leave();
          context.prompt(
              "Change the plan and hand it over again with plan_ready: " + dialog.words());
          return;
        }
        default -> {
          plans.leave();
          context.print("The plan is left. /plan off goes back to mode " + before.label() + ".");
          return;
        }
      }
    }
  }

  /// In which mode it is carried out with a compacted context; nothing to go back.
  private static Optional<Mode> mode(List<Mode> modes, CommandContext context)
      throws InterruptedException {
    var options = new ArrayList<ChoiceDialog.Option>();
    options.add(ChoiceDialog.Option.safe("Go back"));
    modes.forEach(each -> options.add(ChoiceDialog.Option.read("Compact, and " + in(each))));
    int place = asked("In which mode?", columns -> List.of(), options, context).chosen();
    return place <= 0 ? Optional.empty() : Optional.of(modes.get(place - 1));
  }

  private static ChoiceDialog asked(
      String question,
      IntFunction<List<String>> text,
      List<ChoiceDialog.Option> options,
      CommandContext context)
      throws InterruptedException {
    var dialog = new ChoiceDialog(question, text, options, context.look());
    context.decide(dialog);
    return dialog;
  }

  private static String in(Mode mode) {
    String asks =
        switch (mode) {
          case PLAN -> "nothing is changed";
          case ASK -> "every change is asked";
          case EDIT -> "edits are free, commands are asked";
          case AUTO -> "what the sandbox holds is free";
          case FULL -> "nothing is asked";
        };
    return "in mode " + mode.label() + ": " + asks;
  }

  /// The plan as it would stand in an answer.
  private static IntFunction<List<String>> shown(WorkPlan plan, CommandContext context) {
    String text = SafeText.visible(plan.markdown().stripTrailing());
    return columns ->
        context.hasScreen()
            ? MarkdownStream.rows(text, context.look(), columns)
            : List.of(text.split("\n", -1));
  }

  private static List<Mode> choices() {
    return Arrays.stream(Mode.values()).filter(each -> each != Mode.PLAN).toList();
  }

  private void approve(WorkPlan plan, Mode wanted, boolean compacted, CommandContext context)
      throws InterruptedException {
    if (compacted) {
      context.working(
          "Compacting",
          () -> context.conversation().compact("what the approved plan needs").isPresent());
    }
    String prompt = plans.approve(plan, context::print);
    if (!plan.checks().isEmpty()) {
      offerGoals.run();
    }
    change.accept(wanted);
    context.print("Approved; mode " + wanted.label() + ".");
    context.prompt(prompt);
  }

  /// The plan as the person wants it, in their editor if they have one.
  private WorkPlan edited(WorkPlan plan, CommandContext context) throws InterruptedException {
    String text = plan.markdown().stripTrailing();
    Optional<String> changed;
    boolean program =
        !environment.getOrDefault("VISUAL", "").isBlank()
            || !environment.getOrDefault("EDITOR", "").isBlank();
    try {
      changed =
          program
              ? context.lend(() -> inProgram(text))
              : context.edit("Edit the plan; Enter is done, Ctrl-C leaves it:", text);
    } catch (IOException refused) {
      changed = context.edit("Edit the plan; Enter is done, Ctrl-C leaves it:", text);
    }
    if (changed.isEmpty()) {
      context.print("The plan is as it was.");
      return plan;
    }
    try {
      WorkPlan now = WorkPlan.read(changed.get());
      plans.ready(now);
      return now;
    } catch (WorkPlan.PlanException unreadable) {
      context.print("The plan is as it was: " + unreadable.getMessage() + ".");
      return plan;
    }
  }

  private Optional<String> inProgram(String text) {
    var editor =
        new ExternalEditor(
            environment, Path.of(System.getProperty("java.io.tmpdir", "/tmp")), "plan", ".md");
    return switch (editor.edit(text)) {
      case ExternalEditor.Outcome.Edited edited -> Optional.of(edited.text());
      case ExternalEditor.Outcome.Kept ignored -> Optional.empty();
    };
  }
}
