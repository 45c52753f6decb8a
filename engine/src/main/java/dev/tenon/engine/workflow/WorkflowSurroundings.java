package dev.tenon.engine.workflow;

import dev.tenon.core.helper.AgentLibrary;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.tool.Asker;
import dev.tenon.core.tool.Helpers;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.workspace.ProjectView;
import dev.tenon.engine.evidence.ConversationEvidence;
import dev.tenon.providers.meter.Budget;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What workflows need of the conversation that they belong to.
public interface WorkflowSurroundings {
  /// The state folder of the project.
  Path stateFolder();

  /// The id of the session; empty when nothing is kept.
  String session();

  /// The mode that the person has chosen.
  Mode mode();

  /// The full name of the model.
  String model();

  /// Who answers questions; null when nobody does.
  @Nullable Asker asker();

  /// Helpers that the caller waits for.
  Helpers helpers();

  AgentLibrary agents();

  ConversationEvidence evidence();

  ProjectView view();

  /// Starts workers of teams; empty where the face has no program to start.
  Optional<TeamProcesses.Launcher> launcher();

  /// Gives a part of what is left of the budget away, to a process that counts for itself.
  ///
  /// @param parts of which it gets one
  Budget give(int parts);

  /// Below it an interview is clear enough.
  double threshold();

  /// Lets the model have a tool from the next request on.
  void offer(Tool<?> tool);

  /// Lets the model have the tool for goals.
  void offerGoals();

  /// Tells the person something, such as what does not work.
  void diagnose(String line);
}
