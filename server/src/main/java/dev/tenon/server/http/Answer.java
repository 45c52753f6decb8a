package dev.tenon.server.http;

import dev.tenon.core.json.Json;

/// What a route answers.
record Answer(int status, Json.Obj json) {
  static Answer ok(Json.Obj json) {
    return new Answer(200, json);
  }

  static Answer created(Json.Obj json) {
    return new Answer(201, json);
  }

  static Answer accepted(Json.Obj json) {
    return new Answer(202, json);
  }
}
