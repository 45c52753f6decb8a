package dev.tenon.cli.rpc;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A small client of the protocol, with the whole program on the other side in a thread of this
/// one. Splits at line feeds alone, and keeps everything that was said.
final class ProgramClient implements AutoCloseable {
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);

  final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final List<Json.Obj> said = new ArrayList<>();
  private final CountDownLatch reading = new CountDownLatch(1);
  private final OutputStream out;
  private final Thread program;
  private volatile @Nullable Function<Json.Obj, Json.@Nullable Obj> dialogs;
  private volatile int exit = -1;
  private int ids;
  private boolean ended;

  ProgramClient(Map<String, String> environment, String... words) throws IOException {
    this(environment, true, words);
  }

  /// @param reads whether it reads at once, or only when [#read] is called
  ProgramClient(Map<String, String> environment, boolean reads, String... words)
      throws IOException {
    Pipe in = Pipe.open();
    Pipe back = Pipe.open();
    out = Channels.newOutputStream(in.sink());
    Streams streams =
        Streams.captured(
            Channels.newInputStream(in.source()), Channels.newOutputStream(back.sink()), err);
    program =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  exit = Main.run(streams, environment, words);
                  try {
                    back.sink().close();
                  } catch (IOException closed) {
                    throw new UncheckedIOException(closed);
                  }
                });
    InputStream lines = Channels.newInputStream(back.source());
    Thread.ofPlatform().daemon().start(() -> read(lines));
    if (reads) {
      read();
    }
  }

  void read() {
    reading.countDown();
  }

  private void read(InputStream in) {
    try {
      reading.await();
      var line = new ByteArrayOutputStream();
      byte[] chunk = new byte[64 * 1024];
      for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
        int from = 0;
        for (int i = 0; i < count; i++) {
          if (chunk[i] == '\n') {
            line.write(chunk, from, i - from);
            take(line.toString(StandardCharsets.UTF_8));
            line.reset();
            from = i + 1;
          }
        }
        line.write(chunk, from, count - from);
      }
    } catch (IOException | InterruptedException closed) {
      // The test is over.
    }
    synchronized (this) {
      ended = true;
      notifyAll();
    }
  }

  private void take(String line) throws IOException {
    Json.Obj message;
    try {
      message = Json.parseObject(line);
    } catch (JsonException broken) {
      throw new IOException("no message: " + line, broken);
    }
    synchronized (this) {
      said.add(message);
      notifyAll();
    }
    Function<Json.Obj, Json.@Nullable Obj> answers = dialogs;
    if (answers != null && message.string("type", "").equals("extension_ui_request")) {
      Json.Obj answer = answers.apply(message);
      if (answer != null) {
        write(
            Json.object()
                .put("type", "extension_ui_response")
                .put("id", message.get("id"))
                .putAll(answer)
                .build());
      }
    }
  }

  /// From now on dialogs are answered so; null for no answer.
  ProgramClient answering(Function<Json.Obj, Json.@Nullable Obj> answer) {
    dialogs = answer;
    return this;
  }

  static Json.Obj value(String value) {
    return Json.object().put("value", value).build();
  }

  void write(Json.Obj message) throws IOException {
    raw((message.compact() + "\n").getBytes(StandardCharsets.UTF_8));
  }

  void raw(byte[] bytes) throws IOException {
    synchronized (out) {
      out.write(bytes);
      out.flush();
    }
  }

  /// Sends a command with an id of its own, and answers that.
  String send(String type, String... pairs) throws IOException {
    String id = "req_" + ++ids;
    var command = Json.object().put("id", id).put("type", type);
    for (int i = 0; i < pairs.length; i += 2) {
      command.put(pairs[i], pairs[i + 1]);
    }
    write(command.build());
    return id;
  }

  Json.Obj response(String id) throws InterruptedException {
    return await(
        "a response to " + id,
        message ->
            message.string("type", "").equals("response") && id.equals(message.string("id")));
  }

  /// The data of a command that succeeds.
  Json.Obj call(String type, String... pairs) throws IOException, InterruptedException {
    Json.Obj response = response(send(type, pairs));
    if (!response.bool("success", false)) {
      throw new AssertionError(type + " failed: " + response.compact() + "\n" + err);
    }
    return response.objectOrEmpty("data");
  }

  String error(String type, String... pairs) throws IOException, InterruptedException {
    Json.Obj response = response(send(type, pairs));
    if (response.bool("success", true)) {
      throw new AssertionError(type + " did not fail: " + response.compact());
    }
    return response.string("error", "");
  }

  /// The first message that is so.
  Json.Obj await(String what, Predicate<Json.Obj> so) throws InterruptedException {
    return awaitNth(what, 1, so);
  }

  synchronized Json.Obj awaitNth(String what, int count, Predicate<Json.Obj> so)
      throws InterruptedException {
    long deadline = System.nanoTime() + LIMIT_NANOS;
    while (true) {
      int seen = 0;
      for (Json.Obj message : said) {
        if (so.test(message) && ++seen == count) {
          return message;
        }
      }
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0 || ended) {
        throw new AssertionError(what + " did not come\n" + transcript() + "\n" + err);
      }
      wait(Math.min(left, 1000));
    }
  }

  Json.Obj awaitEvent(String type, int count) throws InterruptedException {
    return awaitNth(type, count, message -> message.string("type", "").equals(type));
  }

  /// Prompts and waits for the end of the run.
  Json.Obj run(String text) throws IOException, InterruptedException {
    int before = count("agent_end");
    call("prompt", "message", text);
    return awaitEvent("agent_end", before + 1);
  }

  synchronized int count(String type) {
    return (int) said.stream().filter(each -> each.string("type", "").equals(type)).count();
  }

  synchronized List<Json.Obj> messages() {
    return List.copyOf(said);
  }

  List<String> types() {
    return messages().stream().map(message -> message.string("type", "")).toList();
  }

  synchronized String transcript() {
    var text = new StringBuilder();
    said.forEach(message -> text.append(message.compact()).append('\n'));
    return text.toString();
  }

  int end() throws IOException, InterruptedException {
    out.close();
    program.join(TimeUnit.NANOSECONDS.toMillis(LIMIT_NANOS));
    return exit;
  }

  @Override
  public void close() throws IOException {
    try {
      if (program.isAlive()) {
        end();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    if (program.isAlive()) {
      throw new AssertionError("the program goes on after the end of its input");
    }
  }
}
