package dev.tenon.server.job.record;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.time.Instant;

/// A [JobEvent] as it is stored and sent. Cursors count from 1 without gaps.
///
/// @param data a summary without secrets, small enough to be sent often
public record EventRecord(long cursor, JobEventType type, Instant time, Json.Obj data) {

  public Json.Obj toJson() {
    return Json.object()
        .put("cursor", cursor)
        .put("type", type.label())
        .put("ts", time.toString())
        .put("data", data)
        .build();
  }

  public static EventRecord of(Json.Obj json) throws JsonException {
    return new EventRecord(
        json.number("cursor", 0),
        JobEventType.of(json.string("type", "")),
        Instant.parse(json.string("ts", Instant.EPOCH.toString())),
        json.objectOrEmpty("data"));
  }
}
