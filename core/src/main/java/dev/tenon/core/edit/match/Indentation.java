package dev.tenon.core.edit.match;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How the indentation of lines in a file relates to that in a model's memory of them, if there is
/// one rule for all of them.
public final class Indentation {
  private final Map<String, String> known = new HashMap<>();
  private String added = "";
  private String removed = "";

  private Indentation() {}

  /// @param remembered lines as the model wrote them
  /// @param found the same lines in the file, alike but for white space at both ends
  /// @return nothing when no rule leads from the one to the other
  public static Optional<Indentation> between(List<String> remembered, List<String> found) {
    var indentation = new Indentation();
    boolean first = true;
    boolean shifted = true;
    for (int i = 0; i < remembered.size(); i++) {
      if (remembered.get(i).isBlank()) {
        continue;
      }
      String from = of(remembered.get(i));
      String to = of(found.get(i));
      String before = indentation.known.putIfAbsent(from, to);
      if (before != null && !before.equals(to)) {
        return Optional.empty();
      }
      if (first) {
        shifted = indentation.shift(from, to);
        first = false;
      } else {
        shifted &= indentation.shifted(from).equals(Optional.of(to));
      }
    }
    if (!shifted) {
      indentation.added = "";
      indentation.removed = "";
    }
    return Optional.of(indentation);
  }

  private boolean shift(String from, String to) {
    if (to.endsWith(from)) {
      added = to.substring(0, to.length() - from.length());
      return true;
    }
    if (from.endsWith(to)) {
      removed = from.substring(0, from.length() - to.length());
      return true;
    }
    return false;
  }

  /// A line of the model with the indentation that it has in the file; nothing when the rule does
  /// not tell.
  public Optional<String> apply(String line) {
    if (line.isBlank()) {
      return Optional.of(line);
    }
    String from = of(line);
    String to = known.get(from);
    Optional<String> indent = to == null ? shifted(from) : Optional.of(to);
    return indent.map(found -> found + line.substring(from.length()));
  }

  private Optional<String> shifted(String from) {
    if (!added.isEmpty()) {
      return Optional.of(added + from);
    }
    if (!removed.isEmpty()) {
      return from.startsWith(removed)
          ? Optional.of(from.substring(removed.length()))
          : Optional.empty();
    }
    return known.entrySet().stream().allMatch(entry -> entry.getKey().equals(entry.getValue()))
        ? Optional.of(from)
        : Optional.empty();
  }

  private static String of(String line) {
    return line.substring(0, line.length() - line.stripLeading().length());
  }
}
