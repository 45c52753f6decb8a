package dev.tenon.cli.acp;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A small client of the protocol, with the whole program on the other side in a thread of this
/// one. Answers what it is asked as the test has told it, and keeps everything that was said.
final class EditorClient implements AutoCloseable {
  /// Under load everything takes its time.
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);

  private static final AtomicInteger COUNT = new AtomicInteger();

  final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Map<String, Function<Json.Obj, @Nullable Json>> answers = new ConcurrentHashMap<>();
  private final List<Json.Obj> said = new ArrayList<>();
  private final List<String> noise = new ArrayList<>();
  private final Map<Long, Json.Obj> replies = new HashMap<>();
  private final OutputStream out;
  private final Thread program;
  private final int number = COUNT.incrementAndGet();
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private long ids;
  private volatile int exit = -1;
  private boolean ended;
  private volatile boolean reads = true;

  EditorClient(Map<String, String> environment, String... words) throws IOException {
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
    var lines =
        new BufferedReader(
            new InputStreamReader(Channels.newInputStream(back.source()), StandardCharsets.UTF_8));
    Thread.ofPlatform().daemon().start(() -> read(lines));
  }

  private void read(BufferedReader lines) {
    try {
      for (String line = lines.readLine(); line != null && reads; line = lines.readLine()) {
        take(line);
      }
    } catch (IOException closed) {
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
      synchronized (this) {
        noise.add(line);
      }
      return;
    }
    SchemaCheck.said(number, "agent", message);
    synchronized (this) {
      said.add(message);
      if (!message.has("method") && message.get("id") instanceof Json.Num) {
        replies.put(message.number("id", 0), message);
      }
      notifyAll();
    }
    if (message.has("method") && message.has("id")) {
      Function<Json.Obj, @Nullable Json> answer = answers.get(message.string("method", ""));
      Json result = answer == null ? null : answer.apply(message.objectOrEmpty("params"));
      if (result != null) {
        answer(message, result);
      }
    }
  }

  /// Answers a request of the agent. An object with `code` is an error.
  void answer(Json.Obj request, Json result) throws IOException {
    boolean fails = result instanceof Json.Obj object && object.has("code");
    write(
        Json.object()
            .put("jsonrpc", "2.0")
            .put("id", request.get("id"))
            .put(fails ? "error" : "result", result)
            .build());
  }

  /// What it says there is wrong on purpose.
  ///
  /// @param what a method, or `answer to` one
  EditorClient misspeaking(String what) {
    SchemaCheck.misspeaks(number, what);
    return this;
  }

  /// From the next message on nothing is read any more, though standard output stays open.
  void stopReading() {
    reads = false;
  }

  /// From now on requests of this kind are answered so; null for no answer.
  EditorClient on(String method, Function<Json.Obj, @Nullable Json> answer) {
    answers.put(method, answer);
    return this;
  }

  /// Always chooses this when it is asked for permission.
  EditorClient choosing(String option) {
    return on(
        "session/request_permission",
        params ->
            Json.object()
                .object("outcome", it -> it.put("outcome", "selected").put("optionId", option))
                .build());
  }

  void write(Json message) throws IOException {
    raw((message.compact() + "\n").getBytes(StandardCharsets.UTF_8));
  }

  synchronized void raw(byte[] bytes) throws IOException {
    note(bytes);
    out.write(bytes);
    out.flush();
  }

  /// What is no message is not meant to be one.
  private void note(byte[] bytes) {
    for (byte each : bytes) {
      if (each != '\n') {
        line.write(each);
        continue;
      }
      try {
        SchemaCheck.said(number, "client", Json.parseObject(line.toString(StandardCharsets.UTF_8)));
      } catch (JsonException none) {
        // A test of what becomes of it.
      }
      line.reset();
    }
  }

  long send(String method, Json.Obj params) throws IOException {
    long id;
    synchronized (this) {
      id = ++ids;
    }
    write(
        Json.object()
            .put("jsonrpc", "2.0")
            .put("id", id)
            .put("method", method)
            .put("params", params)
            .build());
    return id;
  }

  void tell(String method, Json.Obj params) throws IOException {
    write(Json.object().put("jsonrpc", "2.0").put("method", method).put("params", params).build());
  }

  /// The whole message that answers.
  Json.Obj reply(long id) throws InterruptedException {
    return await("an answer to " + id, () -> replies.get(id));
  }

  Json.Obj call(String method, Json.Obj params) throws IOException, InterruptedException {
    Json.Obj reply = reply(send(method, params));
    if (!(reply.get("result") instanceof Json.Obj result)) {
      throw new AssertionError(method + " failed: " + reply.compact() + "\n" + err);
    }
    return result;
  }

  Json.Obj error(String method, Json.Obj params) throws IOException, InterruptedException {
    Json.Obj reply = reply(send(method, params));
    if (!(reply.get("error") instanceof Json.Obj error)) {
      throw new AssertionError(method + " did not fail: " + reply.compact());
    }
    return error;
  }

  /// A value once there is one.
  interface Wanted<T> {
    @Nullable T find();
  }

  synchronized <T> T await(String what, Wanted<T> wanted) throws InterruptedException {
    long deadline = System.nanoTime() + LIMIT_NANOS;
    for (T found = wanted.find(); ; found = wanted.find()) {
      if (found != null) {
        return found;
      }
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0 || ended) {
        throw new AssertionError(what + " did not come\n" + transcript() + "\n" + err);
      }
      wait(Math.min(left, 1000));
    }
  }

  /// The first message of the agent that is so.
  Json.Obj awaitMessage(String what, Predicate<Json.Obj> so) throws InterruptedException {
    return await(what, () -> said.stream().filter(so).findFirst().orElse(null));
  }

  Json.Obj awaitUpdate(String kind, Predicate<Json.Obj> so) throws InterruptedException {
    return awaitMessage(
            kind,
            message -> {
              Json.Obj update = message.objectOrEmpty("params").objectOrEmpty("update");
              return update.string("sessionUpdate", "").equals(kind) && so.test(update);
            })
        .objectOrEmpty("params")
        .objectOrEmpty("update");
  }

  synchronized List<Json.Obj> messages() {
    return List.copyOf(said);
  }

  /// Updates of a kind, of all sessions.
  synchronized List<Json.Obj> updates(String kind) {
    var found = new ArrayList<Json.Obj>();
    for (Json.Obj message : said) {
      Json.Obj update = message.objectOrEmpty("params").objectOrEmpty("update");
      if (update.string("sessionUpdate", "").equals(kind)) {
        found.add(update);
      }
    }
    return found;
  }

  /// What the agent said in text, of a session.
  synchronized String text(String session) {
    var text = new StringBuilder();
    for (Json.Obj message : said) {
      Json.Obj params = message.objectOrEmpty("params");
      Json.Obj update = params.objectOrEmpty("update");
      if (params.string("sessionId", "").equals(session)
          && update.string("sessionUpdate", "").equals("agent_message_chunk")) {
        text.append(update.objectOrEmpty("content").string("text", ""));
      }
    }
    return text.toString();
  }

  synchronized void forget() {
    said.clear();
  }

  synchronized String transcript() {
    var text = new StringBuilder();
    said.forEach(message -> text.append(message.compact()).append('\n'));
    return text.toString();
  }

  synchronized List<String> noise() {
    return List.copyOf(noise);
  }

  /// Ends standard input and answers the exit code.
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
