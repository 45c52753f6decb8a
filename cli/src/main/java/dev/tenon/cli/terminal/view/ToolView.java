package dev.tenon.cli.terminal.view;

import dev.tenon.cli.terminal.render.Abilities;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.model.Part;
import dev.tenon.core.tool.ToolResult;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Tool calls: a line when one starts, its output while it runs, its result when it is there. Of
/// calls that run side by side, each one's result stands below its own line, in the order in which
/// they started.
final class ToolView {
  private static final int TAIL_LINES = 5;

  /// What can be opened of the output of a call that goes on.
  private static final int OPEN_LINES = 2000;

  private static final int TITLE_LENGTH = 200;

  private final Page page;
  private final DisplayOptions look;
  private final PageFlow flow;
  private final ResultView results;
  private final CardLog cards;
  private final TodoPanel todo;

  /// Calls that are not shown to their end yet. Only the first one has its line on the page.
  private final ArrayDeque<Shown> waiting = new ArrayDeque<>();

  private static final class Shown implements CardLog.Content {
    final Part.Call call;
    final String name;
    final String title;
    final OutputTail tail;

    /// More of the same; guarded by itself, since whoever opens it reads meanwhile.
    final OutputTail output;

    AgentEvent.@Nullable ToolFinished finished;

    boolean started;

    /// Whether its line is the last thing on the page.
    boolean announced;

    Shown(Part.Call call, String name, String title, Glyphs glyphs) {
      this.call = call;
      this.name = name;
      this.title = title;
      this.tail = new OutputTail(TAIL_LINES, glyphs);
      this.output = new OutputTail(OPEN_LINES, glyphs);
    }

    void add(String text) {
      tail.add(text);
      synchronized (output) {
        output.add(text);
      }
    }

    List<String> soFar() {
      synchronized (output) {
        List<String> lines = output.lines();
        return lines.isEmpty() ? List.of("(no output yet)") : List.copyOf(lines);
      }
    }

    @Override
    public List<String> rows(int columns) {
      return ResultView.plain(soFar(), columns);
    }

    @Override
    public boolean grows() {
      return true;
    }

    String label() {
      return title.isEmpty() ? name : name + " " + title;
    }
  }

  ToolView(
      Page page,
      DisplayOptions look,
      PageFlow flow,
      CardLog cards,
      TodoPanel todo,
      ChangeSource changes) {
    this.page = page;
    this.look = look;
    this.flow = flow;
    this.results = new ResultView(page, look, changes);
    this.cards = cards;
    this.todo = todo;
  }

  void started(Part.Call call, String title) {
    Shown shown = shown(call, title);
    shown.started = true;
    waiting.add(shown);
    cards.begin(call.id(), new CardLog.Card(shown.label() + " (so far)", 0, shown));
    advance();
  }

  void progressed(String callId, String text) {
    for (Shown shown : waiting) {
      if (shown.call.id().equals(callId)) {
        shown.add(text);
      }
    }
    show();
  }

  void finished(AgentEvent.ToolFinished finished) {
    Shown known = null;
    for (Shown shown : waiting) {
      if (shown.call.id().equals(finished.call().id())) {
        known = shown;
      }
    }
    if (known == null) {
      // Refused before it could start.
      Part.Call call = finished.call();
      known = shown(call, CallTitle.of(call.arguments()));
      waiting.add(known);
    }
    known.finished = finished;
    cards.end(finished.call().id());
    // Its output goes from below the text before its result comes above.
    show();
    advance();
  }

  /// Shows as much as the order allows.
  private void advance() {
    while (!waiting.isEmpty()) {
      Shown first = waiting.getFirst();
      if (!first.announced) {
        announce(first);
      }
      if (first.finished == null) {
        break;
      }
      waiting.removeFirst();
      result(first, first.finished);
    }
    show();
  }

  private Shown shown(Part.Call call, String title) {
    String name = SafeText.line(call.name(), 80, look.glyphs());
    String said = CallTitle.of(call, title);
    int room = Math.min(TITLE_LENGTH, page.columns() - DisplayWidth.of(name) - 4);
    String line = SafeText.line(said, TITLE_LENGTH, look.glyphs());
    String shown = DisplayWidth.cut(line, Math.max(20, room), look.glyphs());
    return new Shown(call, name, shown, look.glyphs());
  }

  private void announce(Shown shown) {
    String begins = words() && !shown.started ? "Not run" : look.glyphs().call;
    String line =
        look.paint(Style.TOOL, begins)
            + " "
            + look.paint(Style.BOLD, shown.name)
            + (shown.title.isEmpty() ? "" : words() ? ": " + shown.title : " " + shown.title);
    Style ground = shown.started ? Style.TOOL_PENDING_BG : Style.TOOL_ERROR_BG;
    flow.line(PageFlow.Group.TOOLS, look.paint(ground, fitted(line)));
    shown.announced = true;
  }

  private boolean words() {
    return look.waiting() == DisplayOptions.Waiting.WORDS;
  }

  private void result(Shown shown, AgentEvent.ToolFinished finished) {
    List<ToolResult.Checklist.Line> before = todo.lines();
    keep(shown, finished);
    Style ground = finished.result().failed() ? Style.TOOL_ERROR_BG : Style.TOOL_SUCCESS_BG;
    for (String line : results.lines(finished, shown.title, before)) {
      flow.line(PageFlow.Group.TOOLS, look.paint(ground, fitted(line)));
    }
    if (page.reach() == Page.Reach.LIVE
        && finished.shape().orElse(null) instanceof ToolResult.Picture picture) {
      Abilities.Pictures known = look.abilities().pictures();
      draw(picture.image(), known == Abilities.Pictures.NONE ? page.pictures() : known);
    }
  }

  private void draw(Part.Image image, Abilities.Pictures pictures) {
    PictureSequence.of(image, pictures)
        .ifPresent(sequence -> page.picture(sequence, PictureSequence.ROWS));
    String refusal = PictureSequence.refusal(image, pictures);
    if (!refusal.isEmpty()) {
      flow.line(PageFlow.Group.TOOLS, look.paint(Style.DIM, fitted("    (" + refusal + ")")));
    }
  }

  /// A window may be narrower than anything was made for.
  private String fitted(String line) {
    return page.measured() ? DisplayWidth.cut(line, page.columns(), look.glyphs()) : line;
  }

  private void keep(Shown shown, AgentEvent.ToolFinished finished) {
    if (finished.shape().isPresent() && !finished.result().failed()) {
      ToolResult shape = finished.shape().get();
      if (shape instanceof ToolResult.Checklist list) {
        todo.show(list.lines());
      }
      cards.add(
          new CardLog.Card(
              shown.label(), shape.text().length(), columns -> results.whole(shape, columns)));
    } else {
      String text = WholeText.of(finished.result());
      cards.add(
          new CardLog.Card(
              shown.label(),
              text.length(),
              columns -> ResultView.plain(OutputTail.all(text), columns)));
    }
  }

  /// Something else was printed: the line of a running call is repeated above its result.
  void interrupted() {
    waiting.forEach(shown -> shown.announced = false);
  }

  void forget() {
    waiting.clear();
    cards.endAll();
  }

  private void show() {
    Shown latest = null;
    int running = 0;
    for (Shown shown : waiting) {
      if (shown.finished == null) {
        running++;
        if (latest == null || !shown.tail.lines().isEmpty()) {
          latest = shown;
        }
      }
    }
    if (latest == null) {
      page.doing("Working", List.of());
    } else {
      String others = running == 1 ? "" : " and " + (running - 1) + " more";
      page.doing("Running " + latest.label() + others, latest.tail.lines());
    }
  }
}
