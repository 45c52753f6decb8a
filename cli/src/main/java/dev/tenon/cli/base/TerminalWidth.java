package dev.tenon.cli.base;

import dev.tenon.core.http.tls.WindowSize;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/// How wide the terminal is that a standard stream leads to: what `COLUMNS` says, else what the
/// operating system knows at the moment. Asked only when something is to be laid out; 0 if nobody
/// knows.
public final class TerminalWidth implements IntSupplier {
  private final int descriptor;
  private final int told;
  private boolean opened;
  private @Nullable WindowSize window;

  /// @param columns the variable `COLUMNS`; may be null or nonsense
  public TerminalWidth(int descriptor, @Nullable String columns) {
    this.descriptor = descriptor;
    this.told = number(columns);
  }

  private static int number(@Nullable String text) {
    if (text == null || text.isEmpty() || text.length() > 4) {
      return 0;
    }
    int number = 0;
    for (int i = 0; i < text.length(); i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return 0;
      }
      number = 10 * number + digit;
    }
    return number;
  }

  @Override
  public synchronized int getAsInt() {
    if (told > 0) {
      return told;
    }
    if (!opened) {
      opened = true;
      try {
        window = WindowSize.open();
      } catch (UnsatisfiedLinkError unknown) {
        // The terminal breaks the lines then.
        window = null;
      }
    }
    WindowSize open = window;
    return open == null ? 0 : open.columns(descriptor);
  }
}
