package dev.tenon.core.json.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class JsonLinesTest {
  /// Takes nothing until it is told to.
  private static final class Held extends OutputStream {
    final CountDownLatch reading = new CountDownLatch(1);
    final ByteArrayOutputStream taken = new ByteArrayOutputStream();

    @Override
    public void write(int b) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
      try {
        reading.await();
      } catch (InterruptedException stopped) {
        throw new IllegalStateException(stopped);
      }
      taken.write(bytes, from, count);
    }
  }

  @Test
  void nearTheEndNobodyWaitsForAnOtherSideThatDoesNotRead() throws Exception {
    var out = new Held();
    var lines = JsonLines.start(InputStream.nullInputStream(), out, 1000, 1000, () -> {});
    Json.Obj record = Json.object().put("text", "x".repeat(600)).build();
    assertThat(lines.write(record)).isTrue();
    var taken = new AtomicInteger();
    Thread writer =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  if (lines.write(record)) {
                    taken.incrementAndGet();
                  }
                });
    while (writer.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    lines.hurry();
    assertThat(writer.join(Duration.ofSeconds(20))).isTrue();
    assertThat(taken.get()).isZero();
    assertThat(lines.write(Json.Obj.EMPTY)).as("for what has room there is no hurry").isTrue();
    out.reading.countDown();
    lines.close();
    assertThat(out.taken.size()).isGreaterThan(600).isLessThan(700);
  }

  @Test
  void whoWritesMoreThanIsReadWaitsAndLosesNothing() throws Exception {
    var out = new Held();
    var lines = JsonLines.start(InputStream.nullInputStream(), out, 1000, 1000, () -> {});
    Json.Obj record = Json.object().put("text", "x".repeat(288)).build();
    var written = new AtomicInteger();
    Thread writer =
        Thread.ofPlatform()
            .start(
                () -> {
                  for (int i = 0; i < 10; i++) {
                    if (lines.write(record)) {
                      written.incrementAndGet();
                    }
                  }
                });
    while (writer.getState() != Thread.State.TIMED_WAITING
        && writer.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    assertThat(written.get()).as("of 300 bytes each, with room for 1000").isLessThanOrEqualTo(3);
    out.reading.countDown();
    writer.join();
    assertThat(written.get()).isEqualTo(10);
    lines.close();
    assertThat(out.taken.size()).isEqualTo(10 * 300);
  }

  @Test
  void linesThatAreNoRecordsArePassedOver() throws Exception {
    String text =
        "{\"a\":\"1\u20282\"}\r\nwords\n[]\n{\"b\":\n" + "{" + " ".repeat(100) + "}\n{\"c\":3}";
    var lines =
        JsonLines.start(
            new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
            OutputStream.nullOutputStream(),
            50,
            1000,
            () -> {});
    List<Object> read = new ArrayList<>();
    for (JsonLines.Line line = lines.next();
        !(line instanceof JsonLines.Line.End);
        line = lines.next()) {
      read.add(line instanceof JsonLines.Line.Message message ? message.json() : "?");
    }
    lines.close();
    assertThat(read)
        .containsExactly(
            Json.object().put("a", "1\u20282").build(),
            "?",
            "?",
            "?",
            "?",
            Json.object().put("c", 3).build());
  }
}
