package dev.tenon.cli.terminal.render;

import dev.tenon.core.model.Usage;
import java.util.OptionalDouble;

/// What tokens cost.
@FunctionalInterface
public interface Prices {
  /// In US dollars; empty when nobody knows.
  ///
  /// @param model the full name of the model that was asked
  OptionalDouble cost(String model, Usage usage);

  static Prices unknown() {
    return (model, usage) -> OptionalDouble.empty();
  }
}
