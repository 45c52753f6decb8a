package dev.tenon.core.tool;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Finds tools by words in their names, purposes and descriptions, in that order. Those that hold
/// every word; if there are none, those that hold any.
final class ShelfSearch {
  private ShelfSearch() {}

  /// Where all the words are found.
  private enum Place {
    NAME,
    PURPOSE,
    DESCRIPTION,
    /// Some of them, anywhere.
    PARTLY,
    NOWHERE
  }

  static List<Tool<?>> find(String query, List<Tool<?>> tools) {
    List<String> words = List.of(query.toLowerCase(Locale.ROOT).strip().split("\\s+"));
    Map<Place, List<Tool<?>>> found = new EnumMap<>(Place.class);
    for (Tool<?> tool : tools) {
      found.computeIfAbsent(place(tool, words), place -> new ArrayList<>()).add(tool);
    }
    var best = new ArrayList<Tool<?>>();
    for (Place place : List.of(Place.NAME, Place.PURPOSE, Place.DESCRIPTION)) {
      best.addAll(found.getOrDefault(place, List.of()));
    }
    return best.isEmpty() ? found.getOrDefault(Place.PARTLY, List.of()) : best;
  }

  private static Place place(Tool<?> tool, List<String> words) {
    String name = tool.name().toLowerCase(Locale.ROOT);
    String purpose = name + " " + MoreTools.purpose(tool).toLowerCase(Locale.ROOT);
    String all = name + " " + tool.description().toLowerCase(Locale.ROOT);
    if (words.stream().allMatch(name::contains)) {
      return Place.NAME;
    }
    if (words.stream().allMatch(purpose::contains)) {
      return Place.PURPOSE;
    }
    if (words.stream().allMatch(all::contains)) {
      return Place.DESCRIPTION;
    }
    return words.stream().anyMatch(all::contains) ? Place.PARTLY : Place.NOWHERE;
  }
}
