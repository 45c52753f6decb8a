package dev.tenon.arch.broken.cli;

import dev.tenon.arch.broken.config.Settings;

record UsesSettings(boolean coloured) {
  static UsesSettings of(Settings settings) {
    return new UsesSettings(settings.ui().color());
  }
}
