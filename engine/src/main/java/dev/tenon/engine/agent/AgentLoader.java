package dev.tenon.engine.agent;

import dev.tenon.core.helper.AgentDefinition;
import dev.tenon.core.text.VisibleText;
import dev.tenon.engine.command.HomeFolders;
import dev.tenon.engine.config.Consent.Decision;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.content.ContentPlaces;
import dev.tenon.engine.content.InlineContent;
import dev.tenon.engine.content.ItemConsent;
import dev.tenon.engine.content.OtherTool;
import dev.tenon.engine.content.Questioned;
import dev.tenon.engine.plugin.InstalledPlugins;
import dev.tenon.engine.plugin.PluginKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The agents in files: the project's, to each of which the user has agreed, and the user's. The
/// nearest of one name wins, a project's before the user's.
public final class AgentLoader implements Questioned {
  private static final List<String> NAMES =
      List.of(
          ".tenon/agents",
          ".claude/agents",
          ".opencode/agent",
          ".opencode/agents",
          ".gemini/agents",
          ".cursor/agents",
          ".pi/agents");

  private final ItemConsent consent;
  private final boolean trusted;
  private final List<AgentFiles.Read> found;
  private final List<AgentFiles.Finding> findings;
  private volatile List<Listed> listed = List.of();

  /// What an agent is in a listing.
  public enum State {
    /// It can be called.
    USABLE,
    /// Nobody has decided about it.
    UNDECIDED,
    /// The user does not want it.
    DECLINED,
    /// A nearer one has its name.
    HIDDEN
  }

  /// An agent that was found.
  ///
  /// @param by the file of the one that hides it; otherwise empty
  public record Listed(AgentDefinition agent, State state, String by) {}

  public AgentLoader(ProjectOptions options) {
    this(options, Set.of(), List.of());
  }

  /// @param off programs whose folders in the project are not looked at
  /// @param inline those of the project that stand in other files
  public AgentLoader(ProjectOptions options, Set<OtherTool> off, List<InlineContent> inline) {
    this.consent = new ItemConsent(options.home());
    this.trusted = options.trust() == ProjectOptions.Trust.EVERYTHING;
    var files = new AgentFiles();
    places(options, off).forEach(files::add);
    inline.forEach(files::add);
    this.found = files.agents();
    this.findings = files.findings();
    list();
  }

  /// Whether there is a folder of agents at all; costs a few looks at the disk.
  public static boolean any(ProjectOptions options, Set<OtherTool> off) {
    return !places(options, off).isEmpty();
  }

  private static List<ContentPlaces.Place> places(ProjectOptions options, Set<OtherTool> off) {
    var places =
        new ArrayList<>(
            ContentPlaces.of(
                options.root(),
                NAMES,
                off,
                HomeFolders.home(),
                List.of(options.home().resolve("agents"))));
    places.addAll(InstalledPlugins.content(options.home(), PluginKind.AGENT));
    return places;
  }

  private void list() {
    var all = new ArrayList<Listed>();
    Map<String, AgentDefinition> winners = new HashMap<>();
    for (AgentFiles.Read read : found) {
      State state = state(read);
      AgentDefinition nearer = winners.get(read.agent().name());
      if (nearer != null) {
        all.add(new Listed(read.agent(), State.HIDDEN, nearer.shown()));
        continue;
      }
      if (state == State.USABLE) {
        winners.put(read.agent().name(), read.agent());
      }
      all.add(new Listed(read.agent(), state, ""));
    }
    listed = List.copyOf(all);
  }

  private State state(AgentFiles.Read read) {
    if (trusted || read.agent().source() == AgentDefinition.Source.USER) {
      return State.USABLE;
    }
    return switch (consent.remembered(item(read))) {
      case ACCEPTED -> State.USABLE;
      case DECLINED -> State.DECLINED;
      case UNDECIDED -> State.UNDECIDED;
    };
  }

  private static ItemConsent.Item item(AgentFiles.Read read) {
    return new ItemConsent.Item(
        ItemConsent.Kind.AGENT, read.agent().name(), read.file(), read.sha256());
  }

  /// Everything that was found, the nearest first.
  public List<Listed> listed() {
    return listed;
  }

  /// Those that can be called.
  List<AgentDefinition> usable() {
    var usable = new ArrayList<AgentDefinition>();
    for (Listed each : listed) {
      if (each.state() == State.USABLE) {
        usable.add(each.agent());
      }
    }
    return usable;
  }

  /// Why an agent of that name cannot be called; empty when it can, or there is none.
  Optional<String> refusal(String name) {
    String why = "";
    for (Listed each : listed) {
      if (each.agent().name().equals(name)) {
        switch (each.state()) {
          case USABLE, HIDDEN -> {
            return Optional.empty();
          }
          case UNDECIDED ->
              why = "the agent '" + name + "' of this project waits for the user's consent";
          case DECLINED -> why = "the user does not want the agent '" + name + "'";
        }
      }
    }
    // One that ships is there all the same.
    return why.isEmpty() || BuiltinAgents.NAMES.contains(name)
        ? Optional.empty()
        : Optional.of(why);
  }

  private List<AgentFiles.Read> undecided() {
    var open = new ArrayList<AgentFiles.Read>();
    for (AgentFiles.Read read : found) {
      if (state(read) == State.UNDECIDED) {
        open.add(read);
      }
    }
    return open;
  }

  @Override
  public Optional<String> question() {
    List<AgentFiles.Read> open = undecided();
    if (open.isEmpty()) {
      return Optional.empty();
    }
    var text = new StringBuilder("This project has agents, instructions for helpers of the model:");
    for (AgentFiles.Read read : open) {
      AgentDefinition agent = read.agent();
      String about = AgentHead.oneLine(agent.description(), 100);
      text.append("\n  ")
          .append(VisibleText.line(agent.name() + " (" + agent.shown() + "): " + about));
    }
    return Optional.of(text.toString());
  }

  @Override
  public void decide(Decision decision) throws IOException {
    consent.remember(undecided().stream().map(AgentLoader::item).toList(), decision);
    list();
  }

  /// What is wrong with the files, one line each, and what was not used.
  public List<String> warnings() {
    var warnings = new ArrayList<String>();
    for (AgentFiles.Finding finding : findings) {
      if (finding.severity() != AgentFiles.Severity.WARNING) {
        warnings.add(finding.text());
      }
    }
    List<AgentFiles.Read> open = undecided();
    if (!open.isEmpty()) {
      warnings.add(
          (open.size() == 1 ? "an agent" : open.size() + " agents")
              + " of this project that you have not seen "
              + (open.size() == 1 ? "was" : "were")
              + " left out: "
              + String.join(", ", open.stream().map(read -> read.agent().name()).limit(10).toList())
              + "; read them, then start with --trust to use them for one run, or answer the"
              + " question in a conversation");
    }
    return warnings;
  }

  /// A check of files, for whoever writes agents.
  ///
  /// @param errors whether something keeps an agent from being used
  public record Check(List<AgentDefinition> agents, List<String> lines, boolean errors) {
    public Check {
      agents = List.copyOf(agents);
      lines = List.copyOf(lines);
    }
  }

  /// Checks all agents that a project would see.
  public static Check check(ProjectOptions options) {
    var files = new AgentFiles();
    places(options, Set.of()).forEach(files::add);
    return check(files);
  }

  /// Checks the agents below a folder, or the one in a file.
  public static Check check(Path place) {
    var files = new AgentFiles();
    Path folder = Files.isRegularFile(place) ? place.resolveSibling("") : place;
    files.add(new ContentPlaces.Place(place, folder, place.toString(), ContentPlaces.Owner.USER));
    return check(files);
  }

  /// Checks the agents in these places.
  public static Check check(List<ContentPlaces.Place> places) {
    var files = new AgentFiles();
    places.forEach(files::add);
    return check(files);
  }

  private static Check check(AgentFiles files) {
    var lines = new ArrayList<String>();
    boolean errors = false;
    for (AgentFiles.Finding finding : files.findings()) {
      lines.add(finding.line());
      errors |= finding.severity() == AgentFiles.Severity.ERROR;
    }
    var agents = new ArrayList<AgentDefinition>();
    Map<String, AgentDefinition> named = new HashMap<>();
    for (AgentFiles.Read read : files.agents()) {
      AgentDefinition agent = read.agent();
      AgentDefinition nearer = named.putIfAbsent(agent.name(), agent);
      if (nearer == null) {
        agents.add(agent);
      } else {
        String told =
            "the name '"
                + agent.name()
                + "' is that of "
                + nearer.shown()
                + ", which is used; give one of them another name";
        lines.add(AgentHead.finding(AgentFiles.Severity.WARNING, agent.shown(), 1, told).line());
      }
    }
    return new Check(agents, lines, errors);
  }
}
