package dev.tenon.providers.catalog;

import java.util.List;

/// What a name without a provider stands for.
public sealed interface Resolution {

  /// The full name, as in `anthropic/claude-opus-4-6`.
  record Found(String fullName) implements Resolution {}

  /// No model is called so; the suggestions are full names, the nearest first, perhaps none.
  record Unknown(String name, List<String> suggestions) implements Resolution {
    public Unknown {
      suggestions = List.copyOf(suggestions);
    }
  }
}
