package dev.tenon.server.job.record;

import dev.tenon.core.json.JsonException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Whether jobs may run commands, which work on what is staged.
public enum CommandUse {
  /// There are none.
  OFF,
  /// Those that do more than read are asked.
  ASK,
  /// Those that the operating system keeps inside the project run without a question.
  AUTO;

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static List<String> labels() {
    return Arrays.stream(values()).map(CommandUse::label).toList();
  }

  public static CommandUse of(String label) throws JsonException {
    for (CommandUse each : values()) {
      if (each.label().equals(label)) {
        return each;
      }
    }
    throw new JsonException(
        "commands must be " + String.join(", ", labels()) + ", was '" + label + "'");
  }
}
