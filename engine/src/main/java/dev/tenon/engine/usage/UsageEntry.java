package dev.tenon.engine.usage;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.model.Usage;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One line of a usage file.
///
/// @param dollars null when the price was not known
record UsageEntry(
    Instant at,
    String model,
    String project,
    Usage usage,
    @Nullable Double dollars,
    List<String> tools,
    String agent) {

  /// The entry of a line, or null if it is none: the last line of a program that was killed.
  static @Nullable UsageEntry read(String line) {
    try {
      Json.Obj json = Json.parseObject(line);
      var tools = new ArrayList<String>();
      if (json.get("tools") instanceof Json.Arr names) {
        for (Json name : names.items()) {
          if (name instanceof Json.Str text) {
            tools.add(text.value());
          }
        }
      }
      return new UsageEntry(
          Instant.parse(json.string("at", "")),
          json.string("model", "?"),
          json.string("project", "?"),
          new Usage(
              json.number("input", 0),
              json.number("output", 0),
              json.number("cacheRead", 0),
              json.number("cacheWrite", 0)),
          json.get("dollars") instanceof Json.Num dollars ? dollars.doubleValue() : null,
          tools,
          json.string("agent", ""));
    } catch (JsonException | DateTimeParseException torn) {
      return null;
    }
  }
}
