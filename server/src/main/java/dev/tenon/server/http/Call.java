package dev.tenon.server.http;

import com.sun.net.httpserver.HttpExchange;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFields;
import dev.tenon.server.job.EventLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One request, with its parts checked as they are read.
final class Call {
  private final HttpExchange exchange;
  private final Map<String, String> path;
  private final Map<String, String> query;
  private final Route.Body expected;
  private final HttpLimits limits;
  private final Visits.Visit visit;

  Call(
      HttpExchange exchange,
      Map<String, String> path,
      Map<String, String> query,
      Route.Body expected,
      HttpLimits limits,
      Visits.Visit visit) {
    this.exchange = exchange;
    this.path = path;
    this.query = query;
    this.expected = expected;
    this.limits = limits;
    this.visit = visit;
  }

  /// A parameter of the path.
  String path(String name) {
    String value = path.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the path has no parameter " + name);
    }
    return value;
  }

  String query(String name) throws Problem {
    String value = query.get(name);
    if (value == null || value.isEmpty()) {
      throw Problem.invalid("the query parameter " + name + " is missing");
    }
    return value;
  }

  String query(String name, String otherwise) {
    return query.getOrDefault(name, otherwise);
  }

  long number(String name, long otherwise, long least, long most) throws Problem {
    String value = query.get(name);
    if (value == null || value.isEmpty()) {
      return otherwise;
    }
    try {
      long number = Long.parseLong(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException unreadable) {
      // Told below, as for a number that is out of bounds.
    }
    throw Problem.invalid(name + " must be " + least + ".." + most + ", was '" + value + "'");
  }

  @Nullable String header(String name) {
    return exchange.getRequestHeaders().getFirst(name);
  }

  HttpLimits limits() {
    return limits;
  }

  Visits.Visit visit() {
    return visit;
  }

  /// Waits for events after the cursor, at most so long.
  EventLog.Page await(EventLog log, long cursor, Duration most) throws InterruptedException {
    return visit.await(log, cursor, most);
  }

  /// The body as JSON with everything that the route says of it, which it must say it is: a form of
  /// a foreign page cannot.
  JsonFields body() throws Problem {
    List<String> types = exchange.getRequestHeaders().getOrDefault("Content-Type", List.of());
    if (types.size() != 1 || !isJson(types.getFirst())) {
      throw new Problem(
          415,
          "not_json",
          "the body is " + (types.isEmpty() ? "of no type" : "no JSON by its Content-Type"));
    }
    try {
      Json.Obj json = Json.parseUnambiguous(text());
      BodyCheck.members(expected.fields(), json, "");
      return JsonFields.of(json, "");
    } catch (JsonException unreadable) {
      throw Problem.invalid("the body is not a JSON object: " + unreadable.getMessage());
    }
  }

  private static boolean isJson(String type) {
    int end = type.indexOf(';');
    String plain = end < 0 ? type : type.substring(0, end);
    return plain.strip().toLowerCase(Locale.ROOT).equals("application/json");
  }

  /// The body as JSON, or an empty object when there is none.
  JsonFields optionalBody() throws Problem, JsonException {
    return hasBody() ? body() : JsonFields.of(Json.Obj.EMPTY, "");
  }

  boolean hasBody() {
    if (header("Transfer-Encoding") != null) {
      return true;
    }
    String length = header("Content-Length");
    return length != null && !length.strip().equals("0");
  }

  /// The body as the fields of a form.
  Map<String, String> form() throws Problem {
    return Percent.pairs(text());
  }

  private String text() throws Problem {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes())).toString();
    } catch (CharacterCodingException notUtf8) {
      throw Problem.invalid("the body is not UTF-8");
    }
  }

  private byte[] bytes() throws Problem {
    int most = limits.bodyBytes();
    String length = header("Content-Length");
    if (length != null && isMore(length.strip(), most)) {
      throw tooLarge();
    }
    try {
      byte[] bytes = exchange.getRequestBody().readNBytes(most + 1);
      if (bytes.length > most) {
        throw tooLarge();
      }
      return bytes;
    } catch (IOException cut) {
      throw Problem.invalid("the body ended early", "Send as many bytes as Content-Length says.");
    }
  }

  private static boolean isMore(String length, int most) {
    try {
      return Long.parseLong(length) > most;
    } catch (NumberFormatException enormous) {
      return true;
    }
  }

  private Problem tooLarge() {
    return new Problem(
            413, "body_too_large", "the body is larger than " + limits.bodyBytes() + " bytes")
        .with("Connection", "close");
  }
}
