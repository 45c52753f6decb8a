package dev.tenon.core.helper;

import dev.tenon.core.agent.Finish;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.SchemaTool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The tool with which a helper gives back its result and ends. Nobody but helpers has it. A result
/// that breaks the schema goes back with the paths of its errors, a few times; then it is kept as
/// it is, and the helper has failed.
final class YieldTool implements SchemaTool {
  static final String NAME = "yield";
  private static final int MOST_CORRECTIONS = 5;

  private final Finish finish;
  private final @Nullable OutputSchema wanted;
  private int refused;
  private @Nullable Yielded yielded;

  /// What was given back.
  ///
  /// @param problems what is wrong with it, if it was never right
  record Yielded(String text, List<String> problems) {}

  YieldTool(Finish finish, @Nullable OutputSchema wanted) {
    this.finish = finish;
    this.wanted = wanted;
  }

  /// Whether results have to fit a schema.
  boolean hasSchema() {
    return wanted != null;
  }

  /// What was given back in the prompt that ran last, if anything was.
  synchronized @Nullable Yielded yielded() {
    return yielded;
  }

  /// Another prompt begins.
  synchronized void begin() {
    yielded = null;
    refused = 0;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "End your work and give back its result, all that the conversation you work for gets.";
  }

  @Override
  public Json.Obj schema() {
    var types = new ArrayList<String>(List.of("string"));
    String wants = wanted == null ? "object" : wanted.json().string("type", "object");
    if (!wants.equals("string")) {
      types.addFirst(wants);
    }
    var result =
        Json.object()
            .put("type", Json.strings(types))
            .put(
                "description",
                wanted == null
                    ? "What you found or did."
                    : "As the schema in your instructions says.");
    return Json.object()
        .put("type", "object")
        .put("properties", Json.object().put("result", result.build()).build())
        .put("required", Json.strings(List.of("result")))
        .build();
  }

  @Override
  public List<Access> access(Arguments parameters) {
    return List.of();
  }

  @Override
  public boolean exclusive() {
    return true;
  }

  @Override
  public String title(Arguments parameters) {
    return "";
  }

  @Override
  public ToolResult run(Arguments parameters, ToolContext context) throws ToolException {
    give(parameters.values().get("result"));
    return ToolResult.Text.of("Given back.");
  }

  synchronized void give(@Nullable Json result) throws ToolException {
    Json given = wanted == null || result == null ? result : fitting(wanted, result);
    if (given == null || isEmpty(given)) {
      throw new ToolException(
          ToolException.Code.INVALID_ARGUMENT,
          "the result is empty; say what you found or did, or why there is nothing");
    }
    List<String> errors = wanted == null ? List.of() : wanted.errors(given);
    if (!errors.isEmpty() && ++refused <= MOST_CORRECTIONS) {
      throw new ToolException(
          ToolException.Code.INVALID_ARGUMENT,
          "the result breaks the schema: " + String.join("; ", errors),
          List.of("Call yield again with a result that fits."));
    }
    yielded = new Yielded(text(given), errors);
    finish.reach();
  }

  /// A text that holds JSON counts as that where data is wanted, and as itself where a text is.
  private static Json fitting(OutputSchema wanted, Json result) {
    if (!(result instanceof Json.Str text)) {
      return result;
    }
    Json data;
    try {
      data = Json.parse(text.value());
    } catch (JsonException prose) {
      return result;
    }
    boolean whole = data instanceof Json.Obj || data instanceof Json.Arr;
    boolean asText = wanted.errors(result).isEmpty();
    return asText && !(whole && wanted.errors(data).isEmpty()) ? result : data;
  }

  private static boolean isEmpty(Json given) {
    return switch (given) {
      case Json.Str text -> text.value().isBlank();
      case Json.Null ignored -> true;
      case Json.Obj object -> object.isEmpty();
      case Json.Arr ignored -> false;
      case Json.Num ignored -> false;
      case Json.Bool ignored -> false;
    };
  }

  private static String text(Json given) {
    return given instanceof Json.Str text ? text.value() : given.pretty() + "\n";
  }
}
