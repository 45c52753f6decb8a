package dev.tenon.providers;

import dev.tenon.providers.wire.Endpoint;

/// What a model's name came to.
public sealed interface Resolution {

  /// The model can be asked.
  record Found(Provider provider, Endpoint endpoint, String modelId) implements Resolution {
    /// The full name: `provider/model`.
    public String name() {
      return provider.name() + "/" + modelId;
    }
  }

  /// The provider is known, but its key is not there. The message tells which variable to set.
  record MissingKey(Provider provider, String modelId, String message) implements Resolution {}

  /// The name, the address or the key cannot be used. The message tells what to do.
  record Unusable(String message) implements Resolution {}
}
