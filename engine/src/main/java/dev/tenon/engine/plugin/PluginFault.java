package dev.tenon.engine.plugin;

/// A folder that is no plugin at all; the message has file, line and way out.
public final class PluginFault extends Exception {
  private static final long serialVersionUID = 1L;

  PluginFault(String message) {
    super(message);
  }
}
