package dev.tenon.engine.agent;

import dev.tenon.core.helper.AgentDefinition;
import dev.tenon.core.helper.AgentLibrary;
import dev.tenon.core.tool.Helpers;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.walk.Glob;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The agents of a project: the nearest of each name, in files or built in. What the settings
/// switch off cannot be called.
public final class ProjectAgents implements AgentLibrary {
  private final List<String> disabled;
  private final @Nullable AgentLoader files;

  /// @param disabled names, or patterns of names
  /// @param files null where there is no folder of them
  public ProjectAgents(List<String> disabled, @Nullable AgentLoader files) {
    this.disabled = List.copyOf(disabled);
    this.files = files;
  }

  /// Those that the model is told of. What ships has a name that says enough.
  public List<Helpers.Agent> offered() {
    var offered = new ArrayList<Helpers.Agent>();
    List<AgentDefinition> own = files == null ? List.of() : files.usable();
    for (AgentDefinition agent : own) {
      if (agent.listing() == AgentDefinition.Listing.SHOWN && !isDisabled(agent.name())) {
        offered.add(new Helpers.Agent(agent.name(), agent.description()));
      }
    }
    var builtin = new ArrayList<Helpers.Agent>();
    for (String name : BuiltinAgents.NAMES) {
      if (!isDisabled(name) && own.stream().noneMatch(agent -> agent.name().equals(name))) {
        builtin.add(new Helpers.Agent(name, ""));
      }
    }
    builtin.addAll(offered);
    return builtin;
  }

  @Override
  public List<AgentDefinition> all() {
    var all = new ArrayList<AgentDefinition>();
    List<AgentDefinition> own = files == null ? List.of() : files.usable();
    for (AgentDefinition agent : own) {
      if (!isDisabled(agent.name())) {
        all.add(agent);
      }
    }
    for (AgentDefinition agent : BuiltinAgents.all()) {
      if (!isDisabled(agent.name())
          && own.stream().noneMatch(each -> each.name().equals(agent.name()))) {
        all.add(agent);
      }
    }
    return all;
  }

  /// Those that ship, whether a nearer one has their name or not.
  public List<AgentDefinition> builtin() {
    return BuiltinAgents.all();
  }

  /// Everything that was found in files, the nearest first.
  public List<AgentLoader.Listed> listed() {
    return files == null ? List.of() : files.listed();
  }

  /// What is wrong with the files, one line each, and what was not used.
  public List<String> warnings() {
    return files == null ? List.of() : files.warnings();
  }

  @Override
  public Optional<String> refusal(String name) {
    if (isDisabled(name)) {
      return Optional.of("the agent '" + name + "' is off: agents.disabled names it");
    }
    return files == null ? Optional.empty() : files.refusal(name);
  }

  private boolean isDisabled(String name) {
    for (String pattern : disabled) {
      try {
        if (Glob.of(pattern).matches(name)) {
          return true;
        }
      } catch (PathException unusable) {
        if (pattern.equals(name)) {
          return true;
        }
      }
    }
    return false;
  }
}
