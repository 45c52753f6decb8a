package dev.tenon.cli.command;

import dev.tenon.cli.args.AgentsCommandLine;
import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.report.AgentReport;
import dev.tenon.core.json.Json;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.HelperRecord;
import dev.tenon.engine.Project;
import dev.tenon.engine.agent.AgentLoader;
import dev.tenon.engine.agent.BuiltinAgents;
import dev.tenon.engine.layer.HelperLayer;
import dev.tenon.engine.layer.HelperLayers;
import dev.tenon.engine.layer.LeftLayer;
import dev.tenon.engine.problem.SetupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// `tenon agents`: lists agents and helpers of a project, and checks files of agents.
public final class AgentsCommand {
  private static final int MOST_HELPERS = 50;

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
    requireOptionsOf(action);
    return switch (action) {
      case "list" -> list(rest);
      case "check" -> check(rest);
      case "diff", "merge", "drop" -> layer(action, rest);
      default ->
          throw SetupException.usage(
              "'tenon agents "
                  + action
                  + "' is nothing; it is 'list', 'check [DIR or FILE]', or 'diff', 'merge' or"
                  + " 'drop' with the ID of a helper");
    };
  }

  /// An option that would be passed over, or two that say different things, are no wish that can be
  /// guessed.
  private void requireOptionsOf(String action) throws SetupException {
    boolean drops = action.equals("drop");
    boolean all = arguments.has(TenonCommandLine.ALL);
    boolean merged = arguments.has(AgentsCommandLine.MERGED);
    boolean older = arguments.number(AgentsCommandLine.OLDER).isPresent();
    if (drops && all && (merged || older)) {
      throw SetupException.usage(
          "--all contradicts "
              + (merged && older ? "--merged and --older" : merged ? "--merged" : "--older")
              + "; say --all for everything that is left, or the other for a part of it");
    }
    String lost = "";
    if (!drops) {
      boolean several = all && !action.equals("list");
      boolean yes = arguments.has(TenonCommandLine.YES);
      lost = merged ? "--merged" : older ? "--older" : several ? "--all" : yes ? "--yes" : "";
    }
    if (!lost.isEmpty()) {
      throw SetupException.usage(
          lost
              + " says nothing to 'tenon agents "
              + action
              + "'; it is for 'drop'"
              + (lost.equals("--all") ? " and 'list'" : ""));
    }
  }

  /// Shows, merges or drops what an isolated helper has left.
  private int layer(String action, List<String> rest) throws SetupException {
    HelperLayers layers = project.layers();
    if (action.equals("drop") && isForSeveral()) {
      if (!rest.isEmpty()) {
        throw SetupException.usage("--merged, --older and --all drop several; leave the ID out");
      }
      return dropSeveral(layers);
    }
    if (rest.size() != 1) {
      throw SetupException.usage(
          "'tenon agents "
              + action
              + "' takes the ID of one helper"
              + (action.equals("drop") ? ", or --merged, --older DAYS or --all" : ""));
    }
    if (action.equals("drop")) {
      return drop(layers, rest.getFirst());
    }
    try (HelperLayer layer = layers.find(rest.getFirst())) {
      if (action.equals("diff")) {
        streams.out().print(layers.diff(layer));
        return 0;
      }
      var how = HelperLayers.Merge.of(project.settings().agents().merge());
      // Whoever says so wants it merged, also where layers are kept otherwise.
      var wanted = how == HelperLayers.Merge.KEEP ? HelperLayers.Merge.AUTO : how;
      layers
          .merge(layer, wanted)
          .told()
          .forEach(line -> streams.out().println(streams.out().cell(line)));
      return layers.left().stream().anyMatch(left -> left.name().equals(layer.name())) ? 1 : 0;
    } catch (IOException unreadable) {
      throw SetupException.failure(IoFailure.named(unreadable));
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw SetupException.failure("stopped");
    }
  }

  private int drop(HelperLayers layers, String wanted) throws SetupException {
    try {
      HelperLayers.Dropped dropped = layers.drop(wanted);
      String files =
          dropped.files() == 0
              ? "Dropped " + dropped.name() + "; nothing of it is saved."
              : "Dropped "
                  + dropped.name()
                  + (dropped.files() == 1 ? ", 1 file" : ", " + dropped.files() + " files")
                  + "; 'tenon agents merge "
                  + dropped.name()
                  + "' would bring it back.";
      streams.out().println(streams.out().cell(files));
      if (!dropped.lost().isEmpty()) {
        streams.out().println(streams.out().cell("Gone: " + dropped.lost() + "."));
      }
      return 0;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw SetupException.failure("stopped");
    }
  }

  private boolean isForSeveral() {
    return arguments.has(AgentsCommandLine.MERGED)
        || arguments.has(TenonCommandLine.ALL)
        || arguments.number(AgentsCommandLine.OLDER).isPresent();
  }

  /// Drops what was asked for, after a question. Nobody's that works, and one that cannot be
  /// dropped keeps no other.
  private int dropSeveral(HelperLayers layers) throws SetupException {
    Map<LeftLayer, Long> wanted = new LinkedHashMap<>();
    long days = arguments.number(AgentsCommandLine.OLDER).orElse(0);
    Instant before = Instant.now().minus(Duration.ofDays(days));
    try {
      for (LeftLayer each : layers.left()) {
        boolean old = days == 0 || each.touched().isBefore(before);
        boolean merged =
            !arguments.has(AgentsCommandLine.MERGED) || each.state().equals(LeftLayer.MERGED);
        if (old && merged && !each.state().equals(LeftLayer.WORKING)) {
          wanted.put(each, layers.bytes(each));
        }
      }
      if (wanted.isEmpty()) {
        streams.out().println("Nothing of that kind is left.");
        return 0;
      }
      if (!arguments.has(TenonCommandLine.YES) && !agreed(wanted)) {
        streams.err().note("nothing was dropped");
        return 1;
      }
    } catch (IOException unreadable) {
      throw SetupException.failure("the layers cannot be read: " + IoFailure.named(unreadable));
    }
    int code = 0;
    for (LeftLayer each : wanted.keySet()) {
      try {
        code = Math.max(code, drop(layers, each.name()));
      } catch (SetupException kept) {
        streams.err().note(String.valueOf(kept.getMessage()));
        code = 1;
      }
    }
    return code;
  }

  private boolean agreed(Map<LeftLayer, Long> wanted) throws IOException, SetupException {
    String count = wanted.size() == 1 ? "1 layer" : wanted.size() + " layers";
    if (!streams.tty().in()) {
      throw SetupException.usage("say --yes to drop " + count + " without being asked");
    }
    streams.out().print(AgentReport.layers(wanted, streams.out().reach()));
    streams.out().prompt("Drop " + count + "? Ignored files in them are gone then. [y/N]");
    var line = new StringBuilder();
    for (int c = streams.in().read(); c >= 0 && c != '\n'; c = streams.in().read()) {
      line.append((char) c);
    }
    return line.toString().strip().toLowerCase(Locale.ROOT).startsWith("y");
  }

  private int list(List<String> rest) throws SetupException {
    if (!rest.isEmpty()) {
      throw SetupException.usage("'tenon agents list' takes nothing more");
    }
    HelperRecord.Listing helpers;
    Map<LeftLayer, Long> layers = new LinkedHashMap<>();
    try {
      helpers =
          HelperRecord.of(
              project.home(),
              project.root(),
              arguments.has(TenonCommandLine.ALL) ? Integer.MAX_VALUE : MOST_HELPERS);
      for (LeftLayer each : project.layers().left()) {
        layers.put(each, project.layers().bytes(each));
      }
    } catch (IOException unreadable) {
      throw SetupException.failure("the helpers cannot be listed: " + IoFailure.named(unreadable));
    }
    if (arguments.has(TenonCommandLine.JSON)) {
      streams.out().json(AgentReport.json(project.agents(), helpers, layers).pretty());
      return 0;
    }
    streams.out().print(AgentReport.agents(project.agents(), streams.out().reach()));
    if (!helpers.records().isEmpty()) {
      streams.out().println();
      streams.out().print(AgentReport.helpers(helpers.records(), streams.out().reach()));
    }
    if (helpers.more() > 0) {
      streams.out().println(helpers.more() + " earlier ones are not shown; --all shows them.");
    }
    if (!layers.isEmpty()) {
      streams.out().println();
      streams.out().print(AgentReport.layers(layers, streams.out().reach()));
      streams.out().println(AgentReport.space(layers));
    }
    project.agents().warnings().forEach(streams.err()::note);
    return 0;
  }

  private int check(List<String> rest) throws SetupException {
    if (rest.size() > 1) {
      throw SetupException.usage("'tenon agents check' takes one folder or file, or none");
    }
    AgentLoader.Check checked =
        rest.isEmpty() ? AgentLoader.check(context.options()) : AgentLoader.check(place(rest));
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
      streams
          .out()
          .println(
              streams
                  .out()
                  .cell(
                      count
                          + (count == 1 ? " agent" : " agents")
                          + (rest.isEmpty()
                              ? " in files of this project and yours can be used, beside "
                                  + BuiltinAgents.NAMES.size()
                                  + " built in."
                              : where(rest) + " can be used.")));
    }
    boolean nothing = !rest.isEmpty() && count == 0 && checked.lines().isEmpty();
    if (nothing) {
      streams.err().note("no agent was found" + where(rest));
    }
    return checked.errors() || nothing ? 1 : 0;
  }

  private static String where(List<String> rest) {
    String place = rest.getFirst();
    return (Files.isDirectory(Path.of(place)) ? " below " : " in ") + place;
  }

  private static Path place(List<String> rest) throws SetupException {
    Path place = Path.of(rest.getFirst()).toAbsolutePath().normalize();
    if (!Files.isDirectory(place) && !Files.isRegularFile(place)) {
      throw SetupException.usage("there is no folder or file " + place);
    }
    return place;
  }
}
