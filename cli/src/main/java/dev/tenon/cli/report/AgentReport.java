package dev.tenon.cli.report;

import dev.tenon.cli.terminal.render.Page;
import dev.tenon.core.helper.AgentDefinition;
import dev.tenon.core.json.Json;
import dev.tenon.engine.HelperRecord;
import dev.tenon.engine.agent.AgentLoader;
import dev.tenon.engine.agent.ProjectAgents;
import dev.tenon.engine.layer.LeftLayer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Agents and helpers in tables, and as data.
public final class AgentReport {
  private static final int LONGEST = 80;

  private AgentReport() {}

  private record Row(AgentDefinition agent, String state) {}

  private static List<Row> rows(ProjectAgents agents) {
    var rows = new ArrayList<Row>();
    for (AgentLoader.Listed each : agents.listed()) {
      rows.add(
          new Row(
              each.agent(),
              switch (each.state()) {
                case USABLE ->
                    agents.refusal(each.agent().name()).isEmpty() ? "usable" : "disabled";
                case UNDECIDED -> "not agreed to yet";
                case DECLINED -> "declined";
                case HIDDEN -> "hidden by " + each.by();
              }));
    }
    for (AgentDefinition agent : agents.builtin()) {
      AgentDefinition winner = agents.find(agent.name()).orElse(null);
      rows.add(
          new Row(
              agent,
              winner == null
                  ? "disabled"
                  : winner.source() == AgentDefinition.Source.BUILTIN
                      ? "usable"
                      : "hidden by " + winner.shown()));
    }
    return rows;
  }

  public static String agents(ProjectAgents agents, Page.Reach reach) {
    var table = new ArrayList<List<String>>();
    table.add(List.of("AGENT", "STATE", "WHERE", "WHAT"));
    for (Row row : rows(agents)) {
      String what = row.agent().description();
      table.add(
          List.of(
              row.agent().name(),
              row.state(),
              row.agent().shown(),
              what.length() > LONGEST ? what.substring(0, LONGEST) + "…" : what));
    }
    return TextTable.of(table, reach);
  }

  public static String helpers(List<HelperRecord> helpers, Page.Reach reach) {
    var table = new ArrayList<List<String>>();
    table.add(List.of("HELPER", "STATE", "AGENT", "SESSION", "WHAT"));
    for (HelperRecord helper : helpers) {
      table.add(
          List.of(
              helper.id(),
              helper.ending().label(),
              helper.agent(),
              helper.session(),
              helper.problem().isEmpty() ? helper.description() : helper.problem()));
    }
    return TextTable.of(table, reach);
  }

  /// What isolated helpers have left, and what each takes on the disk.
  public static String layers(Map<LeftLayer, Long> layers, Page.Reach reach) {
    var table = new ArrayList<List<String>>();
    table.add(List.of("LEFT", "STATE", "KIND", "SIZE", "WHY"));
    layers.forEach(
        (left, bytes) ->
            table.add(
                List.of(left.name(), left.state(), left.kind(), size(bytes), left.problem())));
    return TextTable.of(table, reach);
  }

  /// What all of them take, and what can be done about it.
  public static String space(Map<LeftLayer, Long> layers) {
    long all = 0;
    boolean merged = false;
    for (var each : layers.entrySet()) {
      all += each.getValue();
      merged |= each.getKey().state().equals(LeftLayer.MERGED);
    }
    return "They take "
        + size(all)
        + ". 'tenon agents drop "
        + (merged ? "--merged' removes those that are merged." : "--older DAYS' removes old ones.");
  }

  public static String size(long bytes) {
    return bytes < 1 << 20
        ? ((bytes + 1023) >> 10) + " KB"
        : bytes < 1 << 30
            ? (bytes >> 20) + " MB"
            : String.format(Locale.ROOT, "%.1f GB", bytes / (double) (1 << 30));
  }

  public static Json.Obj json(
      ProjectAgents agents, HelperRecord.Listing helpers, Map<LeftLayer, Long> layers) {
    var all = new ArrayList<Json>();
    for (Row row : rows(agents)) {
      all.add(
          Json.object()
              .put("name", row.agent().name())
              .put("state", row.state())
              .put("source", row.agent().source().name().toLowerCase(Locale.ROOT))
              .put("file", row.agent().shown())
              .put("description", row.agent().description())
              .build());
    }
    var left = new ArrayList<Json>();
    for (HelperRecord helper : helpers.records()) {
      left.add(
          Json.object()
              .put("id", helper.id())
              .put("state", helper.ending().label())
              .put("agent", helper.agent())
              .put("session", helper.session())
              .put("file", helper.file().toString())
              .put("problem", helper.problem().isEmpty() ? null : helper.problem())
              .build());
    }
    var apart = new ArrayList<Json>();
    layers.forEach(
        (layer, bytes) ->
            apart.add(
                Json.object()
                    .put("id", layer.id())
                    .put("name", layer.name())
                    .put("state", layer.state())
                    .put("kind", layer.kind())
                    .put("bytes", bytes)
                    .put("problem", layer.problem().isEmpty() ? null : layer.problem())
                    .build()));
    var report = Json.object().array("agents", all).array("helpers", left);
    if (helpers.more() > 0) {
      report.put("more_helpers", helpers.more());
    }
    return report.array("layers", apart).build();
  }
}
