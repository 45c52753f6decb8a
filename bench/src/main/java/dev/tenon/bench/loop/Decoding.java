package dev.tenon.bench.loop;

import dev.tenon.core.http.stream.Frame;
import dev.tenon.core.http.stream.LineReader;
import dev.tenon.core.http.stream.SseReader;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.PartialJson;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/// From bytes to events, and from half an argument to what can be shown of it.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Decoding {
  static final byte[] STREAM = RecordedStream.bytes();

  /// The arguments of a call that writes a file of 8 KB.
  static final String ARGUMENTS =
      Json.object()
          .put("path", "src/main/java/Example.java")
          .put("content", "  int answer = 42; // \"the answer\"\n".repeat(240))
          .build()
          .compact();

  static final int DELTA = 24;

  /// The events of a stream of 5,000 deltas.
  @Benchmark
  public int frames() throws IOException {
    SseReader reader = reader();
    int characters = 0;
    for (Frame frame = reader.next(); frame != null; frame = reader.next()) {
      characters += frame.data().length();
    }
    return characters;
  }

  /// The same, with the JSON in them.
  @Benchmark
  public int framesWithJson() throws IOException, JsonException {
    SseReader reader = reader();
    int members = 0;
    for (Frame frame = reader.next(); frame != null; frame = reader.next()) {
      members += Json.parseObject(frame.data()).members().size();
    }
    return members;
  }

  private static SseReader reader() {
    return new SseReader(
        new LineReader(new ByteArrayInputStream(STREAM), LineReader.DEFAULT_MAX_LINE, () -> {}));
  }

  /// One look at arguments that have arrived but for their end.
  @Benchmark
  public Json.Obj partialArguments() {
    return PartialJson.object(ARGUMENTS.substring(0, ARGUMENTS.length() - 3));
  }

  /// A look at the same arguments after each of their deltas.
  @Benchmark
  public int growingArguments() {
    int members = 0;
    for (int end = DELTA; end < ARGUMENTS.length(); end += DELTA) {
      members += PartialJson.object(ARGUMENTS.substring(0, end)).members().size();
    }
    return members;
  }
}
