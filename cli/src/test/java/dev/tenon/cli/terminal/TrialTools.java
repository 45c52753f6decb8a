package dev.tenon.cli.terminal;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// The tools of the trial conversation, for those who only look at them.
public final class TrialTools {
  private TrialTools() {}

  public static ToolRunner in(Path folder) throws IOException {
    Conversation conversation =
        TrialMain.open(
            Workspace.open(folder),
            Mode.FULL,
            event -> {},
            question -> Approver.Answer.NO,
            questions -> Optional.empty());
    return conversation.setup().tools();
  }
}
