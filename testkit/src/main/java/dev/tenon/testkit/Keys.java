package dev.tenon.testkit;

import dev.tenon.testkit.script.ErrorKind;
import dev.tenon.testkit.wire.Dialect.Failure;
import dev.tenon.testkit.wire.Received;
import dev.tenon.testkit.wire.Wire;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Where each vendor looks for the key, and what it says when there is none or a bad one.
final class Keys {
  private Keys() {}

  static Optional<Failure> check(Wire wire, Received request, Predicate<String> accepts) {
    Optional<String> key = find(wire, request).filter(k -> !k.isEmpty());
    if (key.isPresent()) {
      return accepts.test(key.get())
          ? Optional.empty()
          : Optional.of(failure(wire, ErrorKind.AUTHENTICATION, null));
    }
    return switch (wire) {
      case ANTHROPIC ->
          Optional.of(failure(wire, ErrorKind.AUTHENTICATION, "x-api-key header is required"));
      case OPENAI_RESPONSES, OPENAI_CHAT ->
          Optional.of(
              failure(
                  wire,
                  ErrorKind.AUTHENTICATION,
                  "You didn't provide an API key. You need to provide your API key in an"
                      + " Authorization header using Bearer auth (i.e. Authorization: Bearer"
                      + " YOUR_KEY)."));
      case GEMINI -> Optional.of(failure(wire, ErrorKind.PERMISSION, null));
      case OLLAMA -> Optional.empty();
    };
  }

  private static Failure failure(Wire wire, ErrorKind kind, @Nullable String message) {
    return Failure.of(kind, wire.dialect().status(kind), message);
  }

  private static Optional<String> find(Wire wire, Received request) {
    return switch (wire) {
      case ANTHROPIC -> request.header("x-api-key").or(() -> bearer(request));
      case OPENAI_RESPONSES, OPENAI_CHAT -> bearer(request).or(() -> request.header("api-key"));
      case GEMINI ->
          request
              .header("x-goog-api-key")
              .or(() -> Optional.ofNullable(request.query().get("key")))
              .or(() -> bearer(request));
      case OLLAMA -> bearer(request);
    };
  }

  private static Optional<String> bearer(Received request) {
    return request
        .header("authorization")
        .filter(value -> value.regionMatches(true, 0, "Bearer ", 0, 7))
        .map(value -> value.substring(7).strip());
  }
}
