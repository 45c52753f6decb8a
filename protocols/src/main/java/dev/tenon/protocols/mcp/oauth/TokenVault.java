package dev.tenon.protocols.mcp.oauth;

import java.io.IOException;
import java.util.Optional;

/// Where secrets lie. Whoever changes one has the lock of its name.
public interface TokenVault {

  /// @throws IOException with a line for people when it cannot be read, or is not kept safely
  Optional<String> read(String name) throws IOException;

  /// Is on disk, or in the ring, when this returns.
  void write(String name, String secret) throws IOException;

  /// Answers whether all of it is gone; false where some may lie at a place that cannot be reached.
  boolean delete(String name) throws IOException;
}
