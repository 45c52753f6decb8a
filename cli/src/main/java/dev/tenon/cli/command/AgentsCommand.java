package dev.tenon.cli.command;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.report.AgentReport;
import dev.tenon.core.json.Json;
import dev.tenon.engine.HelperRecord;
import dev.tenon.engine.Project;
import dev.tenon.engine.agent.AgentLoader;
import dev.tenon.engine.layer.HelperLayer;
import dev.tenon.engine.layer.HelperLayers;
import dev.tenon.engine.problem.SetupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// `tenon agents`: lists agents and helpers of a project, and checks files of agents.
public final class AgentsCommand {
  private final Project project;
  private final Arguments arguments;
  private final LaunchContext context;
  private final Streams streams;

  public AgentsCommand(Project project, LaunchContext context, Streams streams) {
    this.project = project;
    this.context = context;
    this.arguments = context.arguments();
    this.streams = streams;
  }

  public int run() throws SetupException {
    List<String> words = arguments.operands();
    String action = words.isEmpty() ? "list" : words.getFirst();
    List<String> rest = words.isEmpty() ? words : words.subList(1, words.size());
    return switch (action) {
      case "list" -> list(rest);
      case "check" -> check(rest);
      case "diff", "merge", "drop" -> layer(action, rest);
      default ->
          throw SetupException.usage(
              "'tenon agents "
                  + action
                  + "' is nothing; it is 'list', 'check [DIR]', or 'diff', 'merge' or 'drop' with"
                  + " the ID of a helper");
    };
  }

  /// Shows, merges or drops what an isolated helper has left.
  private int layer(String action, List<String> rest) throws SetupException {
    if (rest.size() != 1) {
      throw SetupException.usage("'tenon agents " + action + "' takes the ID of one helper");
    }
    HelperLayers layers = project.layers();
    try (HelperLayer layer = layers.find(rest.getFirst())) {
      switch (action) {
        case "diff" -> streams.out().print(layers.diff(layer));
        case "merge" -> {
          var how = HelperLayers.Merge.of(project.settings().agents().merge());
          // Whoever says so wants it merged, also where layers are kept otherwise.
          var wanted = how == HelperLayers.Merge.KEEP ? HelperLayers.Merge.AUTO : how;
          layers
              .merge(layer, wanted)
              .told()
              .forEach(line -> streams.out().println(streams.out().cell(line)));
        }
        default -> {
          int files = layers.drop(layer);
          streams
              .out()
              .println(
                  streams
                      .out()
                      .cell(
                          "Dropped "
                              + layer.name()
                              + (files == 1 ? ", 1 file" : ", " + files + " files")
                              + "; 'tenon agents merge "
                              + layer.name()
                              + "' would bring it back."));
        }
      }
      return layers.left().stream().anyMatch(left -> left.name().equals(layer.name()))
              && action.equals("merge")
          ? 1
          : 0;
    } catch (IOException unreadable) {
      throw SetupException.failure(String.valueOf(unreadable.getMessage()));
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw SetupException.failure("stopped");
    }
  }

  private int list(List<String> rest) throws SetupException {
    if (!rest.isEmpty()) {
      throw SetupException.usage("'tenon agents list' takes nothing more");
    }
    List<HelperRecord> helpers;
    List<HelperLayers.Left> layers;
    try {
      helpers = HelperRecord.of(project.home(), project.root());
      layers = project.layers().left();
    } catch (IOException unreadable) {
      throw SetupException.failure("the helpers cannot be listed: " + unreadable.getMessage());
    }
    if (arguments.has(TenonCommandLine.JSON)) {
      streams.out().json(AgentReport.json(project.agents(), helpers, layers).pretty());
      return 0;
    }
    streams.out().print(AgentReport.agents(project.agents(), streams.out().reach()));
    if (!helpers.isEmpty()) {
      streams.out().println();
      streams.out().print(AgentReport.helpers(helpers, streams.out().reach()));
    }
    if (!layers.isEmpty()) {
      streams.out().println();
      streams.out().print(AgentReport.layers(layers, streams.out().reach()));
    }
    project.agents().warnings().forEach(streams.err()::note);
    return 0;
  }

  private int check(List<String> rest) throws SetupException {
    if (rest.size() > 1) {
      throw SetupException.usage("'tenon agents check' takes one folder, or none");
    }
    AgentLoader.Check checked =
        rest.isEmpty() ? AgentLoader.check(context.options()) : AgentLoader.check(folder(rest));
    int count = checked.agents().size();
    if (arguments.has(TenonCommandLine.JSON)) {
      streams
          .out()
          .json(
              Json.object()
                  .put("ok", !checked.errors())
                  .put(
                      "agents",
                      Json.strings(checked.agents().stream().map(agent -> agent.name()).toList()))
                  .put("findings", Json.strings(checked.lines()))
                  .build()
                  .pretty());
    } else {
      checked.lines().forEach(line -> streams.out().println(streams.out().cell(line)));
      streams.out().println(count + (count == 1 ? " agent" : " agents") + " can be used.");
    }
    boolean nothing = !rest.isEmpty() && count == 0 && checked.lines().isEmpty();
    if (nothing) {
      streams.err().note("no agent was found below " + rest.getFirst());
    }
    return checked.errors() || nothing ? 1 : 0;
  }

  private static Path folder(List<String> rest) throws SetupException {
    Path folder = Path.of(rest.getFirst()).toAbsolutePath().normalize();
    if (!Files.isDirectory(folder)) {
      throw SetupException.usage("there is no folder " + folder);
    }
    return folder;
  }
}
