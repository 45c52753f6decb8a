package dev.tenon.cli.terminal.view;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.exec.background.Notice;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import dev.tenon.core.session.EntryText;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.tools.todo.TodoList;
import dev.tenon.tools.todo.TodoWrite;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Messages of an earlier conversation as the events that once brought them, so that the same
/// renderer shows them.
public final class Replay {
  private Replay() {}

  public static List<AgentEvent> of(List<Message> messages) {
    var events = new ArrayList<AgentEvent>();
    for (int i = 0; i < messages.size(); i++) {
      switch (messages.get(i)) {
        case Message.User user -> events.add(said(user));
        case Message.Assistant said -> {
          Message next = i + 1 < messages.size() ? messages.get(i + 1) : Message.User.of("");
          said(
              said,
              next instanceof Message.ToolResults results ? results.results() : List.of(),
              events);
        }
        case Message.ToolResults ignored -> {}
      }
    }
    return events;
  }

  /// What the program has said to the model is no word of the person.
  private static AgentEvent said(Message.User user) {
    String text = user.text();
    return EntryText.byProgram(text)
        .<AgentEvent>map(
            what ->
                new AgentEvent.Notified(
                    new Notice(
                        Notice.Kind.ASIDE, "", what + ": " + EntryText.untagged(text), text)))
        .orElseGet(() -> new AgentEvent.Steered(user));
  }

  /// What the tool gave back, as far as its data tell.
  private static ToolResult shape(Part.Result result) {
    Json.Obj data = result.envelope().objectOrEmpty("data");
    if (!result.images().isEmpty()) {
      return new ToolResult.Picture(
          data.string("caption", ""),
          result.images().getFirst(),
          result.images().subList(1, result.images().size()));
    }
    String summary = data.string("summary");
    if (summary != null && (data.string("diff") != null || result.text().equals(summary))) {
      return new ToolResult.Diff(summary, data.string("diff", ""), data);
    }
    String output = data.string("output");
    if (output != null && data.get("exit_code") instanceof Json.Num code) {
      return new ToolResult.Command(output, (int) code.longValue(), data);
    }
    if (data.get("columns") instanceof Json.Arr && data.get("rows") instanceof Json.Arr rows) {
      var cells = new ArrayList<List<String>>();
      rows.values().forEach(row -> cells.add(texts(row)));
      return new ToolResult.Table(texts(data.get("columns")), cells, Json.Obj.EMPTY);
    }
    String path = data.string("path");
    if (path != null && data.get("entries") instanceof Json.Arr entries) {
      return new ToolResult.Tree(path, texts(entries), Json.Obj.EMPTY);
    }
    if (data.get("phases") instanceof Json.Arr) {
      List<ToolResult.Checklist.Line> lines = TodoWrite.lines(TodoList.read(data));
      return new ToolResult.Checklist(result.text(), lines, data);
    }
    List<Json.Obj> results = data.objects("results");
    if (!results.isEmpty() && results.getFirst().has("state")) {
      return new ToolResult.Facts(result.text(), data);
    }
    return new ToolResult.Text(result.text(), data, "");
  }

  private static List<String> texts(@Nullable Json array) {
    var texts = new ArrayList<String>();
    if (array instanceof Json.Arr all) {
      all.values().forEach(each -> texts.add(each instanceof Json.Str text ? text.value() : ""));
    }
    return texts;
  }

  private static void said(
      Message.Assistant said, List<Part.Result> results, List<AgentEvent> events) {
    events.add(new AgentEvent.StepStarted(1));
    for (Part.Output part : said.content()) {
      if (part instanceof Part.Thinking thinking && !thinking.text().isBlank()) {
        events.add(new AgentEvent.ModelReported(new ModelEvent.ThinkingDelta(0, thinking.text())));
        events.add(new AgentEvent.ModelReported(new ModelEvent.ThinkingEnded(0, thinking)));
      }
    }
    if (!said.text().isBlank()) {
      events.add(new AgentEvent.ModelReported(new ModelEvent.TextDelta(0, said.text())));
    }
    events.add(new AgentEvent.ModelReported(new ModelEvent.Done(StopReason.STOP, Usage.NONE)));
    for (Part.Call call : said.calls()) {
      events.add(new AgentEvent.ToolStarted(call, CallTitle.of(call.arguments())));
      for (Part.Result result : results) {
        if (result.callId().equals(call.id())) {
          Optional<ToolResult> shape =
              result.failed() ? Optional.empty() : Optional.of(shape(result));
          events.add(new AgentEvent.ToolFinished(call, result, shape, Duration.ZERO));
        }
      }
    }
  }
}
