package dev.tenon.cli.terminal.status;

import java.io.Serial;

/// The command of the line of state has printed none. The message follows its name.
public final class StatusCommandException extends Exception {
  @Serial private static final long serialVersionUID = 1;

  public StatusCommandException(String reason) {
    super(reason);
  }
}
