package dev.tenon.cli.terminal;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// A model that does what the first word of the prompt says, for trying the face by hand and for
/// driving it in tests. It never quietly repeats itself: a word it does not know is echoed as such.
final class TrialModel implements Model {
  static final String NAME = "trial/model";

  static final String MARKDOWN =
      """
      # What I found

      The method `parse` is **wrong** in *one* place, and the rest of this paragraph is here to be \
      long enough that it has to be broken into several lines on any ordinary terminal.

      - first `item`
      - second item
        1. nested

      ```java
      int x = 2 ** 3; // not bold
      ```

      | a | b |
      |---|---|
      | 1 | 2 |

      > quoted

      Done: 2 * 3 * 4 = 24, snake_case_name stays.\
      """;

  private static final String PLAN =
      """
      {"ops":[{"op":"init","list":[{"phase":"Build","items":["parse","print"]},
      {"phase":"Test","items":["try it"]}]},{"op":"done","task":"parse"}]}\
      """;

  private static Json parsed(String json) {
    try {
      return Json.parse(json);
    } catch (JsonException mistake) {
      throw new IllegalStateException(mistake);
    }
  }

  /// `one`, `many`, or `both` one after the other.
  private static Json questions(String which) {
    String one =
        """
        {"id":"db","question":"Which store?","options":[{"label":"SQLite"},{"label":"Files"}],
        "recommended":1}\
        """;
    String many =
        """
        {"id":"os","question":"Which systems?","multi":true,
        "options":[{"label":"Linux"},{"label":"macOS"},{"label":"Windows"}]}\
        """;
    return parsed(
        switch (which) {
          case "one" -> "[" + one + "]";
          case "many" -> "[" + many + "]";
          case "long" ->
              "["
                  + one.replace("Which store?", "Which? " + "store ".repeat(60) + "the end of it")
                  + "]";
          default -> "[" + one + "," + many + "]";
        });
  }

  private record Voice(Consumer<ModelEvent> sink, List<Part.Output> parts) {
    void text(String text, int piece, Duration pause) throws InterruptedException {
      int index = parts.size();
      sink.accept(new ModelEvent.TextStarted(index));
      for (int at = 0; at < text.length(); at += piece) {
        sink.accept(
            new ModelEvent.TextDelta(
                index, text.substring(at, Math.min(text.length(), at + piece))));
        Thread.sleep(pause);
      }
      var part = new Part.Text(text);
      parts.add(part);
      sink.accept(new ModelEvent.TextEnded(index, part));
    }

    void think(String text) throws InterruptedException {
      int index = parts.size();
      sink.accept(new ModelEvent.ThinkingStarted(index));
      for (String word : text.split("(?<= )", -1)) {
        sink.accept(new ModelEvent.ThinkingDelta(index, word));
        Thread.sleep(20);
      }
      var part = new Part.Thinking(text, null);
      parts.add(part);
      sink.accept(new ModelEvent.ThinkingEnded(index, part));
    }

    void call(String tool, Json.Obj arguments) {
      int index = parts.size();
      String id = "call-" + System.nanoTime() + "-" + index;
      sink.accept(new ModelEvent.CallStarted(index, id, tool));
      sink.accept(new ModelEvent.CallDelta(index, arguments.compact()));
      var part = Part.Call.of(id, tool, arguments);
      parts.add(part);
      sink.accept(new ModelEvent.CallEnded(index, part));
    }
  }

  @Override
  public Message.Assistant stream(Request request, Consumer<ModelEvent> sink)
      throws ModelException, InterruptedException {
    sink.accept(new ModelEvent.Started(NAME));
    var voice = new Voice(sink, new ArrayList<>());
    Message last = request.messages().getLast();
    if (last instanceof Message.User user) {
      answer(user.text(), request, voice);
    } else {
      voice.text("All results are in.", 5, Duration.ofMillis(1));
    }
    boolean calls = voice.parts().stream().anyMatch(Part.Call.class::isInstance);
    StopReason reason = calls ? StopReason.TOOL_USE : StopReason.STOP;
    var usage = new Usage(1200, 345, 1000, 50);
    sink.accept(new ModelEvent.Done(reason, usage));
    return new Message.Assistant(voice.parts(), reason, usage, NAME);
  }

  private static void answer(String prompt, Request request, Voice voice)
      throws ModelException, InterruptedException {
    String word = prompt.split("\\s", 2)[0];
    String rest = prompt.substring(word.length()).strip();
    switch (word) {
      case "markdown" -> voice.text(MARKDOWN, 4, Duration.ofMillis(3));
      case "lines" -> voice.text(lines(Integer.parseInt(rest)), 7, Duration.ofMillis(2));
      case "prose" -> voice.text(prose(Integer.parseInt(rest)), 3, Duration.ofMillis(4));
      case "slow" -> voice.text("word ".repeat(100), 5, Duration.ofMillis(60));
      case "files" -> {
        voice.text("Let me look at the files.", 3, Duration.ofMillis(2));
        voice.call("read_file", Json.object().put("path", "a.txt").build());
        voice.call("read_file", Json.object().put("path", "b.txt").build());
        voice.call("read_file", Json.object().put("path", "missing.txt").build());
        voice.call("list_files", Json.Obj.EMPTY);
      }
      case "ask" -> voice.call("ask", Json.object().put("questions", questions(rest)).build());
      case "plan" -> voice.call("todo_write", (Json.Obj) parsed(PLAN));
      case "run" -> voice.call("bash", Json.object().put("command", rest).build());
      case "write" ->
          voice.call(
              "write_file", Json.object().put("path", rest).put("content", "written\n").build());
      case "think" -> {
        voice.think("**Looking closely**\nThe parser is fine. The lexer is not. ".repeat(4));
        voice.text("The lexer is broken.", 4, Duration.ofMillis(5));
      }
      case "retry" -> {
        voice
            .sink()
            .accept(
                new ModelEvent.RetryScheduled(
                    ModelEvent.RetryScope.TURN,
                    1,
                    3,
                    Duration.ofSeconds(2),
                    "the provider is overloaded"));
        Thread.sleep(2000);
        voice.text("Back again.", 4, Duration.ofMillis(5));
      }
      case "fail" -> {
        var failure =
            new ModelException(
                ModelException.Kind.AUTHENTICATION, "trial: the key was rejected (401)");
        voice.sink().accept(new ModelEvent.Failed(failure));
        throw failure;
      }
      case "hang" -> Thread.sleep(Duration.ofHours(1));
      case "deaf" -> deaf();
      case "evil" ->
          voice.text("\033[2J\033]0;owned\007\033[31mred\033[0m \u202ereversed", 3, Duration.ZERO);
      case "count" -> voice.text(request.messages().size() + " messages", 5, Duration.ofMillis(1));
      default -> voice.text("You said: " + prompt, 5, Duration.ofMillis(1));
    }
  }

  /// `row 1 of the answer.` and so on, each a paragraph of its own. One paragraph, with emphasis
  /// and wide characters here and there.
  private static String prose(int words) {
    var text = new StringBuilder();
    for (int i = 1; i <= words; i++) {
      text.append(i % 9 == 0 ? "**word" + i + "**" : i % 7 == 0 ? "世界word" + i : "word" + i);
      text.append(i == words ? ". That was all." : " ");
    }
    return text.toString();
  }

  private static String lines(int count) {
    var text = new StringBuilder();
    for (int i = 1; i <= count; i++) {
      text.append("row ").append(i).append(" of the answer.\n\n");
    }
    return text.append("That was all.").toString();
  }

  /// Ignores being interrupted, like a tool with a bug.
  private static void deaf() {
    long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (System.nanoTime() < end) {
      java.util.concurrent.locks.LockSupport.parkNanos(10_000_000);
      Thread.interrupted();
    }
  }
}
