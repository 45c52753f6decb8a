package dev.tenon.cli.slash;

import dev.tenon.cli.terminal.editor.ExternalEditor;
import dev.tenon.core.evidence.WorkPlan;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.evidence.ConversationPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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
    context.print(plan.markdown().stripTrailing());
    while (true) {
      String answer = context.ask(question()).orElse("").strip();
      String rest = answer.length() < 2 ? "" : answer.substring(1).strip();
      switch (answer.isEmpty() ? ' ' : Character.toLowerCase(answer.charAt(0))) {
        case 'a', 'c' -> {
          Mode wanted = executing(rest);
          if (wanted == null) {
            context.print("Name the mode: " + modes() + ".");
            continue;
          }
          approve(plan, wanted, Character.toLowerCase(answer.charAt(0)) == 'c', context);
          return;
        }
        case 'e' -> {
          plan = edited(plan, context);
          context.print(plan.markdown().stripTrailing());
        }
        case 'r' -> {
          if (rest.isEmpty()) {
            context.print("Say what is to be different: r WORDS.");
            continue;
          }
          plans.leave();
          context.prompt("Change the plan and hand it over again with plan_ready: " + rest);
          return;
        }
        case 's' -> {
          plans.leave();
          context.print("The plan is left. /plan off goes back to mode " + before.label() + ".");
          return;
        }
        default -> {
          context.print("The plan waits; /plan decides about it.");
          return;
        }
      }
    }
  }

  private static String question() {
    return "What becomes of it?\n"
        + "  a MODE   approve it and carry it out in this mode: "
        + modes()
        + "\n"
        + "  c MODE   the same with a compacted context; the plan stays word for word\n"
        + "  e        edit it\n"
        + "  r WORDS  have it changed\n"
        + "  s        stop: leave the plan, and stay in mode plan";
  }

  private static List<Mode> choices() {
    return Arrays.stream(Mode.values()).filter(each -> each != Mode.PLAN).toList();
  }

  private static String modes() {
    return String.join(", ", choices().stream().map(Mode::label).toList());
  }

  private static @Nullable Mode executing(String label) {
    for (Mode each : choices()) {
      if (each.label().equals(label.toLowerCase(Locale.ROOT))) {
        return each;
      }
    }
    return null;
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
