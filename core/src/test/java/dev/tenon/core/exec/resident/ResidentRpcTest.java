package dev.tenon.core.exec.resident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.exec.shell.Program;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.Cancellation;
import dev.tenon.core.json.rpc.Framing;
import dev.tenon.core.json.rpc.PeerSetup;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.core.json.rpc.RpcHandler;
import dev.tenon.core.json.rpc.RpcPeer;
import dev.tenon.harness.Alone;
import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Peers in other languages, and what only pretends to be one.
@Timeout(120)
@Alone
class ResidentRpcTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  private final Residents residents = new Residents(new Shell(Shell.Setup.DEFAULT), text -> text);
  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
  private final CopyOnWriteArrayList<String> notes = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    residents.close();
  }

  private final RpcHandler handler =
      new RpcHandler() {
        @Override
        public Json request(String method, Json params) {
          return Json.of("I am " + method);
        }

        @Override
        public void notification(String method, Json params) {
          told.add(method);
        }
      };

  private RpcPeer start(Framing framing, String... command) throws IOException {
    Resident resident =
        residents.start(
            "the server", new Program(List.of(command), Path.of("/")), Confinement.none());
    return RpcPeer.start(
        resident.stdout(),
        resident.stdin(),
        PeerSetup.of(resident.name(), framing, handler)
            .cancelling(Cancellation.LSP)
            .noting(notes::add)
            .withEpitaph(resident::epitaph));
  }

  private RpcPeer script(Framing framing, String interpreter, String file) throws Exception {
    TestPrograms.require(interpreter);
    Path script = Path.of(ResidentRpcTest.class.getResource("/residents/" + file).toURI());
    return start(framing, interpreter, script.toString(), framing.name().toLowerCase(Locale.ROOT));
  }

  @ParameterizedTest
  @EnumSource
  void aPeerInPython(Framing framing) throws Exception {
    try (RpcPeer peer = script(framing, "python3", "peer.py")) {
      common(peer, 3 << 20);
      assertThat(peer.call("ask", null, SOON)).isEqualTo(Json.of("I am name"));
      assertThat(told).containsExactly("told");
      told.clear();
      assertThat(peer.call("chatter", null, SOON)).isEqualTo(Json.of("fine"));
      assertThat(notes).anyMatch(note -> note.contains("hello from a library"));
      RpcException large =
          catchThrowableOfType(RpcException.class, () -> peer.call("large", null, SOON));
      assertThat(large.kind()).isEqualTo(RpcException.Kind.TOO_LARGE);

      var end = new CompletableFuture<Throwable>();
      Thread caller =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      end.completeExceptionally(new AssertionError(peer.call("slow", null, SOON)));
                    } catch (RpcException | InterruptedException stopped) {
                      end.complete(stopped);
                    }
                  });
      assertThat(told.poll(20, TimeUnit.SECONDS)).isEqualTo("begun");
      caller.interrupt();
      assertThat(end.get(20, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
      assertThat(told.poll(20, TimeUnit.SECONDS)).isEqualTo("cancelled");
      dies(peer);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aPeerInPerl(Framing framing) throws Exception {
    try (RpcPeer peer = script(framing, "perl", "peer.pl")) {
      // Its JSON is written in Perl too, and takes a second for a megabyte.
      common(peer, 1 << 18);
      dies(peer);
    }
  }

  private void common(RpcPeer peer, int size) throws Exception {
    Json params = Json.parse("{\"a\":\"Größe 漢😀\",\"list\":[1,{\"x\":null}]}");
    assertThat(peer.call("echo", params, SOON)).isEqualTo(params);
    assertThat(peer.call("add", Json.parse("[1,2,3]"), SOON)).isEqualTo(Json.of(6));
    Json large = Json.arrayOf(Json.of("x".repeat(size)));
    assertThat(peer.call("echo", large, SOON)).isEqualTo(large);
    RpcException unknown =
        catchThrowableOfType(RpcException.class, () -> peer.call("none", null, SOON));
    assertThat(unknown.code()).isEqualTo(RpcException.METHOD_NOT_FOUND);
  }

  private static void dies(RpcPeer peer) {
    assertThatThrownBy(() -> peer.call("die", null, SOON))
        .hasMessage(
            "the server closed the connection: it ended with exit code 7; it last said:\n"
                + "about to die");
  }

  @ParameterizedTest
  @EnumSource
  void aGigabyteWithoutAnEnd(Framing framing) throws Exception {
    try (RpcPeer peer = start(framing, "bash", "-c", "head -c 1073741824 /dev/zero | tr '\\0' x")) {
      RpcException closed =
          catchThrowableOfType(RpcException.class, () -> peer.call("x", null, SOON));
      assertThat(closed.kind()).isEqualTo(RpcException.Kind.CLOSED);
      assertThat(closed).hasMessageMatching("(?s)the server.*(over the bound|Content-Length).*");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aProgramThatIsNoPeer(Framing framing) throws Exception {
    try (RpcPeer peer = start(framing, "bash", "-c", "echo 'usage: server PORT' >&2; exit 64")) {
      assertThatThrownBy(() -> peer.call("x", null, SOON))
          .hasMessageContaining("exit code 64")
          .hasMessageContaining("usage: server PORT");
    }
    try (RpcPeer peer = start(framing, "bash", "-c", "exec 0<&-; sleep 600")) {
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 100; i++) {
                  peer.tell("x", null);
                  peer.awaitEnd(Duration.ofMillis(100));
                }
              })
          .hasMessageContaining("reads nothing any more");
    }
    try (RpcPeer peer = start(framing, "sleep", "600")) {
      assertThatThrownBy(() -> peer.call("x", null, Duration.ofMillis(100)))
          .hasMessageContaining("did not answer x within 100 ms");
    }
    try (RpcPeer peer = start(framing, "cat")) {
      // It sends our own request back, which we answer, which it sends back …
      assertThat(peer.call("x", null, SOON)).isEqualTo(Json.of("I am x"));
    }
  }
}
