package dev.tenon.server.job.record;

import dev.tenon.core.json.Json;
import java.util.function.UnaryOperator;

/// Takes secrets out of everything that leaves the engine as a report: events, errors, traces,
/// chats. What is to be written to files is not touched by it. Safe for several threads.
public final class Redaction {
  private final UnaryOperator<String> cleaner;

  /// @param cleaner gives a text without its secrets; safe for several threads
  public Redaction(UnaryOperator<String> cleaner) {
    this.cleaner = cleaner;
  }

  public String text(String text) {
    return cleaner.apply(text);
  }

  public Json.Obj object(Json.Obj object) {
    var clean = Json.object();
    object.members().forEach((name, value) -> clean.put(name, json(value)));
    return clean.build();
  }

  private Json json(Json json) {
    return switch (json) {
      case Json.Str text -> Json.of(text(text.value()));
      case Json.Obj object -> object(object);
      case Json.Arr array -> Json.array(array.items().stream().map(this::json).toList());
      case Json.Num number -> number;
      case Json.Bool bool -> bool;
      case Json.Null nothing -> nothing;
    };
  }
}
