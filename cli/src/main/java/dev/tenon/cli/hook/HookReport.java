package dev.tenon.cli.hook;

import dev.tenon.cli.report.TextTable;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.core.json.Json;
import dev.tenon.engine.content.OneLine;
import dev.tenon.engine.hook.Hook;
import dev.tenon.engine.hook.HookAnswer;
import dev.tenon.engine.hook.HookLoader;
import dev.tenon.engine.hook.HookRunner;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Hooks and their runs in tables, and as data.
final class HookReport {
  private static final int LONGEST = 80;

  private HookReport() {}

  static String hooks(List<HookLoader.Listed> hooks, Page.Reach reach, int width) {
    var table = new ArrayList<List<String>>();
    table.add(List.of("EVENT", "MATCHER", "STATE", "WHERE", "WHAT"));
    for (HookLoader.Listed each : hooks) {
      Hook hook = each.hook();
      table.add(
          List.of(
              hook.event().label(),
              hook.occasion().isEmpty() ? "*" : hook.occasion(),
              state(each),
              hook.source().place(),
              shown(hook)));
    }
    return TextTable.of(table, reach, width);
  }

  private static String state(HookLoader.Listed each) {
    return switch (each.state()) {
      case USABLE ->
          (each.hook().repeating() == Hook.Repeating.ONCE ? "runs once" : "runs")
              + (each.hook().required() ? ", required" : "");
      case UNDECIDED -> "not agreed to yet";
      case DECLINED -> "declined";
    };
  }

  private static String shown(Hook hook) {
    return OneLine.command(hook.kind().shown(), LONGEST);
  }

  static String runs(List<HookRunner.Run> runs, Page.Reach reach, int width) {
    var table = new ArrayList<List<String>>();
    table.add(List.of("AT", "TOOK", "EVENT", "RESULT", "WHAT"));
    for (HookRunner.Run run : runs) {
      table.add(
          List.of(
              LocalTime.ofInstant(run.at(), ZoneId.systemDefault())
                  .truncatedTo(ChronoUnit.SECONDS)
                  .toString(),
              took(run.took()),
              run.hook().event().label(),
              run.result(),
              shown(run.hook())));
    }
    return TextTable.of(table, reach, width);
  }

  private static String took(Duration time) {
    return time.toMillis() < 10_000 ? time.toMillis() + " ms" : time.toSeconds() + " s";
  }

  static Json.Obj json(List<HookLoader.Listed> hooks, List<String> problems) {
    var all = new ArrayList<Json>();
    for (HookLoader.Listed each : hooks) {
      all.add(
          about(each.hook())
              .put("state", each.state().name().toLowerCase(Locale.ROOT))
              .put("required", each.hook().required())
              .put("timeoutMs", each.hook().timeout().toMillis())
              .build());
    }
    return Json.object().array("hooks", all).put("problems", Json.strings(problems)).build();
  }

  private static Json.Builder about(Hook hook) {
    return Json.object()
        .put("event", hook.event().label())
        .put("matcher", hook.matcher().text())
        .put("if", hook.condition().text().isEmpty() ? null : hook.condition().text())
        .put("type", hook.kind() instanceof Hook.Kind.Prompt ? "prompt" : "command")
        .put("what", hook.kind().shown())
        .put("file", hook.source().shown())
        .put("line", hook.source().line())
        .put("owner", hook.source().owner().name().toLowerCase(Locale.ROOT));
  }

  static Json.Obj json(HookAnswer answer, List<HookRunner.Run> runs) {
    var all = new ArrayList<Json>();
    for (HookRunner.Run run : runs) {
      all.add(
          about(run.hook())
              .put("tookMs", run.took().toMillis())
              .put("result", run.result())
              .build());
    }
    return Json.object()
        .put("verdict", answer.verdict().name().toLowerCase(Locale.ROOT))
        .put("reason", answer.reason())
        .put("context", answer.context())
        .put("updatedInput", answer.input())
        .put("stop", answer.stop())
        .put("told", Json.strings(answer.said()))
        .array("runs", all)
        .build();
  }
}
