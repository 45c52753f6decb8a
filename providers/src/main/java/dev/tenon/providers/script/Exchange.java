package dev.tenon.providers.script;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFields;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.MessageJson;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelEventJson;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Request;
import java.util.ArrayList;
import java.util.List;

/// One recorded exchange with a model: the request, the events with their times, and how it ended.
/// Its JSON form is described in `docs/models.md`.
record Exchange(Request request, List<Timed> events, Outcome outcome) {
  private static final int VERSION = 1;

  Exchange {
    events = List.copyOf(events);
  }

  /// An event and when it came, in milliseconds from the request.
  record Timed(long at, ModelEvent event) {}

  /// How an exchange ended.
  sealed interface Outcome {
    record Answered(Message.Assistant message) implements Outcome {}

    record Failed(ModelException failure) implements Outcome {}

    /// A person stopped it.
    record Cancelled() implements Outcome {}
  }

  /// The text of the file: valid JSON, with one line for each event so that people can read it.
  String text() {
    var out = new StringBuilder(4096);
    out.append("{\n\"version\": ").append(VERSION);
    out.append(",\n\"request\": ").append(MessageJson.toJson(request).pretty());
    out.append(",\n\"events\": [");
    String separator = "\n";
    for (Timed timed : events) {
      out.append(separator)
          .append("{\"at\":")
          .append(timed.at())
          .append(",\"event\":")
          .append(ModelEventJson.toJson(timed.event()).compact())
          .append('}');
      separator = ",\n";
    }
    out.append("\n],\n");
    switch (outcome) {
      case Outcome.Answered answered ->
          out.append("\"message\": ").append(MessageJson.toJson(answered.message()).pretty());
      case Outcome.Failed failed ->
          out.append("\"failure\": ").append(ModelEventJson.toJson(failed.failure()).compact());
      case Outcome.Cancelled ignored -> out.append("\"cancelled\": true");
    }
    return out.append("\n}\n").toString();
  }

  static Exchange parse(String text) throws JsonException {
    JsonFields fields = JsonFields.of(Json.parse(text), "");
    long version = fields.whole("version");
    if (version != VERSION) {
      throw fields.wrong("version", "is " + version + ", but only " + VERSION + " can be read");
    }
    var events = new ArrayList<Timed>();
    for (JsonFields item : fields.each("events")) {
      events.add(new Timed(item.count("at", 0), ModelEventJson.event(item.fields("event"))));
    }
    return new Exchange(MessageJson.request(fields.fields("request")), events, outcome(fields));
  }

  private static Outcome outcome(JsonFields fields) throws JsonException {
    if (fields.has("message")) {
      JsonFields message = fields.fields("message");
      if (MessageJson.message(message) instanceof Message.Assistant assistant) {
        return new Outcome.Answered(assistant);
      }
      throw message.wrong("role", "must be assistant, was '" + message.string("role") + "'");
    }
    if (fields.has("failure")) {
      return new Outcome.Failed(ModelEventJson.failure(fields.fields("failure")));
    }
    if (fields.bool("cancelled", false)) {
      return new Outcome.Cancelled();
    }
    throw new JsonException("one of message, failure, cancelled is missing");
  }
}
