package dev.tenon.cli.terminal.device;

import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// What a terminal that shows lines can do besides.
///
/// @param echo hides what is secret while it is typed
/// @param nanos a clock
/// @param width in columns, 0 while nobody knows it; null if it leads to no terminal
public record LineDevice(HiddenInput.Echo echo, LongSupplier nanos, @Nullable IntSupplier width) {
  public static LineDevice ofProcess(@Nullable IntSupplier width) {
    return new LineDevice(HiddenInput.Echo.ofTerminal(), System::nanoTime, width);
  }
}
