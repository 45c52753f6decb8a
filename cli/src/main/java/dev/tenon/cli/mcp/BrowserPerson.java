package dev.tenon.cli.mcp;

import dev.tenon.cli.base.Streams;
import dev.tenon.cli.serve.BrowserOpener;
import dev.tenon.protocols.mcp.oauth.LoginFlow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Whoever sits before the program: the address is printed, opened in a browser where there is one,
/// and where the browser runs elsewhere the person pastes the address that it ended at.
final class BrowserPerson implements LoginFlow.Person {
  private final Map<String, String> environment;
  private final Streams streams;
  private final AtomicReference<LoginFlow.@Nullable Pasted> waiting = new AtomicReference<>();

  /// Whoever logs in for one server is not sent to another one meanwhile.
  private final ReentrantLock visiting = new ReentrantLock();

  private boolean reads;

  BrowserPerson(Map<String, String> environment, Streams streams) {
    this.environment = Map.copyOf(environment);
    this.streams = streams;
  }

  @Override
  public void visit(URI address, LoginFlow.Pasted pasted) throws InterruptedException {
    visiting.lockInterruptibly();
    waiting.set(pasted);
    streams.err().println("Open this address to log in:");
    streams.err().println(streams.err().cell(address.toString()));
    var browser = new BrowserOpener(environment);
    boolean opened = browser.isThere() && browser.open(address.toString());
    streams
        .err()
        .println(
            opened
                ? "Your browser has it; if it cannot come back here, paste the address it ends at."
                : "If the browser is on another machine, paste the address it ends at.");
    streams.err().flush();
    read();
  }

  /// One thread reads what is typed for as long as the program runs.
  private synchronized void read() {
    if (!reads) {
      reads = true;
      Thread.ofPlatform().daemon().name("mcp-pasted").start(this::readOn);
    }
  }

  private void readOn() {
    try {
      for (String line = line(); line != null; line = line()) {
        LoginFlow.Pasted pasted = waiting.get();
        if (pasted != null && !line.isBlank() && !pasted.take(line)) {
          streams.err().note("this is not the address that the login ends at; paste all of it");
        }
      }
    } catch (IOException gone) {
      // Nobody types any more; the browser may still come back.
    }
  }

  private @Nullable String line() throws IOException {
    var line = new ByteArrayOutputStream();
    int b = streams.in().read();
    if (b < 0) {
      return null;
    }
    for (; b >= 0 && b != '\n'; b = streams.in().read()) {
      line.write(b);
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void done() {
    if (visiting.isHeldByCurrentThread()) {
      waiting.set(null);
    }
    while (visiting.isHeldByCurrentThread()) {
      visiting.unlock();
    }
  }
}
