package dev.tenon.protocols.mcp.config;

/// An entry that cannot be used. The message has everything but the file: the key, what is wrong
/// and the way out.
public final class ConfigFault extends Exception {
  private static final long serialVersionUID = 1L;

  public ConfigFault(String message) {
    super(message);
  }
}
