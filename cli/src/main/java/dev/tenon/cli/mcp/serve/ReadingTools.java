package dev.tenon.cli.mcp.serve;

import dev.tenon.cli.args.McpCommandLine;
import dev.tenon.cli.base.LaunchContext;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.engine.problem.Nearest;
import dev.tenon.engine.problem.SetupException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The tools of conversations that clients may call by themselves: only those that read, and only
/// those that whoever started the server has chosen.
///
/// @param schemas by name, as `tools/list` has them
record ReadingTools(Map<String, Json.Obj> schemas) {
  /// In mode plan each of them can still do all that it does.
  private static final List<String> ALLOWED =
      List.of("read_file", "read_many_files", "list_files", "glob", "grep");

  ReadingTools {
    schemas = new LinkedHashMap<>(schemas);
  }

  static ReadingTools chosen(LaunchContext context, OwnCommand commands) throws SetupException {
    String wanted = context.arguments().text(McpCommandLine.TOOLS).orElse("");
    if (wanted.isBlank()) {
      return new ReadingTools(Map.of());
    }
    Map<String, Json.Obj> known = known(context, commands);
    var chosen = new LinkedHashMap<String, Json.Obj>();
    for (String each : wanted.split(",", -1)) {
      String name = each.strip();
      Json.Obj schema = known.get(name);
      if (schema == null) {
        throw SetupException.usage(
            "--tools: '"
                + name
                + "' is no tool that only reads"
                + Nearest.hint(name, List.copyOf(known.keySet()))
                + "; there are "
                + String.join(", ", known.keySet()));
      }
      chosen.put(name, schema);
    }
    return new ReadingTools(chosen);
  }

  private static Map<String, Json.Obj> known(LaunchContext context, OwnCommand commands)
      throws SetupException {
    OwnRun run = OwnRun.of(context, commands, 0, List.of("tool", "--list", "--json"));
    try {
      var known = new LinkedHashMap<String, Json.Obj>();
      var rows = new LinkedHashMap<String, Json.Obj>();
      if (Json.parse(run.out()) instanceof Json.Arr listed) {
        for (Json each : listed.items()) {
          if (each instanceof Json.Obj row && !row.string("place", "").equals("off")) {
            rows.put(row.string("name", ""), row);
          }
        }
      }
      for (String name : ALLOWED) {
        Json.Obj row = rows.get(name);
        if (row != null) {
          known.put(name, offered(row));
        }
      }
      return known;
    } catch (JsonException broken) {
      throw SetupException.failure("the tools cannot be listed: " + run.err().strip());
    }
  }

  private static Json.Obj offered(Json.Obj row) {
    return Json.object()
        .put("name", row.string("name", ""))
        .put("description", row.string("description", ""))
        .put("inputSchema", row.objectOrEmpty("input_schema"))
        .object("annotations", hints -> hints.put("readOnlyHint", true))
        .build();
  }

  List<Json.Obj> list() {
    return new ArrayList<>(schemas.values());
  }

  boolean has(String name) {
    return schemas.containsKey(name);
  }

  /// The command line of a call: as in mode plan, in which nothing is changed.
  static List<String> words(String name, Json.Obj arguments) {
    return List.of("tool", "--permission-mode=plan", "--", name, arguments.compact());
  }
}
