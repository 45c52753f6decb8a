package dev.tenon.server.http;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFields;
import io.avaje.jex.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// One request, with its parts checked as they are read.
final class Call {
  private final Context context;
  private final int bodyBytes;

  Call(Context context, int bodyBytes) {
    this.context = context;
    this.bodyBytes = bodyBytes;
  }

  String path(String name) {
    return context.pathParam(name);
  }

  String query(String name) throws Problem {
    String value = context.queryParam(name);
    if (value == null || value.isEmpty()) {
      throw Problem.invalid("the query parameter " + name + " is missing");
    }
    return value;
  }

  String query(String name, String otherwise) {
    String value = context.queryParam(name);
    return value == null ? otherwise : value;
  }

  long number(String name, long otherwise, long least, long most) throws Problem {
    String value = context.queryParam(name);
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
    return context.header(name);
  }

  /// The body as JSON, which it must say it is: a form of a foreign page cannot.
  JsonFields body() throws Problem {
    String type = context.header("Content-Type");
    if (type == null || !type.toLowerCase(java.util.Locale.ROOT).startsWith("application/json")) {
      throw new Problem(
          415, "not_json", "send JSON with Content-Type: application/json, was " + type);
    }
    byte[] bytes = bytes();
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return JsonFields.of(Json.parseObject(text), "");
    } catch (CharacterCodingException notUtf8) {
      throw Problem.invalid("the body is not UTF-8");
    } catch (JsonException unreadable) {
      throw Problem.invalid("the body is not a JSON object: " + unreadable.getMessage());
    }
  }

  /// The body as JSON, or an empty object when there is none.
  JsonFields optionalBody() throws Problem, JsonException {
    boolean none = context.contentLength() <= 0 && header("Transfer-Encoding") == null;
    return none ? JsonFields.of(Json.Obj.EMPTY, "") : body();
  }

  private byte[] bytes() throws Problem {
    if (context.contentLength() > bodyBytes) {
      throw tooLarge();
    }
    try (InputStream body = context.bodyAsInputStream()) {
      byte[] bytes = body.readNBytes(bodyBytes + 1);
      if (bytes.length > bodyBytes) {
        throw tooLarge();
      }
      return bytes;
    } catch (IOException cut) {
      throw Problem.invalid("the body ended early");
    }
  }

  private Problem tooLarge() {
    return new Problem(413, "body_too_large", "the body is larger than " + bodyBytes + " bytes");
  }

  Context context() {
    return context;
  }
}
