package dev.tenon.cli.terminal.render;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.model.Part;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Tool calls: a line when one starts, its output while it runs, its result when it is there.
final class ToolView {
  private static final int TAIL_LINES = 5;
  private static final int TITLE_LENGTH = 200;

  private final Page page;
  private final Look look;
  private final Flow flow;
  private final ResultView results;
  private final Map<String, Running> running = new LinkedHashMap<>();

  /// The call whose line was printed last.
  private @Nullable String announced;

  private record Running(String name, String title, OutputTail tail) {
    String label() {
      return title.isEmpty() ? name : name + " " + title;
    }
  }

  ToolView(Page page, Look look, Flow flow) {
    this.page = page;
    this.look = look;
    this.flow = flow;
    this.results = new ResultView(page, look);
  }

  void started(Part.Call call, String title) {
    Running entry = announce(call, title);
    running.put(call.id(), entry);
    show();
  }

  private Running announce(Part.Call call, String title) {
    int room = Math.min(TITLE_LENGTH, page.columns() - call.name().length() - 5);
    var entry =
        new Running(
            Harmless.line(call.name(), 80, look.glyphs()),
            Harmless.line(title, Math.max(20, room), look.glyphs()),
            new OutputTail(TAIL_LINES));
    String line =
        look.paint(Style.TOOL, look.glyphs().call)
            + " "
            + look.paint(Style.BOLD, entry.name())
            + (entry.title().isEmpty() ? "" : " " + entry.title());
    flow.line(Flow.Group.TOOLS, line);
    announced = call.id();
    return entry;
  }

  void progressed(String callId, String text) {
    Running entry = running.get(callId);
    if (entry != null) {
      entry.tail().add(text);
      show();
    }
  }

  void finished(AgentEvent.ToolFinished finished) {
    Part.Call call = finished.call();
    Running entry = running.remove(call.id());
    if (entry == null) {
      // Refused before it could start.
      entry = announce(call, call.arguments().isEmpty() ? "" : call.arguments().compact());
    }
    String label = call.id().equals(announced) ? "" : entry.label();
    for (String line : results.lines(label, finished.result(), finished.shape(), finished.took())) {
      flow.line(Flow.Group.TOOLS, line);
    }
    announced = null;
    show();
  }

  /// Something else was printed: the next result needs its label.
  void interrupted() {
    announced = null;
  }

  void forget() {
    running.clear();
    announced = null;
  }

  private void show() {
    if (running.isEmpty()) {
      page.doing("Working", List.of());
      return;
    }
    Running latest = null;
    for (Running entry : running.values()) {
      if (latest == null || !entry.tail().lines().isEmpty()) {
        latest = entry;
      }
    }
    if (latest != null) {
      String others = running.size() == 1 ? "" : " and " + (running.size() - 1) + " more";
      page.doing("Running " + latest.label() + others, latest.tail().lines());
    }
  }
}
