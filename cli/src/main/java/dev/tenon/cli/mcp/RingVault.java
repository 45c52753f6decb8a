package dev.tenon.cli.mcp;

import dev.tenon.engine.model.KeyRing;
import dev.tenon.protocols.mcp.oauth.TokenVault;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;

/// Secrets in the key ring of the desktop; in files where there is none, it takes nothing, or it
/// cannot be reached, as over ssh. What the ring takes leaves the file, so that a file is always
/// the newer of both. A mark beside the files, without a secret, says what the ring has.
record RingVault(KeyRing ring, TokenVault files) implements TokenVault {
  private static final String MARK = "-in-ring";

  @Override
  public Optional<String> read(String name) throws IOException {
    Optional<String> kept = files.read(name);
    return kept.isPresent() ? kept : ring.present() ? ring.lookup(name) : Optional.empty();
  }

  @Override
  public void write(String name, String secret) throws IOException {
    if (!ring.present()) {
      files.write(name, secret);
      return;
    }
    if (hasFile(name)) {
      // It would count, should it end before the file is gone.
      files.write(name, secret);
    }
    files.write(name + MARK, "{}");
    if (stored(name, secret)) {
      files.delete(name);
    } else {
      files.write(name, secret);
      if (isForgotten(name)) {
        files.delete(name + MARK);
      }
    }
  }

  private boolean hasFile(String name) {
    try {
      return files.read(name).isPresent();
    } catch (IOException notUsable) {
      return true;
    }
  }

  private boolean stored(String name, String secret) throws IOException {
    try {
      ring.store(name, secret);
      return true;
    } catch (InterruptedException stopped) {
      throw notAwaited();
    } catch (IOException locked) {
      return false;
    }
  }

  private boolean isForgotten(String name) throws IOException {
    try {
      ring.forget(name);
      return true;
    } catch (InterruptedException stopped) {
      throw notAwaited();
    } catch (IOException hadNoneOrIsLocked) {
      return false;
    }
  }

  private static InterruptedIOException notAwaited() {
    Thread.currentThread().interrupt();
    return new InterruptedIOException("the key ring was not waited for");
  }

  @Override
  public boolean delete(String name) throws IOException {
    files.delete(name);
    boolean marked = hasFile(name + MARK);
    if (!ring.present()) {
      return !marked;
    }
    boolean had = ring.lookup(name).isPresent();
    boolean gone = (!marked && !had) || isForgotten(name);
    // Whoever took it out by hand is told once.
    files.delete(name + MARK);
    return gone;
  }
}
