package dev.tenon.engine.config;

import java.util.List;

/// The configuration cannot be used. The message has one line for each problem, each naming where
/// it is, the key, the value and what is allowed. Whoever catches it prints it and exits with 2.
public final class ConfigException extends Exception {
  private static final long serialVersionUID = 1;

  public ConfigException(String problem) {
    super(problem, null, false, false);
  }

  ConfigException(List<String> problems) {
    this(String.join("\n", problems));
  }
}
