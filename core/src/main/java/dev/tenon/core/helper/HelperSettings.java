package dev.tenon.core.helper;

import java.util.List;

/// What a person has set for helpers.
///
/// @param disabled names of agents, or patterns of names
/// @param simple which fields the tool `task` has, in its words
/// @param talk whether live agents may send messages to each other
/// @param merge what becomes of what isolated helpers did, in its words
/// @param layerBytes how large a project may be that is copied for them
public record HelperSettings(
    HelperBounds bounds,
    List<String> disabled,
    String simple,
    boolean talk,
    String merge,
    long layerBytes) {
  public HelperSettings {
    disabled = List.copyOf(disabled);
  }
}
