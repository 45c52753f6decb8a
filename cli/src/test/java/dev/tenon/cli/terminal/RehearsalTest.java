package dev.tenon.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.render.Look;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.render.Prices;
import dev.tenon.cli.terminal.render.UsageRenderer;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class RehearsalTest {
  @TempDir Path folder;

  @Test
  void theWholeFaceRunsAndEndsByItself() throws IOException {
    var settings =
        new FaceSettings(
            new FaceSettings.Banner("1", TrialModel.NAME, ".", "ask"),
            FaceSettings.Output.TERMINAL,
            folder.resolve("history"),
            Map.of("TERM", "xterm"),
            Palette.Wish.AUTO,
            Look.Thinking.SHORT,
            UsageRenderer.Showing.SHOWN,
            Prices.unknown(),
            List.of());
    var workspace = Workspace.open(folder);
    var events = new ConcurrentLinkedQueue<AgentEvent>();
    ConversationOpener opener =
        (sink, approver, asker, diagnostics) ->
            TrialMain.open(workspace, Mode.FULL, sink.andThen(events::add), approver, asker);
    int code = Rehearsal.perform(() -> new TerminalFace(settings).run(opener, "files"));
    assertThat(code).isZero();
    assertThat(Rehearsal.perform(() -> new TerminalFace(settings).run(opener, ""))).isZero();
    assertThat(events).anyMatch(AgentEvent.PromptEnded.class::isInstance);
  }
}
