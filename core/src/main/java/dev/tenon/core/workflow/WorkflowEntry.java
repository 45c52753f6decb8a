package dev.tenon.core.workflow;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFields;
import dev.tenon.core.text.Sha256;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/// One step of a workflow, as it was kept.
///
/// @param number from 1 on, without a gap
/// @param type what happened, in one word
/// @param sum of this entry and all before it, so that none can be changed or left out unseen
public record WorkflowEntry(int number, Instant at, String type, Json.Obj data, String sum) {
  private static final int DIGITS = 16;

  static WorkflowEntry after(String before, int number, Instant at, String type, Json.Obj data) {
    return new WorkflowEntry(number, at, type, data, sum(before, number, at, type, data));
  }

  private static String sum(String before, int number, Instant at, String type, Json.Obj data) {
    String all = String.join("\n", before, String.valueOf(number), at.toString(), type);
    return Sha256.of(all + "\n" + data.compact()).substring(0, DIGITS);
  }

  Json.Obj toJson() {
    return Json.object()
        .put("n", number)
        .put("at", at.toString())
        .put("type", type)
        .put("data", data)
        .put("sum", sum)
        .build();
  }

  /// @param before the sum of the entry before it
  /// @throws JsonException when it is not what was written
  static WorkflowEntry read(String line, int number, String before) throws JsonException {
    JsonFields in = JsonFields.of(Json.parse(line), "entry");
    Instant at;
    try {
      at = Instant.parse(in.string("at"));
    } catch (DateTimeParseException wrong) {
      throw new JsonException("entry " + number + " has no time: " + in.string("at"));
    }
    WorkflowEntry made = after(before, number, at, in.string("type"), in.fields("data").object());
    if (in.whole("n") != number || !made.sum.equals(in.string("sum"))) {
      throw new JsonException("entry " + number + " is not as it was written");
    }
    return made;
  }
}
