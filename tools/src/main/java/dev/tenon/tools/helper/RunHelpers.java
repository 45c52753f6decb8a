package dev.tenon.tools.helper;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.model.Usage;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Helpers;
import dev.tenon.core.tool.Purpose;
import dev.tenon.core.tool.SchemaTool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.workspace.path.NearNames;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Gives work to helpers, or lets one go on. Its schema is written by hand, because every request
/// carries it.
public final class RunHelpers implements SchemaTool {
  public static final String NAME = "task";

  private static final List<String> FIELDS =
      List.of("agent", "tasks", "context", "schema", "isolated", "seconds", "tokens", "resume");
  private static final int MOST_PURPOSE = 120;
  private static final int MOST_CATALOGUE = 4_000;

  private final List<Helpers.Agent> agents;
  private final Helpers.Simple simple;
  private final Supplier<Helpers> helpers;

  /// @param agents those that the model is told of
  /// @param helpers asked when the first call comes
  public RunHelpers(List<Helpers.Agent> agents, Helpers.Simple simple, Supplier<Helpers> helpers) {
    this.agents = List.copyOf(agents);
    this.simple = simple;
    this.helpers = helpers;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    var out =
        new StringBuilder(
            "Give work to helpers, side by side, each with a context of its own. A helper knows"
                + " only its assignment");
    out.append(simple == Helpers.Simple.INDEPENDENT ? "" : " and the context");
    out.append(", and gives back a result; resume goes on with one. Agents: ");
    var plain = new ArrayList<String>();
    var told = new StringBuilder();
    for (Helpers.Agent agent : agents) {
      if (agent.description().isEmpty() || told.length() > MOST_CATALOGUE) {
        plain.add(agent.name());
      } else {
        told.append("\n- ").append(agent.name()).append(": ");
        told.append(Purpose.of(agent.description(), MOST_PURPOSE));
      }
    }
    return out.append(String.join(", ", plain)).append('.').append(told).toString();
  }

  @Override
  public Json.Obj schema() {
    Json.Obj text = Json.object().put("type", "string").build();
    Json.Obj whole = Json.object().put("type", "integer").build();
    Json.Obj task =
        Json.object()
            .put("type", "object")
            .put(
                "properties",
                Json.object()
                    .put("id", text)
                    .put("description", text)
                    .put("assignment", text)
                    .build())
            .put("required", Json.strings(List.of("id", "assignment")))
            .build();
    var properties = Json.object().put("agent", text);
    properties.put("tasks", Json.object().put("type", "array").put("items", task).build());
    if (simple != Helpers.Simple.INDEPENDENT) {
      properties.put("context", text);
    }
    if (simple == Helpers.Simple.DEFAULT) {
      properties.put(
          "schema", Json.object().put("type", Json.strings(List.of("string", "object"))).build());
    }
    properties.put("isolated", Json.object().put("type", "boolean").build());
    properties.put("seconds", whole).put("tokens", whole);
    properties.put(
        "resume",
        Json.object()
            .put("type", "object")
            .put("properties", Json.object().put("id", text).put("message", text).build())
            .build());
    return Json.object().put("type", "object").put("properties", properties.build()).build();
  }

  @Override
  public List<Access> access(Arguments parameters) {
    // What helpers touch is asked for by them.
    return List.of();
  }

  @Override
  public String title(Arguments parameters) {
    Json.Obj values = parameters.values();
    Json.Obj resume = values.object("resume");
    if (resume != null) {
      return "resume " + resume.string("id", "");
    }
    var ids = new ArrayList<String>();
    values.objects("tasks").forEach(task -> ids.add(task.string("id", "")));
    return values.string("agent", "") + ": " + String.join(", ", ids);
  }

  @Override
  public ToolResult run(Arguments parameters, ToolContext context)
      throws ToolException, InterruptedException {
    List<Helpers.Report> reports =
        helpers.get().carryOut(order(parameters.values()), context.permits(), context.progress());
    return result(reports);
  }

  /// A slip in the name of a field would start helpers without what it asks for.
  private static void requireKnown(Json.Obj values) throws ToolException {
    for (String field : values.members().keySet()) {
      List<String> near = FIELDS.contains(field) ? List.of() : NearNames.nearest(field, FIELDS);
      if (!near.isEmpty()) {
        throw invalid("there is no field '" + field + "'; did you mean '" + near.getFirst() + "'?");
      }
    }
  }

  private Helpers.Order order(Json.Obj values) throws ToolException {
    requireKnown(values);
    Json.Obj resume = values.object("resume");
    if (resume != null) {
      for (String field : List.of("agent", "tasks", "context", "schema", "isolated")) {
        if (values.has(field)) {
          throw invalid("resume stands alone; leave out " + field);
        }
      }
      return new Helpers.Order.Resume(
          resume.string("id", ""), resume.string("message", ""), seconds(values), tokens(values));
    }
    if (simple != Helpers.Simple.DEFAULT && values.has("schema")) {
      throw lacking("schema");
    }
    if (simple == Helpers.Simple.INDEPENDENT && values.has("context")) {
      throw lacking("context");
    }
    if (values.string("agent", "").isBlank()) {
      throw invalid("agent is missing; there are: " + String.join(", ", names()));
    }
    var tasks = new ArrayList<Helpers.Task>();
    for (Json.Obj task : values.objects("tasks")) {
      String id = task.string("id", "").strip();
      tasks.add(
          new Helpers.Task(id, task.string("description", id), task.string("assignment", "")));
    }
    return new Helpers.Order.Start(
        values.string("agent", "").strip(),
        tasks,
        values.string("context", ""),
        schema(values.get("schema")),
        values.bool("isolated", false),
        seconds(values),
        tokens(values));
  }

  private static int seconds(Json.Obj values) throws ToolException {
    return (int) Math.min(bound(values, "seconds"), Integer.MAX_VALUE);
  }

  private static long tokens(Json.Obj values) throws ToolException {
    return bound(values, "tokens");
  }

  /// 0 for none.
  private static long bound(Json.Obj values, String field) throws ToolException {
    long given = values.number(field, 0);
    if (given < 0) {
      throw invalid(field + " must be a number from 1, was " + given + "; leave it out for none");
    }
    return given;
  }

  private static @Nullable Json schema(@Nullable Json given) throws ToolException {
    if (!(given instanceof Json.Str text)) {
      return given;
    }
    if (text.value().isBlank()) {
      return null;
    }
    try {
      return Json.parse(text.value());
    } catch (JsonException unreadable) {
      throw invalid("schema is no JSON: " + unreadable.getMessage());
    }
  }

  private ToolException lacking(String field) {
    return invalid("task.simple is " + simple.label() + ", so there is no field " + field);
  }

  private static ToolException invalid(String message) {
    return new ToolException(ToolException.Code.INVALID_ARGUMENT, message);
  }

  private List<String> names() {
    var names = new ArrayList<String>();
    agents.forEach(agent -> names.add(agent.name()));
    return names;
  }

  private static ToolResult result(List<Helpers.Report> reports) {
    var texts = new ArrayList<String>();
    var results = new ArrayList<Json>();
    boolean running = false;
    for (Helpers.Report report : reports) {
      texts.add(report.described());
      running |= report.ending() == Helpers.Ending.RUNNING;
      results.add(json(report));
    }
    if (running) {
      texts.add(
          "Their ends are told to you; job waits for them. A wait that runs out stops nothing and"
              + " is no reason to cancel.");
    }
    String text = String.join("\n", texts);
    return new ToolResult.Facts(
        text, Json.object().put("content", text).array("results", results).build());
  }

  private static Json.Obj json(Helpers.Report report) {
    Usage usage = report.usage();
    return Json.object()
        .put("id", report.id())
        .put("agent", report.agent())
        .put("state", report.ending().label())
        .put("problem", report.problem().isEmpty() ? null : report.problem())
        .put("job", report.job().isEmpty() ? null : report.job())
        .put("files", report.files().isEmpty() ? null : Json.strings(report.files()))
        .put("unmerged", report.unmerged().isEmpty() ? null : Json.strings(report.unmerged()))
        .put("steps", report.steps())
        .put("tokens", usage.total())
        .put("millis", report.took().toMillis())
        .build();
  }
}
