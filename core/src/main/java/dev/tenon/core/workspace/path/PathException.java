package dev.tenon.core.workspace.path;

import java.util.LinkedHashSet;
import java.util.List;

/// A path that may not be used or leads nowhere. The message is for the model and for people.
public final class PathException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Kind kind;
  private final transient List<String> suggestions;
  private final String decision;

  public PathException(Kind kind, String message, List<String> suggestions, String decision) {
    super(message);
    this.kind = kind;
    this.suggestions = List.copyOf(suggestions);
    this.decision = decision;
  }

  /// A request for files that makes no sense; the message says why.
  public static PathException invalid(String message, String... suggestions) {
    return new PathException(Kind.INVALID, message, List.of(suggestions), "");
  }

  /// A file that is not there.
  public static PathException missing(String message) {
    return new PathException(Kind.NOT_FOUND, message, List.of(), "");
  }

  /// A file that may not be used.
  public static PathException denied(String message) {
    return new PathException(Kind.DENIED, message, List.of(), "");
  }

  public Kind kind() {
    return kind;
  }

  public List<String> suggestions() {
    return suggestions;
  }

  /// The same with these paths suggested first; at most three suggestions in all.
  public PathException withSuggestions(List<String> paths) {
    var all = new LinkedHashSet<String>();
    for (String path : paths) {
      all.add("Did you mean " + path + "?");
    }
    all.addAll(suggestions);
    var most = List.copyOf(all);
    return new PathException(
        kind, String.valueOf(getMessage()), most.subList(0, Math.min(3, most.size())), decision);
  }

  /// How the sandbox came to its decision (root, cleaned path, where it leads), for `--debug`.
  public String decision() {
    return decision;
  }

  /// What is wrong with the path.
  public enum Kind {
    INVALID,
    DENIED,
    NOT_FOUND
  }
}
