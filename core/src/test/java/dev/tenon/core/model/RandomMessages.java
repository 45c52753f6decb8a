package dev.tenon.core.model;

import dev.tenon.core.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Random messages, requests and events, the same for the same seed.
public final class RandomMessages {
  private static final String[] SNIPPETS = {
    "",
    " ",
    "plain",
    "line\nbreak\r\n",
    "tab\t\"quoted\" \\ slash",
    "\u0000\u001f\u2028\u2029",
    "Grüße",
    "你好",
    "😀",
    "\ud83d",
    "\ude00",
    "</script>",
    "null",
    "{\"a\":1}"
  };

  private final SplittableRandom random;

  public RandomMessages(long seed) {
    this.random = new SplittableRandom(seed);
  }

  public Request request() {
    return new Request(
        text(),
        list(this::message),
        list(() -> new ToolSpec(text(), text(), object(2))),
        1 + random.nextInt(100_000),
        any(Effort.values()));
  }

  public Message message() {
    return switch (random.nextInt(3)) {
      case 0 -> new Message.User(list(this::input));
      case 1 ->
          new Message.Assistant(list(this::output), any(StopReason.values()), usage(), text());
      default -> new Message.ToolResults(list(this::result));
    };
  }

  public Usage usage() {
    return new Usage(number(), number(), number(), number());
  }

  public ModelEvent event() {
    int index = random.nextInt(5);
    return switch (random.nextInt(16)) {
      case 0 -> new ModelEvent.Started(text());
      case 1 -> new ModelEvent.TextStarted(index);
      case 2 -> new ModelEvent.TextDelta(index, text());
      case 3 -> new ModelEvent.TextEnded(index, new Part.Text(text()));
      case 4 -> new ModelEvent.ThinkingStarted(index);
      case 5 -> new ModelEvent.ThinkingDelta(index, text());
      case 6 -> new ModelEvent.ThinkingEnded(index, new Part.Thinking(text(), maybe()));
      case 7 -> new ModelEvent.CallStarted(index, text(), text());
      case 8 -> new ModelEvent.CallDelta(index, text());
      case 9 -> new ModelEvent.CallEnded(index, call());
      case 10 -> new ModelEvent.Done(any(StopReason.values()), usage());
      case 11 ->
          new ModelEvent.RetryScheduled(
              any(ModelEvent.RetryScope.values()),
              index,
              index + 1,
              Duration.ofMillis(random.nextInt(9999)),
              text());
      case 12 -> new ModelEvent.RetryEnded(index, maybe());
      case 13 -> new ModelEvent.FallbackApplied(text(), text(), text());
      case 14 -> new ModelEvent.FallbackSucceeded(text(), text());
      default ->
          new ModelEvent.Failed(
              new ModelException(
                  any(ModelException.Kind.values()),
                  text(),
                  random.nextBoolean() ? Duration.ofMillis(random.nextInt(9999)) : null,
                  null));
    };
  }

  public Json.Obj object(int depth) {
    var members = new LinkedHashMap<String, Json>();
    for (int i = random.nextInt(4); i > 0; i--) {
      members.put(name(), json(depth));
    }
    return new Json.Obj(members);
  }

  public String text() {
    var text = new StringBuilder();
    for (int i = random.nextInt(4); i >= 0; i--) {
      text.append(SNIPPETS[random.nextInt(SNIPPETS.length)]);
    }
    return text.toString();
  }

  /// The name of a member: anything but half a surrogate pair, which no reader takes.
  private String name() {
    return new String(text().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  private Json json(int depth) {
    return switch (random.nextInt(depth > 0 ? 7 : 5)) {
      case 0 -> Json.Null.VALUE;
      case 1 -> Json.of(random.nextBoolean());
      case 2 -> Json.of(random.nextLong());
      case 3 -> new Json.Num("1.50e-3");
      case 4 -> Json.of(text());
      case 5 -> object(depth - 1);
      default -> Json.array(list(() -> json(depth - 1)));
    };
  }

  private Part.Input input() {
    return random.nextBoolean() ? new Part.Text(text()) : image();
  }

  private Part.Output output() {
    return switch (random.nextInt(3)) {
      case 0 -> new Part.Text(text());
      case 1 -> new Part.Thinking(text(), maybe());
      default -> call();
    };
  }

  private Part.Call call() {
    return new Part.Call(text(), text(), object(3), maybe(), maybe());
  }

  private Part.Result result() {
    return new Part.Result(
        text(), text(), any(Part.Outcome.values()), object(3), text(), list(this::image));
  }

  private Part.Image image() {
    return new Part.Image(text(), text());
  }

  private @Nullable String maybe() {
    return random.nextBoolean() ? text() : null;
  }

  private long number() {
    return random.nextLong(Long.MAX_VALUE) >>> random.nextInt(63);
  }

  private <T> T any(T[] values) {
    return values[random.nextInt(values.length)];
  }

  private <T> List<T> list(Supplier<T> item) {
    var items = new ArrayList<T>();
    for (int i = random.nextInt(4); i > 0; i--) {
      items.add(item.get());
    }
    return items;
  }
}
