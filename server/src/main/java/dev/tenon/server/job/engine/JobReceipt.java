package dev.tenon.server.job.engine;

import dev.tenon.core.evidence.Receipt;
import dev.tenon.core.evidence.Receipts;
import dev.tenon.core.json.Json;
import dev.tenon.core.permission.command.ExitMeaning;
import dev.tenon.server.job.record.EventRecord;
import dev.tenon.server.job.record.JobEventType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What a job proposed to change and what was checked after its last proposal, from its events
/// alone.
final class JobReceipt {
  private final Set<String> files = new LinkedHashSet<>();
  private final Map<String, Begun> commands = new LinkedHashMap<>();
  private final List<Run> runs = new ArrayList<>();
  private int proposals;

  /// A command that runs.
  private record Begun(String command, int proposals) {}

  /// A command that ended.
  ///
  /// @param proposals how many there were when it began
  private record Run(String id, String command, int exit, long millis, int proposals) {}

  void take(EventRecord event) {
    take(event.type(), "", event.data());
  }

  /// @param helper in which it happened, with a slash behind it; empty for the conversation itself
  private void take(JobEventType type, String helper, Json.Obj data) {
    switch (type) {
      case HELPER_REPORTED -> {
        for (JobEventType each :
            List.of(JobEventType.TOOL_REQUESTED, JobEventType.TOOL_COMPLETED)) {
          if (each.label().equals(data.string("type", ""))) {
            take(each, data.string("helper", "") + "/", data.objectOrEmpty("data"));
          }
        }
      }
      case EDITS_PROPOSED -> {
        proposals++;
        for (Json file : data.array("files")) {
          if (file instanceof Json.Str path) {
            files.add(path.value());
          }
        }
      }
      case TOOL_REQUESTED -> {
        if (data.string("tool", "").equals("bash")) {
          began(helper + data.string("tool_call_id", ""), command(data.objectOrEmpty("arguments")));
        }
      }
      case TOOL_COMPLETED ->
          ended(
              helper + data.string("tool_call_id", ""),
              data.objectOrEmpty("result").number("exit_code", -1),
              data.number("millis", 0));
      case CHECK_STARTED -> began(data.string("check_id", ""), data.string("command", ""));
      case CHECK_FINISHED ->
          ended(
              data.string("check_id", ""), data.number("exit_code", -1), data.number("millis", 0));
      default -> {
        // Nothing else changes files or checks them.
      }
    }
  }

  private static String command(Json.Obj arguments) {
    return arguments.string("command", arguments.string("cmd", ""));
  }

  private void began(String id, String command) {
    commands.put(id, new Begun(command, proposals));
  }

  private void ended(String id, long exit, long millis) {
    Begun began = commands.remove(id);
    if (began != null) {
      runs.add(new Run(id, began.command, (int) exit, millis, began.proposals));
    }
  }

  /// Empty when nothing was proposed.
  Optional<Receipt> made(String job) {
    if (files.isEmpty()) {
      return Optional.empty();
    }
    var lines = new ArrayList<Receipt.Line>();
    for (Run run : runs) {
      lines.add(
          new Receipt.Line(
              run.id,
              run.command,
              run.exit,
              run.millis,
              run.proposals == proposals,
              ExitMeaning.of(run.command).weakness()));
    }
    List<String> all = List.copyOf(files);
    return Optional.of(
        new Receipt(job, "", all, lines, all.stream().filter(Receipts::isJudge).toList(), ""));
  }
}
