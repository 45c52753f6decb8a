package dev.tenon.cli.slash;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Something that can be mentioned in a prompt.
///
/// @param text what stands behind the `@`: a path, an address or a name
/// @param description a few words about it, or nothing
/// @param place where it means what it says
public record Mention(String text, String description, Place place) {
  /// Anywhere in a prompt.
  public Mention(String text, String description) {
    this(text, description, Place.ANYWHERE);
  }

  /// Where in a prompt something can be mentioned.
  public enum Place {
    ANYWHERE,
    /// As its first word alone.
    BEGINNING
  }

  /// Paths, which say enough of themselves.
  public static Function<String, List<Mention>> paths(Function<String, List<String>> paths) {
    return typed -> paths.apply(typed).stream().map(path -> new Mention(path, "")).toList();
  }

  /// What several sources know, one after the other.
  public static Function<String, List<Mention>> all(List<Function<String, List<Mention>>> sources) {
    return typed -> {
      var found = new ArrayList<Mention>();
      sources.forEach(source -> found.addAll(source.apply(typed)));
      return found;
    };
  }
}
