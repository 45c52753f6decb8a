package dev.tenon.core.helper;

import java.util.List;
import java.util.Optional;

/// The agents that can be called. Asked at each call, so that what changed meanwhile counts.
public interface AgentLibrary {

  /// Those that are in force, in the order in which they are told.
  List<AgentDefinition> all();

  /// One that cannot be used, and why: switched off, or not agreed to. Empty when there is none of
  /// that name at all.
  default Optional<String> refusal(String name) {
    return Optional.empty();
  }

  default Optional<AgentDefinition> find(String name) {
    for (AgentDefinition agent : all()) {
      if (agent.name().equals(name)) {
        return Optional.of(agent);
      }
    }
    return Optional.empty();
  }
}
