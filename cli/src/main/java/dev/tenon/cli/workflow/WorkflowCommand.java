package dev.tenon.cli.workflow;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.PersonAtTerminal;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.report.TextTable;
import dev.tenon.core.json.Json;
import dev.tenon.core.text.IoFailure;
import dev.tenon.core.workflow.Consensus;
import dev.tenon.core.workflow.Interview;
import dev.tenon.core.workflow.WorkflowEntry;
import dev.tenon.core.workflow.WorkflowException;
import dev.tenon.core.workflow.WorkflowStatus;
import dev.tenon.core.workflow.WorkflowStore;
import dev.tenon.engine.Project;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.engine.workflow.ConversationWorkflows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// `tenon workflow`: the workflows of a project, from outside of a conversation.
public final class WorkflowCommand {
  private static final int LONGEST = 60;

  private final Project project;
  private final LaunchContext context;
  private final Arguments arguments;
  private final Streams streams;
  private final WorkflowStore store;

  public WorkflowCommand(Project project, LaunchContext context, Streams streams) {
    this.project = project;
    this.context = context;
    this.arguments = context.arguments();
    this.streams = streams;
    this.store = WorkflowStore.of(project.stateFolder(), streams.err()::note);
  }

  public int run() throws SetupException, InterruptedException {
    List<String> words = arguments.operands();
    String action = words.isEmpty() ? "list" : words.getFirst();
    List<String> rest = words.isEmpty() ? words : words.subList(1, words.size());
    try {
      return switch (action) {
        case "list" -> list(rest);
        case "show" -> show(one(action, rest));
        case "export" -> export(one(action, rest));
        case "approve" -> approve(one(action, rest));
        case "clear" -> clear(rest);
        case "work" -> new TeamWorker(project, context, store, streams).run(rest);
        default ->
            throw SetupException.usage(
                "'tenon workflow "
                    + action
                    + "' is nothing; it is list, show ID, export ID, approve ID or clear ID");
      };
    } catch (IOException unusable) {
      throw SetupException.failure("the workflows cannot be used: " + IoFailure.named(unusable));
    }
  }

  private WorkflowStore.Kept one(String action, List<String> rest)
      throws SetupException, IOException {
    if (rest.size() != 1) {
      throw SetupException.usage("'tenon workflow " + action + "' takes one id, as ralplan-1");
    }
    return store
        .find(rest.getFirst())
        .orElseThrow(
            () ->
                SetupException.usage(
                    "there is no workflow '"
                        + rest.getFirst()
                        + "'; 'tenon workflow list' shows those of this project"));
  }

  private int list(List<String> rest) throws SetupException, IOException {
    if (!rest.isEmpty()) {
      throw SetupException.usage("'tenon workflow list' takes nothing more");
    }
    List<WorkflowStore.Kept> all = store.all();
    if (arguments.has(TenonCommandLine.JSON)) {
      streams.out().json(Json.array(all.stream().map(WorkflowCommand::json).toList()).pretty());
    } else if (all.isEmpty()) {
      streams
          .out()
          .println(
              "There are no workflows. /deep-interview, /ralplan, /team and /ultragoal in a"
                  + " conversation begin one.");
    } else {
      var rows = new ArrayList<List<String>>();
      rows.add(List.of("WORKFLOW", "STATE", "WHERE IT IS", "TASK"));
      for (WorkflowStore.Kept each : all) {
        WorkflowStatus status = each.status();
        rows.add(
            List.of(each.id(), status.state().label(), cut(status.detail()), cut(each.task())));
      }
      streams.out().print(TextTable.of(rows, streams.out().reach()));
    }
    for (Path damaged : store.damaged()) {
      streams
          .err()
          .note("damaged and set aside: " + damaged + "; 'tenon workflow clear all' removes it");
    }
    return 0;
  }

  private static String cut(String text) {
    String line = text.replaceAll("\\s+", " ").strip();
    return line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line;
  }

  private static Json.Obj json(WorkflowStore.Kept kept) {
    WorkflowStatus status = kept.status();
    return Json.object()
        .put("id", kept.id())
        .put("workflow", kept.kind().label())
        .put("state", status.state().label())
        .put("detail", status.detail())
        .put("task", kept.task())
        .put("session", kept.session().isEmpty() ? null : kept.session())
        .put("begun", kept.entries().getFirst().at().toString())
        .build();
  }

  private int show(WorkflowStore.Kept kept) {
    if (arguments.has(TenonCommandLine.JSON)) {
      streams.out().json(json(kept).pretty());
      return 0;
    }
    streams.out().println(kept.id() + ": " + kept.status().state().label());
    streams.out().println("task: " + kept.task());
    streams.out().println();
    streams.out().println(ConversationWorkflows.described(kept));
    return 0;
  }

  /// The result alone; with `--json` every step.
  private int export(WorkflowStore.Kept kept) {
    if (arguments.has(TenonCommandLine.JSON)) {
      var entries = new ArrayList<Json>();
      for (WorkflowEntry entry : kept.entries()) {
        entries.add(
            Json.object()
                .put("number", entry.number())
                .put("at", entry.at().toString())
                .put("type", entry.type())
                .put("data", entry.data())
                .build());
      }
      streams.out().json(json(kept).with("entries", Json.array(entries)).pretty());
      return 0;
    }
    String result =
        switch (kept.kind()) {
          case DEEP_INTERVIEW -> Interview.of(kept.entries()).spec();
          case RALPLAN -> Consensus.of(kept.entries()).text();
          case TEAM, ULTRAGOAL -> ConversationWorkflows.described(kept);
        };
    if (result.isBlank()) {
      streams.err().note(kept.id() + " has no result yet: " + kept.status().detail());
      return 1;
    }
    streams.out().println(result.strip());
    return 0;
  }

  /// A person says so: whoever runs this without a terminal may be a model's command.
  private int approve(WorkflowStore.Kept kept) throws SetupException, IOException {
    String missing = PersonAtTerminal.missing();
    if (!missing.isEmpty()) {
      throw SetupException.usage(
          "approving is the person's alone, and "
              + missing
              + ": run 'tenon workflow approve "
              + kept.id()
              + "' in a terminal of yours, or '/workflow approve "
              + kept.id()
              + "' in a conversation");
    }
    try {
      store.approve(kept);
    } catch (WorkflowException refused) {
      throw SetupException.usage(String.valueOf(refused.getMessage()));
    }
    streams.out().println("Approved " + kept.id() + ". Carrying it out is your choice, too.");
    return 0;
  }

  private int clear(List<String> rest) throws SetupException, IOException {
    if (rest.size() != 1) {
      throw SetupException.usage(
          "'tenon workflow clear' takes one id, or 'all' for those that ended");
    }
    if (!rest.getFirst().equals("all")) {
      WorkflowStore.Kept kept = one("clear", rest);
      store.clear(kept.id());
      streams.out().println("Cleared " + kept.id() + ".");
      return 0;
    }
    int count = 0;
    for (WorkflowStore.Kept each : store.all()) {
      if (!each.status().state().isOpen()) {
        store.clear(each.id());
        count++;
      }
    }
    for (Path damaged : store.damaged()) {
      Files.deleteIfExists(damaged);
      count++;
    }
    streams.out().println("Cleared " + count + (count == 1 ? " workflow." : " workflows."));
    return 0;
  }
}
