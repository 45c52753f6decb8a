package dev.tenon.engine.prompt;

import dev.tenon.core.workspace.ProjectView;
import dev.tenon.engine.agent.ProjectAgents;

/// Prompts that ask for an agent by its name: `@explore where is the parser?`.
public final class AgentPrompts {
  private AgentPrompts() {}

  /// The prompt as the model gets it. A file that is called so wins.
  public static String read(String text, ProjectAgents agents, ProjectView view) {
    if (!text.startsWith("@")) {
      return text;
    }
    int end = 1;
    while (end < text.length()
        && (Character.isLetterOrDigit(text.charAt(end)) || "_-".indexOf(text.charAt(end)) >= 0)) {
      end++;
    }
    String name = text.substring(1, end);
    boolean alone = end < text.length() && Character.isWhitespace(text.charAt(end));
    String rest = text.substring(end).strip();
    if (!alone || rest.isEmpty() || view.has(name) || agents.find(name).isEmpty()) {
      return text;
    }
    return "Let the agent "
        + name
        + " do this: call task with agent \""
        + name
        + "\", and tell me what came of it.\n\n"
        + rest;
  }
}
