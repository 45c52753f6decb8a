package dev.tenon.cli.workflow;

import dev.tenon.cli.slash.CommandContext;
import dev.tenon.cli.slash.CommandException;
import dev.tenon.cli.slash.SlashCommand;
import dev.tenon.core.text.IoFailure;
import dev.tenon.core.workflow.Signs;
import dev.tenon.core.workflow.WorkflowException;
import dev.tenon.core.workflow.WorkflowKind;
import dev.tenon.core.workflow.WorkflowStatus;
import dev.tenon.core.workflow.WorkflowStore;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.workflow.ConversationWorkflows;
import dev.tenon.engine.workflow.WorkflowCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// `/workflow` and `/team` for the person, and a command for each workflow.
public final class WorkflowSlashCommands {
  private static final int LAST_LINES = 8;

  private final ProjectConversation conversation;

  public WorkflowSlashCommands(ProjectConversation conversation) {
    this.conversation = conversation;
  }

  public List<SlashCommand> list() {
    var commands = new ArrayList<SlashCommand>();
    commands.add(
        SlashCommand.of(
                "workflow", "Show the workflows of this project, approve or stop one", this::run)
            .taking("[ID | approve ID | stop ID]", this::words));
    for (WorkflowKind kind : WorkflowKind.values()) {
      commands.add(
          SlashCommand.of(
                  kind.label(),
                  WorkflowCall.purpose(kind),
                  (argument, context) -> call(kind, argument, context))
              .taking(WorkflowCall.hint(kind), List::of)
              .sentIf(argument -> !argument.isEmpty() && !isOurs(kind, argument)));
    }
    return commands;
  }

  private WorkflowStore store() {
    return WorkflowStore.of(conversation.project().stateFolder(), conversation.flow()::diagnose);
  }

  private List<String> words() {
    var words = new ArrayList<String>();
    try {
      for (WorkflowStore.Kept each : store().all()) {
        words.add(each.id());
        if (each.status().state().isOpen()) {
          words.add("stop " + each.id());
        } else if (each.status().state() == WorkflowStatus.State.PENDING_APPROVAL) {
          words.add("approve " + each.id());
        }
      }
    } catch (IOException unreadable) {
      // Completion is a courtesy; the command itself tells it.
      return List.of();
    }
    return words;
  }

  private void call(WorkflowKind kind, String argument, CommandContext context)
      throws CommandException {
    if (isOurs(kind, argument)) {
      team(argument, context);
    } else if (argument.isEmpty()) {
      throw new CommandException(
          "/" + kind.label() + " " + WorkflowCall.hint(kind) + ": say what it is about");
    } else {
      // Not as it was typed: that would be this command again.
      context.prompt("/skill:" + kind.label() + " " + argument);
    }
  }

  /// Whether it is about a team that there is.
  private static boolean isOurs(WorkflowKind kind, String argument) {
    return kind == WorkflowKind.TEAM && (argument.isEmpty() || argument.equals("stop"));
  }

  private void run(String argument, CommandContext context) throws CommandException {
    try {
      if (argument.isEmpty()) {
        var lines = new ArrayList<String>();
        for (WorkflowStore.Kept each : store().all()) {
          var status = each.status();
          lines.add(each.id() + "  " + status.state().label() + "  " + status.detail());
        }
        context.print(
            lines.isEmpty()
                ? "There are no workflows. /deep-interview, /ralplan, /team and /ultragoal begin"
                    + " one."
                : String.join("\n", lines));
      } else if (argument.startsWith("stop ")) {
        stop(argument.substring("stop ".length()).strip(), context);
      } else if (argument.startsWith("approve ")) {
        approve(find(argument.substring("approve ".length()).strip()), context);
      } else {
        context.print(ConversationWorkflows.described(find(argument)));
      }
    } catch (IOException unreadable) {
      throw new CommandException("The workflows cannot be read: " + IoFailure.named(unreadable));
    }
  }

  private WorkflowStore.Kept find(String id) throws CommandException, IOException {
    return store()
        .find(id)
        .orElseThrow(
            () -> new CommandException("There is no workflow '" + id + "'; /workflow lists all."));
  }

  private void approve(WorkflowStore.Kept kept, CommandContext context)
      throws CommandException, IOException {
    try {
      store().approve(kept);
      conversation.tell(
          "The person has approved the result of the workflow "
              + kept.id()
              + ". Nothing is begun by that.");
      context.print(
          "Approved "
              + kept.id()
              + ". It is carried out when you say so: /ultragoal or /team, or in your own words.");
    } catch (WorkflowException refused) {
      throw new CommandException(String.valueOf(refused.getMessage()));
    }
  }

  private void stop(String id, CommandContext context) throws CommandException, IOException {
    WorkflowStore.Kept kept = find(id);
    try {
      conversation.flow().workflows().stopByPerson(kept.id());
      context.print("Stopped " + kept.id() + ".");
    } catch (WorkflowException refused) {
      throw new CommandException(String.valueOf(refused.getMessage()));
    }
  }

  /// The board of the latest team, and what its workers print.
  private void team(String argument, CommandContext context) throws CommandException {
    try {
      WorkflowStore.Kept latest = null;
      for (WorkflowStore.Kept each : store().all()) {
        latest = each.kind() == WorkflowKind.TEAM ? each : latest;
      }
      if (latest == null) {
        throw new CommandException("There is no team. /team 3:executor TASK begins one.");
      }
      if (argument.equals("stop")) {
        stop(latest.id(), context);
        return;
      }
      var out = new StringBuilder(latest.id()).append('\n');
      out.append(ConversationWorkflows.described(latest));
      var signs = new Signs(store().beside(latest.id()));
      for (int worker = 1; Files.isRegularFile(signs.output(worker)); worker++) {
        out.append("\n\nworker ").append(worker).append(":\n").append(end(signs.output(worker)));
      }
      context.print(out.toString());
    } catch (IOException unreadable) {
      throw new CommandException("The team cannot be read: " + IoFailure.named(unreadable));
    }
  }

  private static String end(Path output) throws IOException {
    List<String> lines = Files.readAllLines(output);
    return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
  }
}
