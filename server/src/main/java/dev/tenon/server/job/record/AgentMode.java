package dev.tenon.server.job.record;

import java.util.List;
import java.util.Locale;

/// Which model a job runs on.
public enum AgentMode {
  LOCAL,
  REMOTE,
  /// Begins on the local model and goes on with the remote one when that fails.
  HYBRID_AUTO;

  /// One of the two models that there may be.
  public enum Side {
    LOCAL,
    REMOTE;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Side first() {
    return this == REMOTE ? Side.REMOTE : Side.LOCAL;
  }

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static List<String> labels() {
    return List.of("local", "remote", "hybrid_auto");
  }

  public static AgentMode of(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT));
  }
}
