package dev.tenon.providers.resilience;

import dev.tenon.core.model.Model;

/// A model of a fallback chain with its full name.
public record Candidate(String name, Model model) {
  public Candidate {
    if (name.isBlank()) {
      throw new IllegalArgumentException("a candidate needs a name");
    }
  }
}
