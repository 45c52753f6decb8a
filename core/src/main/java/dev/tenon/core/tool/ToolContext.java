package dev.tenon.core.tool;

import dev.tenon.core.change.Editing;
import dev.tenon.core.workspace.ProjectView;
import dev.tenon.core.workspace.Workspace;
import java.util.function.Consumer;

/// What a running call may use.
///
/// @param workspace the files
/// @param editing how files are changed
/// @param permits what the call was allowed, and the way to ask for more
/// @param progress takes output that a person sees while the call still runs
public record ToolContext(
    Workspace workspace,
    Editing editing,
    String callId,
    Permits permits,
    Consumer<String> progress) {

  /// The project as the model sees it at this moment.
  public ProjectView view() {
    return editing.view();
  }
}
