package dev.tenon.protocols.acp;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.core.json.rpc.RpcPeer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The client on the other side of the connection. Safe for several threads.
public final class AcpClient {
  /// A person may take their time.
  static final Duration UNLIMITED = Duration.ofDays(365);

  private final Consumer<String> log;
  private final CountDownLatch connected = new CountDownLatch(1);
  private volatile @Nullable RpcPeer peer;
  private volatile ClientAbilities abilities = ClientAbilities.NONE;

  /// @param log gets what the client has no place for
  public AcpClient(Consumer<String> log) {
    this.log = log;
  }

  /// The connection is there.
  public void connect(RpcPeer started) {
    peer = started;
    connected.countDown();
  }

  void can(ClientAbilities said) {
    abilities = said;
  }

  public ClientAbilities abilities() {
    return abilities;
  }

  /// A line for whoever looks at the program's log.
  public void log(String line) {
    log.accept(line);
  }

  /// Tells something about a session. A thread that is being stopped still tells how it ends; who
  /// no longer listens is told nothing.
  void update(String session, Json.Obj update) {
    boolean stopped = Thread.interrupted();
    try {
      peer()
          .tell(
              "session/update",
              Json.object().put("sessionId", session).put("update", update).build());
    } catch (RpcException gone) {
      log.accept("an update was lost: " + gone.getMessage());
    } catch (InterruptedException now) {
      stopped = true;
    } finally {
      if (stopped) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Asks and waits. An interrupted caller withdraws the request. A client that is gone has
  /// answered nothing, not even no: whoever asks it is stopped.
  Json.Obj ask(String method, Json.Obj params, Duration limit)
      throws RpcException, InterruptedException {
    return ask(method, params, limit, null);
  }

  /// @param late gets the answer when it comes after the caller went
  Json.Obj ask(String method, Json.Obj params, Duration limit, @Nullable Consumer<Json.Obj> late)
      throws RpcException, InterruptedException {
    Consumer<Json> behind = late == null ? null : answer -> late.accept(object(answer));
    try {
      return object(peer().call(method, params, limit, behind));
    } catch (RpcException failed) {
      if (failed.kind() == RpcException.Kind.CLOSED) {
        throw (InterruptedException)
            new InterruptedException("the client is gone").initCause(failed);
      }
      throw failed;
    }
  }

  private static Json.Obj object(Json answer) {
    return answer instanceof Json.Obj object ? object : Json.Obj.EMPTY;
  }

  private RpcPeer peer() throws InterruptedException {
    RpcPeer known = peer;
    if (known == null) {
      connected.await();
      known = peer;
    }
    if (known == null) {
      throw new IllegalStateException("there is no connection");
    }
    return known;
  }
}
