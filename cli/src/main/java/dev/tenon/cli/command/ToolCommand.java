package dev.tenon.cli.command;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.text.IoFailure;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.tool.ToolShelf;
import dev.tenon.engine.ManualTools;
import dev.tenon.engine.Project;
import dev.tenon.engine.ToolListing;
import dev.tenon.engine.problem.SetupException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// `tenon tool`: runs one tool in the root without a model and prints its envelope. Whoever types
/// the command has decided to run it, so nothing is asked, unless a mode is given with it; rules
/// that deny, and the plan mode, hold in any case.
public final class ToolCommand {
  private final Project project;
  private final Arguments arguments;
  private final Streams streams;

  public ToolCommand(Project project, Arguments arguments, Streams streams) {
    this.project = project;
    this.arguments = arguments;
    this.streams = streams;
  }

  public int run() throws SetupException, InterruptedException {
    boolean held = arguments.has(TenonCommandLine.MODE) || project.mode() == Mode.PLAN;
    try (ManualTools tools = held ? project.handTools(project.mode()) : project.handTools()) {
      if (arguments.has(TenonCommandLine.LIST)) {
        list(tools.listing());
        return 0;
      }
      String name = arguments.operand(0).orElseThrow();
      if (!tools.canCall(name)) {
        String problem = "the tool '" + name + problem(name, tools);
        streams.out().json(refusal(problem).compact());
        return 1;
      }
      return run(name, tools.runner());
    }
  }

  private static String problem(String name, ManualTools tools) {
    for (ToolListing row : tools.listing()) {
      if (row.tool().name().equals(name) && row.place() == ToolShelf.Place.OFF) {
        return "' is off: " + row.reason();
      }
    }
    return "' works only within a conversation";
  }

  private int run(String name, ToolRunner tools) throws SetupException, InterruptedException {
    String input = input(arguments.operand(1).orElse("{}"));
    Json.Obj parameters;
    try {
      parameters = Json.parseObject(input);
    } catch (JsonException broken) {
      streams.out().json(refusal("the arguments are not JSON: " + broken.getMessage()).compact());
      throw SetupException.usage("the input of " + name + " is not JSON: " + broken.getMessage());
    }
    ToolRunner.Answer answer =
        tools.call(
            Part.Call.of("cli", name, parameters),
            text -> {
              if (streams.tty().err()) {
                streams.err().print(text);
              }
            });
    if (arguments.has(TenonCommandLine.DEBUG) && answer.decision() != null) {
      streams.err().json(Json.object().put("decision", answer.decision()).build().compact());
    }
    streams.out().json(answer.result().envelope().compact());
    return answer.result().failed() ? 1 : 0;
  }

  private void list(List<ToolListing> tools) {
    project.warnings().forEach(streams.err()::note);
    if (arguments.has(TenonCommandLine.JSON)) {
      var rows = new ArrayList<Json>();
      tools.forEach(row -> rows.add(json(row)));
      streams.out().json(Json.array(rows).pretty());
      return;
    }
    for (ToolListing row : tools) {
      streams.out().println(row.tool().name() + "  (" + place(row) + ")");
      streams.out().println("    " + row.tool().description());
    }
  }

  private static String place(ToolListing row) {
    return switch (row.place()) {
      case UP_FRONT -> "up front";
      case SHELF -> "shelf";
      case OFF -> "off: " + row.reason();
    };
  }

  private static Json json(ToolListing row) {
    return Json.object()
        .putAll(row.tool().toJson())
        .put("place", row.place().name().toLowerCase(Locale.ROOT))
        .put("reason", row.reason().isEmpty() ? null : row.reason())
        .build();
  }

  private String input(String given) throws SetupException {
    try {
      if (given.equals("-")) {
        return new String(streams.in().readAllBytes(), StandardCharsets.UTF_8);
      }
      return given.startsWith("@") ? Files.readString(Path.of(given.substring(1))) : given;
    } catch (NoSuchFileException missing) {
      throw SetupException.usage("there is no file " + given.substring(1));
    } catch (IOException unreadable) {
      throw SetupException.usage("the input cannot be read: " + IoFailure.named(unreadable));
    }
  }

  private static Json.Obj refusal(String message) {
    return Json.object()
        .put("ok", false)
        .object(
            "error",
            error ->
                error
                    .put("code", "invalid_argument")
                    .put("message", message)
                    .put("suggestions", Json.arrayOf()))
        .build();
  }
}
