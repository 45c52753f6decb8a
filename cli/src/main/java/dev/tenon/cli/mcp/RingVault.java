package dev.tenon.cli.mcp;

import dev.tenon.engine.model.KeyRing;
import dev.tenon.protocols.mcp.oauth.TokenVault;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;

/// Secrets in the key ring of the desktop; in files where there is none, or it takes nothing.
record RingVault(KeyRing ring, TokenVault files) implements TokenVault {

  @Override
  public Optional<String> read(String name) throws IOException {
    Optional<String> kept = ring.present() ? ring.lookup(name) : Optional.empty();
    return kept.isPresent() ? kept : files.read(name);
  }

  @Override
  public void write(String name, String secret) throws IOException {
    if (ring.present() && stored(name, secret)) {
      files.delete(name);
    } else {
      files.write(name, secret);
    }
  }

  private boolean stored(String name, String secret) throws IOException {
    try {
      ring.store(name, secret);
      return true;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the key ring was not waited for");
    } catch (IOException locked) {
      // Then the file has it, and an older or a cut one in the ring must not count.
      return forgotten(name);
    }
  }

  private boolean forgotten(String name) throws IOException {
    try {
      ring.forget(name);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the key ring was not waited for");
    } catch (IOException refused) {
      // It had none, or keeps it: what it answers says which.
      if (ring.lookup(name).isPresent()) {
        throw new IOException(
            "the key ring keeps an older token and takes no new one; unlock it", refused);
      }
    }
    return false;
  }

  @Override
  public void delete(String name) throws IOException {
    files.delete(name);
    if (ring.present() && ring.lookup(name).isPresent()) {
      try {
        ring.forget(name);
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("the key ring was not waited for");
      }
    }
  }
}
