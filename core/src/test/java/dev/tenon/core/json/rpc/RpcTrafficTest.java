package dev.tenon.core.json.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Random traffic both ways over a connection that is cut at any byte: every call gets its own
/// answer, every notification comes once and in order, and a connection that ends in the middle
/// leaves nobody waiting.
@Timeout(120)
class RpcTrafficTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /// Answers with what it got, fails where it is told to, and remembers what it was told.
  private static final class Side implements RpcHandler {
    final ConcurrentLinkedQueue<String> told = new ConcurrentLinkedQueue<>();

    @Override
    public Json request(String method, Json params) throws RpcException {
      if (method.startsWith("fail")) {
        throw new RpcException(method.length(), method);
      }
      return Json.object().put("method", method).put("params", params).build();
    }

    @Override
    public void notification(String method, Json params) {
      told.add(method);
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyCallGetsItsAnswer(Framing framing) throws Exception {
    for (long seed = 1; seed <= 12; seed++) {
      for (Envelope envelope : Envelope.values()) {
        traffic(framing, envelope, seed);
      }
    }
  }

  private static void traffic(Framing framing, Envelope envelope, long seed) throws Exception {
    var leftSide = new Side();
    var rightSide = new Side();
    var problems = new ConcurrentLinkedQueue<String>();
    try (var pair =
        RpcPair.cut(
            PeerSetup.of("right", framing, leftSide).speaking(envelope),
            PeerSetup.of("left", framing, rightSide).speaking(envelope),
            seed)) {
      var threads = new ArrayList<Thread>();
      for (int i = 0; i < 6; i++) {
        RpcPeer peer = i % 2 == 0 ? pair.left : pair.right;
        long mine = seed * 100 + i;
        threads.add(Thread.ofVirtual().start(() -> ask(peer, mine, problems)));
      }
      threads.add(Thread.ofVirtual().start(() -> tell(pair.left, 60, problems)));
      threads.add(Thread.ofVirtual().start(() -> tell(pair.right, 60, problems)));
      for (Thread thread : threads) {
        thread.join();
      }
      pair.left.call("last", null, LIMIT);
      pair.right.call("last", null, LIMIT);
      assertThat(problems).describedAs("seed %d", seed).isEmpty();
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        expected.add("n" + i);
      }
      assertThat(leftSide.told).containsExactlyElementsOf(expected);
      assertThat(rightSide.told).containsExactlyElementsOf(expected);
      assertThat(pair.notes).isEmpty();
    }
  }

  private static void ask(RpcPeer peer, long seed, ConcurrentLinkedQueue<String> problems) {
    var random = new Random(seed);
    try {
      for (int i = 0; i < 25; i++) {
        String method = (random.nextInt(4) == 0 ? "fail" : "do") + random.nextInt(1000);
        var text = new StringBuilder();
        for (int j = random.nextInt(60); j > 0; j--) {
          text.appendCodePoint("a\"\\\n\r{}é漢😀\u2028".codePointAt(random.nextInt(10)));
        }
        Json params = Json.object().put("text", text.toString()).put("n", i).build();
        try {
          Json answer = peer.call(method, params, LIMIT);
          Json expected = Json.object().put("method", method).put("params", params).build();
          if (!answer.equals(expected)) {
            problems.add(answer + " is not " + expected);
          }
        } catch (RpcException failed) {
          if (!method.startsWith("fail")
              || !method.equals(failed.getMessage())
              || failed.code() != method.length()) {
            problems.add(method + ": " + failed);
          }
        }
      }
    } catch (InterruptedException stopped) {
      problems.add("stopped");
    }
  }

  private static void tell(RpcPeer peer, int count, ConcurrentLinkedQueue<String> problems) {
    try {
      for (int i = 0; i < count; i++) {
        peer.tell("n" + i, null);
      }
    } catch (RpcException | InterruptedException failed) {
      problems.add(failed.toString());
    }
  }

  /// The connection ends after some bytes, wherever that is.
  @ParameterizedTest
  @EnumSource
  void anEndAnywhereLeavesNobodyWaiting(Framing framing) throws Exception {
    for (int bytes = 0; bytes < 400; bytes += 7) {
      int cutAt = bytes;
      var toRight = new ByteLink(64, bytes);
      var toLeft = new ByteLink(64, bytes);
      var counted = new AtomicInteger();
      var cutting =
          new java.io.FilterInputStream(toLeft.in) {
            @Override
            public int read(byte[] into, int offset, int count) throws java.io.IOException {
              int left = cutAt - counted.get();
              int got = left <= 0 ? -1 : super.read(into, offset, Math.min(left, count));
              counted.addAndGet(Math.max(0, got));
              return got;
            }
          };
      try (var left = RpcPeer.start(cutting, toRight.out, PeerSetup.of("r", framing, new Side()));
          var right =
              RpcPeer.start(toRight.in, toLeft.out, PeerSetup.of("l", framing, new Side()))) {
        for (int i = 0; i < 50 && !left.isClosed(); i++) {
          try {
            left.call("do", Json.arrayOf(Json.of(i)), LIMIT);
          } catch (RpcException closed) {
            assertThat(closed.kind()).isEqualTo(RpcException.Kind.CLOSED);
          }
        }
        assertThat(left.awaitEnd(LIMIT)).describedAs("cut at %d", cutAt).isTrue();
        assertThat(right.isClosed()).isFalse();
      }
    }
  }
}
