package dev.tenon.core.model;

import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What is known of a model: its full name (`provider/model`), limits in tokens, price, abilities.
/// A model that no list names is described with cautious defaults and no price.
public record ModelInfo(
    String name,
    long contextWindow,
    long maxOutput,
    @Nullable Pricing price,
    Set<Ability> abilities) {
  public ModelInfo {
    if (name.indexOf('/') < 1) {
      throw new IllegalArgumentException("a model's full name is provider/model, was: " + name);
    }
    abilities = Set.copyOf(abilities);
  }

  /// What a model can do beyond text.
  public enum Ability {
    TOOLS,
    IMAGES,
    THINKING
  }

  public Optional<Pricing> pricing() {
    return Optional.ofNullable(price);
  }

  public boolean can(Ability ability) {
    return abilities.contains(ability);
  }

  public String provider() {
    return name.substring(0, name.indexOf('/'));
  }

  /// The name by which the provider knows the model.
  public String id() {
    return name.substring(name.indexOf('/') + 1);
  }
}
