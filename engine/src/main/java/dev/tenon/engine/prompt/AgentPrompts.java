package dev.tenon.engine.prompt;

import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.workspace.ProjectView;
import dev.tenon.engine.agent.ProjectAgents;
import java.util.ArrayList;

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

  /// The same prompt, to be carried out by an agent.
  public static Message.User delegated(String agent, Message.User message) {
    var parts = new ArrayList<Part.Input>();
    parts.add(
        new Part.Text(
            "Let the agent "
                + agent
                + " do the following: call task with agent \""
                + agent
                + "\" and all of it as the assignment, and tell me what came of it."));
    parts.addAll(message.content());
    return new Message.User(parts);
  }
}
