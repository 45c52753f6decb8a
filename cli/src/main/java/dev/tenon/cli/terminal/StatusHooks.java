package dev.tenon.cli.terminal;

import dev.tenon.cli.terminal.status.StatusSource;
import dev.tenon.engine.config.Settings;
import java.util.List;

/// What the window shows of the conversation, and how the person wants it.
public record StatusHooks(StatusSource source, Settings.Window window) {

  /// Nothing is known, and nothing shown.
  static StatusHooks nothing() {
    return new StatusHooks(
        StatusSource.nothing(),
        new Settings.Window(
            new Settings.StatusLine(false, List.of(), ""), false, Settings.Notify.OFF));
  }
}
