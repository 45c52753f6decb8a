package dev.tenon.cli.slash;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Something that can be mentioned in a prompt.
///
/// @param text what stands behind the `@`: a path or an address
/// @param description a few words about it, or nothing
public record Mention(String text, String description) {

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
