package dev.tenon.cli.hook;

import dev.tenon.cli.slash.CommandContext;
import dev.tenon.cli.slash.SlashCommand;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.hook.ConversationHooks;
import dev.tenon.engine.hook.HookLoader;
import dev.tenon.engine.hook.HookRunner;
import java.util.List;

/// `/hooks`: the hooks of the conversation, and how the last ones went.
public final class HookSlashCommand {
  private static final int MOST_RUNS = 20;

  private final ProjectConversation conversation;

  public HookSlashCommand(ProjectConversation conversation) {
    this.conversation = conversation;
  }

  public SlashCommand slash() {
    return SlashCommand.of(
        "hooks",
        "Programs that have a say, and their last runs with times",
        (argument, context) -> show(context));
  }

  private void show(CommandContext context) {
    List<HookLoader.Listed> hooks =
        conversation.project().hooks().map(HookLoader::listed).orElse(List.of());
    if (hooks.isEmpty()) {
      context.print("There are no hooks. They stand below hooks in config.yml.");
      return;
    }
    int width = context.tableWidth();
    context.print(HookReport.hooks(hooks, Page.Reach.LIVE, width).stripTrailing());
    List<HookRunner.Run> runs =
        conversation.hooks().map(ConversationHooks::runner).map(HookRunner::runs).orElse(List.of());
    context.print(
        runs.isEmpty()
            ? "\nNone has run yet."
            : "\n"
                + HookReport.runs(
                        runs.subList(0, Math.min(runs.size(), MOST_RUNS)), Page.Reach.LIVE, width)
                    .stripTrailing());
  }
}
