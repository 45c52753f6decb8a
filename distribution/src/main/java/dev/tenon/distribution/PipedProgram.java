package dev.tenon.distribution;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Predicate;

/// The program in this process, with another one at its standard streams: one JSON object a line
/// each way.
final class PipedProgram {
  private final OutputStream out;
  private final BufferedReader in;

  private PipedProgram(OutputStream out, BufferedReader in) {
    this.out = out;
    this.in = in;
  }

  /// What the other program does.
  interface Client {
    void converse(PipedProgram program) throws IOException;
  }

  /// Answers the exit code.
  static int run(Map<String, String> environment, Client client, String... words)
      throws IOException, InterruptedException {
    Pipe there = Pipe.open();
    Pipe back = Pipe.open();
    var streams =
        Streams.captured(
            Channels.newInputStream(there.source()),
            Channels.newOutputStream(back.sink()),
            OutputStream.nullOutputStream());
    int[] code = {-1};
    Thread program =
        Thread.ofPlatform().daemon().start(() -> code[0] = Main.run(streams, environment, words));
    try (var in =
        new BufferedReader(
            new InputStreamReader(
                Channels.newInputStream(back.source()), StandardCharsets.UTF_8))) {
      try (OutputStream out = Channels.newOutputStream(there.sink())) {
        client.converse(new PipedProgram(out, in));
      }
      program.join();
    }
    return code[0];
  }

  /// Sends a message and answers the first one that it was sent for.
  Json.Obj call(Json.Obj message, Predicate<Json.Obj> awaited) throws IOException {
    out.write((message.compact() + "\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      try {
        Json.Obj answer = Json.parseObject(line);
        if (awaited.test(answer)) {
          return answer;
        }
      } catch (JsonException broken) {
        throw new IOException("no message: " + line, broken);
      }
    }
    throw new IOException("no answer to " + message.compact());
  }
}
