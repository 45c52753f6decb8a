package dev.tenon.cli.terminal.device;

import java.io.IOException;

/// What has the terminal for a while, with its keys and as it was found.
@FunctionalInterface
public interface TerminalLoan<T> {
  T run() throws IOException, InterruptedException;
}
