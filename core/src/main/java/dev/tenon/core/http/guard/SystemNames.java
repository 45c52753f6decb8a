package dev.tenon.core.http.guard;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The resolver of the JDK, which asks the system. It cannot be interrupted itself, so it works on
/// a thread of its own that is left alone when nobody waits any longer.
public record SystemNames(Duration patience) implements Names {

  @Override
  public InetAddress[] resolve(String host) throws IOException {
    var lookup = new FutureTask<>(() -> InetAddress.getAllByName(host));
    Thread.ofPlatform().daemon().name("lookup").start(lookup);
    try {
      return lookup.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException failed) {
      var unknown = new UnknownHostException(host);
      unknown.initCause(failed.getCause());
      throw unknown;
    } catch (TimeoutException slow) {
      throw new SocketTimeoutException("the name was not found in time");
    } catch (InterruptedException leaving) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
  }
}
