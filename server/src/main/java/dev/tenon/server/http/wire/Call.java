package dev.tenon.server.http.wire;

import com.sun.net.httpserver.HttpExchange;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFields;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One request, with its parts checked as they are read.
public final class Call {
  private final HttpExchange exchange;
  private final Map<String, String> path;
  private final Map<String, String> query;
  private final Route.Body expected;
  private final BodyCheck bodies;
  private final HttpLimits limits;
  private final OpenRequests.Request open;

  public Call(
      HttpExchange exchange,
      Map<String, String> path,
      Map<String, String> query,
      Route.Body expected,
      BodyCheck bodies,
      HttpLimits limits,
      OpenRequests.Request open) {
    this.exchange = exchange;
    this.path = path;
    this.query = query;
    this.expected = expected;
    this.bodies = bodies;
    this.limits = limits;
    this.open = open;
  }

  /// A parameter of the path.
  public String path(String name) {
    String value = path.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the path has no parameter " + name);
    }
    return value;
  }

  public String query(String name) throws Problem {
    String value = query.get(name);
    if (value == null || value.isEmpty()) {
      throw Problem.invalid("the query parameter " + name + " is missing");
    }
    return value;
  }

  public String query(String name, String otherwise) {
    return query.getOrDefault(name, otherwise);
  }

  public long number(String name, long otherwise, long least, long most) throws Problem {
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

  public @Nullable String header(String name) {
    return exchange.getRequestHeaders().getFirst(name);
  }

  public HttpLimits limits() {
    return limits;
  }

  /// The request among those that are being answered.
  public OpenRequests.Request open() {
    return open;
  }

  /// The body as JSON with everything that the route says of it, which it must say it is: a form of
  /// a foreign page cannot.
  public JsonFields body() throws Problem {
    List<String> types = exchange.getRequestHeaders().getOrDefault("Content-Type", List.of());
    if (types.size() != 1 || !isJson(types.getFirst())) {
      throw new Problem(
          415,
          "not_json",
          "the body is " + (types.isEmpty() ? "of no type" : "no JSON by its Content-Type"));
    }
    try {
      Json.Obj json = Json.parseUnambiguous(text());
      bodies.members(expected.fields(), json, "");
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
  public JsonFields optionalBody() throws Problem, JsonException {
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
  public Map<String, String> form() throws Problem {
    return PercentDecoder.pairs(text());
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
