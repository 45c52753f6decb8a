package dev.tenon.cli.mcp.serve;

import dev.tenon.cli.args.AgentsCommandLine;
import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.Option;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.base.Attendant;
import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a command line of Tenon's own came to.
///
/// @param code its exit code
record OwnRun(int code, String out, String err) {

  /// What the server was started with and each run has, too.
  private static final List<Option> SHARED =
      List.of(
          TenonCommandLine.MODEL,
          TenonCommandLine.EFFORT,
          TenonCommandLine.MAX_TOKENS,
          TenonCommandLine.MAX_STEPS,
          TenonCommandLine.MAX_COST,
          TenonCommandLine.MAX_TOKENS_TOTAL,
          AgentsCommandLine.MAX_HELPERS,
          TenonCommandLine.CONFIG,
          TenonCommandLine.TRUST);

  private static void add(Arguments given, Option option, List<String> words) {
    String name = "--" + option.name();
    if (given.has(option) && given.texts(option).isEmpty()) {
      words.add(name);
    }
    given.texts(option).forEach(value -> words.add(name + "=" + value));
  }

  /// Runs one about the project of the server.
  ///
  /// @param depth how often Tenon has called Tenon to get here
  static OwnRun of(LaunchContext context, OwnCommand commands, int depth, List<String> words) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var all = new ArrayList<String>();
    all.add(words.getFirst());
    all.add("--root=" + context.root());
    SHARED.forEach(option -> add(context.arguments(), option, all));
    all.addAll(words.subList(1, words.size()));
    Map<String, String> environment = new LinkedHashMap<>(context.environment());
    // The token is for those who call, not for what they have done.
    environment.remove(McpServe.TOKEN_VARIABLE);
    environment.put(McpServe.DEPTH, Integer.toString(depth + 1));
    int code =
        commands.run(
            Streams.captured(new ByteArrayInputStream(new byte[0]), out, err),
            environment,
            all.toArray(new String[0]));
    return new OwnRun(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /// The same while somebody hears and answers.
  static OwnRun of(
      LaunchContext context,
      OwnCommand commands,
      int depth,
      List<String> words,
      Attendant attendant) {
    var made = new ArrayList<OwnRun>(1);
    attendant.during(
        () -> {
          made.add(of(context, commands, depth, words));
          return made.getFirst().code;
        });
    return made.getFirst();
  }

  /// What it printed; text that is no object is put into one.
  Json.Obj json() {
    try {
      Json json = Json.parse(out);
      return json instanceof Json.Obj object ? object : Json.object().put("items", json).build();
    } catch (JsonException plain) {
      return Json.object().put("text", out.strip()).build();
    }
  }
}
