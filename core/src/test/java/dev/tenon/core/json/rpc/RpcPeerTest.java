package dev.tenon.core.json.rpc;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Two peers of ours with each other: calls, order, cancellation, time limits and the end.
@Timeout(60)
class RpcPeerTest {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final RpcHandler ECHO = (method, params) -> params;

  private static RpcException failure(CompletableFuture<Json> call) {
    Throwable thrown = catchThrowableOfType(Exception.class, () -> call.get(20, SECONDS));
    assertThat(thrown.getCause()).isInstanceOf(RpcException.class);
    return (RpcException) thrown.getCause();
  }

  /// A call on a thread of its own, which the last of the list is.
  private static CompletableFuture<Json> aside(
      RpcPeer peer, String method, Duration limit, List<Thread> threads) {
    var answer = new CompletableFuture<Json>();
    threads.add(
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    answer.complete(peer.call(method, null, limit));
                  } catch (RpcException | InterruptedException failed) {
                    answer.completeExceptionally(failed);
                  }
                }));
    return answer;
  }

  @ParameterizedTest
  @EnumSource
  void aCallIsAnswered(Framing framing) throws Exception {
    try (var pair = RpcPair.of(framing, ECHO)) {
      Json params = Json.parse("{\"text\":\"Größe\\n漢\",\"list\":[1,2.50,null]}");
      assertThat(pair.left.call("echo", params, SOON)).isEqualTo(params);
      assertThat(pair.left.call("echo", null, SOON)).isEqualTo(Json.Obj.EMPTY);
    }
  }

  @ParameterizedTest
  @EnumSource
  void bothSidesAskAtTheSameTime(Envelope envelope) throws Exception {
    var self = new AtomicReference<RpcPeer>();
    RpcHandler asksBack =
        (method, params) -> {
          RpcPeer peer = self.get();
          return peer.call("name", Json.object().put("of", method).build(), SOON);
        };
    RpcHandler names = (method, params) -> Json.object().put("name", params).build();
    try (var pair =
        RpcPair.of(
            PeerSetup.of("right", Framing.HEADERS, names).speaking(envelope),
            PeerSetup.of("left", Framing.HEADERS, asksBack).speaking(envelope))) {
      self.set(pair.right);
      assertThat(pair.left.call("first", Json.Obj.EMPTY, SOON).compact())
          .isEqualTo("{\"name\":{\"of\":\"first\"}}");
    }
  }

  @Test
  void answersMayComeInAnyOrderAndABlockedHandlerBlocksNobody() throws Exception {
    var release = new CountDownLatch(1);
    RpcHandler handler =
        (method, params) -> {
          if (method.equals("slow")) {
            release.await();
          }
          return Json.of(method);
        };
    try (var pair = RpcPair.of(Framing.LINES, handler)) {
      var threads = new ArrayList<Thread>();
      CompletableFuture<Json> slow = aside(pair.left, "slow", SOON, threads);
      for (int i = 0; i < 100; i++) {
        assertThat(pair.left.call("fast", null, SOON)).isEqualTo(Json.of("fast"));
      }
      assertThat(slow).isNotDone();
      release.countDown();
      assertThat(slow.get(20, SECONDS)).isEqualTo(Json.of("slow"));
    }
  }

  @Test
  void aHandlerHearsOfRequestsInTheOrderOfTheStreamAndOfAnswersAfterThem() throws Exception {
    var heard = new CopyOnWriteArrayList<String>();
    var self = new AtomicReference<RpcPeer>();
    var handler =
        new RpcHandler() {
          @Override
          public void arrived(String method, Json params) {
            heard.add("arrived " + params.compact());
          }

          @Override
          public Json request(String method, Json params) {
            return params;
          }

          @Override
          public void answered(String method, Json params, Json result) {
            try {
              self.get().tell("behind", params);
            } catch (RpcException | InterruptedException lost) {
              heard.add("lost " + lost);
            }
          }

          @Override
          public void notification(String method, Json params) {
            heard.add("told " + params.compact());
          }
        };
    var behind = new CopyOnWriteArrayList<Json>();
    var left =
        new RpcHandler() {
          @Override
          public Json request(String method, Json params) {
            return params;
          }

          @Override
          public void notification(String method, Json params) {
            behind.add(params);
          }
        };
    try (var pair =
        RpcPair.of(
            PeerSetup.of("right", Framing.LINES, left),
            PeerSetup.of("left", Framing.LINES, handler))) {
      self.set(pair.right);
      var expected = new ArrayList<String>();
      for (int i = 0; i < 200; i++) {
        Json.Obj number = Json.object().put("n", i).build();
        pair.left.call("ask", number, SOON);
        pair.left.tell("tell", number);
        expected.add("arrived " + number.compact());
        expected.add("told " + number.compact());
      }
      await().atMost(SOON).until(() -> heard.size() == expected.size() && behind.size() == 200);
      assertThat(heard).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anErrorKeepsCodeAndData(Envelope envelope) throws Exception {
    RpcHandler handler =
        (method, params) -> {
          if (method.equals("bug")) {
            throw new IllegalStateException("secret detail");
          }
          throw new RpcException(42, "no such thing", Json.of("data"));
        };
    try (var pair =
        RpcPair.of(
            PeerSetup.of("right", Framing.HEADERS, RpcHandler.none()).speaking(envelope),
            PeerSetup.of("left", Framing.HEADERS, handler).speaking(envelope))) {
      RpcException error =
          catchThrowableOfType(RpcException.class, () -> pair.left.call("x", null, SOON));
      assertThat(error).hasMessage("no such thing");
      assertThat(error.code()).isEqualTo(42);
      assertThat(error.kind()).isEqualTo(RpcException.Kind.ANSWERED);
      error = catchThrowableOfType(RpcException.class, () -> pair.left.call("bug", null, SOON));
      assertThat(error).hasMessage("an internal error");
      assertThat(error.code()).isEqualTo(RpcException.INTERNAL_ERROR);
      assertThat(pair.notes).anyMatch(note -> note.contains("secret detail"));
      RpcException unknown =
          catchThrowableOfType(RpcException.class, () -> pair.right.call("y", null, SOON));
      assertThat(unknown.code()).isEqualTo(RpcException.METHOD_NOT_FOUND);
    }
  }

  @Test
  void notificationsComeInOrderAndBeforeALaterAnswer() throws Exception {
    var told = new CopyOnWriteArrayList<String>();
    var back = new AtomicReference<RpcPeer>();
    RpcHandler counts =
        (method, params) -> {
          for (int i = 0; i < 500; i++) {
            back.get().tell("n" + i, null);
          }
          return Json.of(true);
        };
    var listens =
        new RpcHandler() {
          @Override
          public Json request(String method, Json params) {
            return Json.Obj.EMPTY;
          }

          @Override
          public void notification(String method, Json params) {
            told.add(method);
          }
        };
    try (var pair =
        RpcPair.of(
            PeerSetup.of("right", Framing.LINES, listens),
            PeerSetup.of("left", Framing.LINES, counts))) {
      back.set(pair.right);
      pair.left.call("count", null, SOON);
      assertThat(told).hasSize(500).first().isEqualTo("n0");
      assertThat(told).last().isEqualTo("n499");
      assertThat(told).isSortedAccordingTo((a, b) -> number(a) - number(b));
    }
  }

  private static int number(String name) {
    return Integer.parseInt(name.substring(1));
  }

  /// A notification's handler may ask the other side itself, and a bug in it harms nobody.
  @Test
  void aNotificationMayAskAndMayFail() throws Exception {
    var answer = new CompletableFuture<Json>();
    var self = new AtomicReference<RpcPeer>();
    var listens =
        new RpcHandler() {
          @Override
          public Json request(String method, Json params) {
            return Json.of("alive");
          }

          @Override
          public void notification(String method, Json params)
              throws RpcException, InterruptedException {
            if (method.equals("bad")) {
              throw new IllegalArgumentException("bad");
            }
            if (method.equals("worse")) {
              throw new StackOverflowError("worse");
            }
            answer.complete(self.get().call("name", null, SOON));
          }
        };
    try (var pair =
        RpcPair.of(
            PeerSetup.of("right", Framing.LINES, ECHO),
            PeerSetup.of("left", Framing.LINES, listens))) {
      self.set(pair.right);
      pair.left.tell("bad", null);
      pair.left.tell("worse", null);
      pair.left.tell("ask", null);
      assertThat(answer.get(20, SECONDS)).isEqualTo(Json.Obj.EMPTY);
      assertThat(pair.left.call("x", null, SOON)).isEqualTo(Json.of("alive"));
      assertThat(pair.notes).anyMatch(note -> note.contains("bad"));
      assertThat(pair.notes).anyMatch(note -> note.contains("worse"));
    }
  }

  @Test
  void anInterruptEndsTheCallAtOnceAndCancelsTheRequest() throws Exception {
    var begun = new CountDownLatch(1);
    var cancelled = new CountDownLatch(1);
    RpcHandler handler =
        (method, params) -> {
          begun.countDown();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException stopped) {
            cancelled.countDown();
            throw stopped;
          }
          return params;
        };
    try (var pair = RpcPair.of(Framing.LINES, handler)) {
      var threads = new ArrayList<Thread>();
      CompletableFuture<Json> call = aside(pair.left, "wait", SOON, threads);
      assertThat(begun.await(20, SECONDS)).isTrue();
      long before = System.nanoTime();
      threads.getLast().interrupt();
      assertThatThrownBy(() -> call.get(20, SECONDS))
          .hasCauseInstanceOf(InterruptedException.class);
      assertThat(System.nanoTime() - before).isLessThan(2_000_000_000L);
      assertThat(cancelled.await(20, SECONDS)).isTrue();
      // The error that comes back for it is nobody's any more.
      await().until(() -> pair.notes.stream().anyMatch(note -> note.contains("nobody asks")));
      assertThat(pair.left.isClosed()).isFalse();
    }
  }

  @Test
  void aCallHasATimeLimit() throws Exception {
    var cancelled = new CountDownLatch(1);
    RpcHandler never =
        (method, params) -> {
          try {
            new CountDownLatch(1).await();
          } finally {
            cancelled.countDown();
          }
          return params;
        };
    try (var pair = RpcPair.of(Framing.HEADERS, never)) {
      RpcException late =
          catchThrowableOfType(
              RpcException.class, () -> pair.left.call("wait", null, Duration.ofMillis(50)));
      assertThat(late.kind()).isEqualTo(RpcException.Kind.TIMED_OUT);
      assertThat(late).hasMessage("right did not answer wait within 50 ms.");
      assertThat(cancelled.await(20, SECONDS)).isTrue();
    }
  }

  /// Who never reads costs the callers their time, not the program its memory.
  @Test
  void aSideThatReadsNothingBlocksOnlyWhoSends() throws Exception {
    var toOther = new ByteLink(64, 1);
    var fromOther = new ByteLink(64, 1);
    PeerSetup setup = PeerSetup.of("mute", Framing.LINES, ECHO).bounded(4096);
    try (var peer = RpcPeer.start(fromOther.in, toOther.out, setup)) {
      Json large = Json.of("x".repeat(3000));
      var threads = new ArrayList<Thread>();
      for (int i = 0; i < 10; i++) {
        RpcException late =
            catchThrowableOfType(
                RpcException.class,
                () -> peer.call("big", Json.arrayOf(large), Duration.ofMillis(20)));
        assertThat(late.kind()).isEqualTo(RpcException.Kind.TIMED_OUT);
        if (i > 4) {
          assertThat(late).hasMessageContaining("does not read");
        }
      }
      CompletableFuture<Json> stuck = aside(peer, "x".repeat(3000), SOON, threads);
      threads.getLast().interrupt();
      assertThatThrownBy(() -> stuck.get(20, SECONDS))
          .hasCauseInstanceOf(InterruptedException.class);
    }
  }

  @Test
  void allWhoWaitEndWhenTheOtherSideIsGone() throws Exception {
    var toOther = new ByteLink(4096, 1);
    var fromOther = new ByteLink(4096, 1);
    PeerSetup setup = PeerSetup.of("server", Framing.LINES, ECHO).withEpitaph(() -> "exit code 3");
    try (var peer = RpcPeer.start(fromOther.in, toOther.out, setup)) {
      var calls = new ArrayList<CompletableFuture<Json>>();
      for (int i = 0; i < 20; i++) {
        calls.add(aside(peer, "wait", SOON, new ArrayList<>()));
      }
      fromOther.send("{\"half\":");
      fromOther.out.close();
      toOther.in.close();
      for (CompletableFuture<Json> call : calls) {
        RpcException gone = failure(call);
        assertThat(gone.kind()).isEqualTo(RpcException.Kind.CLOSED);
        assertThat(gone).hasMessage("server closed the connection: exit code 3");
      }
      assertThat(peer.awaitEnd(SOON)).isTrue();
      assertThatThrownBy(() -> peer.call("again", null, SOON)).hasMessageContaining("exit code 3");
      assertThatThrownBy(() -> peer.tell("again", null)).hasMessageContaining("exit code 3");
    }
  }

  @Test
  void whatWasAskedBeforeTheEndIsStillAnswered() throws Exception {
    var toOther = new ByteLink(4096, 1);
    var fromOther = new ByteLink(4096, 1);
    PeerSetup setup = PeerSetup.of("pipe", Framing.LINES, ECHO).lingering(SOON);
    try (var peer = RpcPeer.start(fromOther.in, toOther.out, setup)) {
      fromOther.send("{\"id\":1,\"method\":\"a\"}\n{\"id\":\"b\",\"method\":\"b\"}");
      fromOther.out.close();
      assertThat(peer.awaitEnd(SOON)).isTrue();
    }
    assertThat(new String(toOther.in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8))
        .contains("\"id\":1,\"result\"", "\"id\":\"b\",\"result\"");
  }

  /// A program that prints such lines means nobody by them, and could not read an answer to them.
  @Test
  void linesThatOnlyBeginLikeMessagesAreNotedAndNotAnswered() throws Exception {
    var toOther = new ByteLink(4096, 1);
    var fromOther = new ByteLink(4096, 1);
    var notes = new CopyOnWriteArrayList<String>();
    PeerSetup setup =
        PeerSetup.of("program", Framing.LINES, ECHO).lingering(SOON).noting(notes::add);
    try (var peer = RpcPeer.start(fromOther.in, toOther.out, setup)) {
      fromOther.send("[INFO] starting\n{dump}\nready\n{\"id\":1,\"method\":\"a\"}\n");
      fromOther.out.close();
      assertThat(peer.awaitEnd(SOON)).isTrue();
    }
    assertThat(new String(toOther.in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8))
        .hasLineCount(1)
        .contains("\"id\":1,\"result\"");
    assertThat(notes)
        .containsExactly(
            "program sent what is no message: [INFO] starting",
            "program sent what is no message: {dump}",
            "program sent what is no message: ready");
  }

  @Test
  void theHandlerHearsOfTheEndBeforeAnyCallEnds() throws Exception {
    var order = new CopyOnWriteArrayList<String>();
    RpcHandler handler =
        new RpcHandler() {
          @Override
          public Json request(String method, Json params) {
            return params;
          }

          @Override
          public void ended() {
            order.add("told");
          }
        };
    var toOther = new ByteLink(4096, 1);
    var fromOther = new ByteLink(4096, 1);
    PeerSetup setup = PeerSetup.of("pipe", Framing.LINES, handler).lingering(SOON);
    try (var peer = RpcPeer.start(fromOther.in, toOther.out, setup)) {
      CompletableFuture<Json> call = aside(peer, "wait", SOON, new ArrayList<>());
      CompletableFuture<Void> over =
          call.handle((answer, gone) -> null).thenRun(() -> order.add("over"));
      assertThat(toOther.in.read()).as("it was sent").isPositive();
      fromOther.out.close();
      over.get(20, SECONDS);
      assertThat(peer.awaitEnd(SOON)).isTrue();
    }
    assertThat(order).containsExactly("told", "over");
  }

  @Test
  void closingEndsCallsAndHandlers() throws Exception {
    var begun = new CountDownLatch(1);
    var ended = new CountDownLatch(1);
    RpcHandler never =
        (method, params) -> {
          begun.countDown();
          try {
            new CountDownLatch(1).await();
          } finally {
            ended.countDown();
          }
          return params;
        };
    var pair = RpcPair.of(Framing.LINES, never);
    CompletableFuture<Json> call = aside(pair.left, "wait", SOON, new ArrayList<>());
    assertThat(begun.await(20, SECONDS)).isTrue();
    pair.left.close();
    assertThat(failure(call)).hasMessage("the connection to right was closed");
    assertThat(ended.await(20, SECONDS)).isTrue();
    assertThat(pair.right.awaitEnd(SOON)).isTrue();
    pair.close();
  }

  @Test
  void whatIsTooLargeIsRefusedOnBothSides() throws Exception {
    RpcHandler large = (method, params) -> Json.of("x".repeat(5000));
    PeerSetup left = PeerSetup.of("right", Framing.LINES, ECHO);
    PeerSetup right = PeerSetup.of("left", Framing.LINES, large);
    try (var pair = RpcPair.of(left.bounded(4096), right.bounded(4096))) {
      Json params = Json.arrayOf(Json.of("x".repeat(5000)));
      RpcException error =
          catchThrowableOfType(RpcException.class, () -> pair.left.call("big", params, SOON));
      assertThat(error.kind()).isEqualTo(RpcException.Kind.TOO_LARGE);
      assertThatThrownBy(() -> pair.left.call("x", null, SOON))
          .hasMessage("the answer is over the bound of 4096 bytes");
    }
    // The other side knows no bound: only this call fails, and the connection lives on.
    try (var pair = RpcPair.of(left.bounded(4096), right)) {
      error(pair, RpcException.Kind.TOO_LARGE);
      error(pair, RpcException.Kind.TOO_LARGE);
      assertThatThrownBy(
              () -> pair.right.call("big", Json.arrayOf(Json.of("x".repeat(5000))), SOON))
          .hasMessageContaining("over the bound of 4096");
      assertThat(pair.right.call("small", null, SOON)).isEqualTo(Json.Obj.EMPTY);
    }
  }

  private static void error(RpcPair pair, RpcException.Kind kind) {
    RpcException error =
        catchThrowableOfType(RpcException.class, () -> pair.left.call("x", null, SOON));
    assertThat(error.kind()).isEqualTo(kind);
  }
}
