package dev.tenon.testkit;

import dev.tenon.testkit.script.ErrorKind;
import dev.tenon.testkit.wire.Dialect.Failure;
import dev.tenon.testkit.wire.Received;
import dev.tenon.testkit.wire.Wire;
import java.util.Optional;
import java.util.function.Predicate;

/// How a [ModelServer] is set up.
///
/// @param port 0 for a free one
/// @param accepts tells good keys from bad ones; a missing key is always bad
public record Settings(
    int port, Predicate<String> accepts, Checking checking, Transport transport) {

  /// Whether requests are judged as the vendor would.
  public enum Checking {
    STRICT,
    /// Anything goes that is JSON: for handmade requests.
    LENIENT
  }

  /// How the bytes travel.
  public enum Transport {
    PLAIN,
    /// TLS with a key made at start; see [ModelServer#trustStore].
    TLS
  }

  /// The key that is refused by default.
  public static final String BAD_KEY = "bad-key";

  /// The model that no vendor knows.
  public static final String UNKNOWN_MODEL = "unknown-model";

  /// A free port, every key but [#BAD_KEY], strict.
  public static final Settings DEFAULT =
      new Settings(0, key -> !key.equals(BAD_KEY), Checking.STRICT, Transport.PLAIN);

  public Settings port(int number) {
    return new Settings(number, accepts, checking, transport);
  }

  /// Only this key is good.
  public Settings key(String onlyKey) {
    return new Settings(port, onlyKey::equals, checking, transport);
  }

  public Settings lenient() {
    return new Settings(port, accepts, Checking.LENIENT, transport);
  }

  public Settings tls() {
    return new Settings(port, accepts, checking, Transport.TLS);
  }

  Optional<Failure> check(Received request, Wire wire) {
    if (request.problem() != null) {
      return Optional.of(Failure.invalid("The request body is not JSON: " + request.problem()));
    }
    return switch (checking) {
      case LENIENT -> Optional.empty();
      case STRICT ->
          Keys.check(wire, request, accepts)
              .or(() -> wire.dialect().check(request))
              .or(() -> known(request, wire));
    };
  }

  private static Optional<Failure> known(Received request, Wire wire) {
    ErrorKind kind = ErrorKind.UNKNOWN_MODEL;
    return request.model().equals(UNKNOWN_MODEL)
        ? Optional.of(Failure.of(kind, wire.dialect().status(kind), null))
        : Optional.empty();
  }

  Optional<Failure> checkKey(Received request, Wire wire) {
    return switch (checking) {
      case LENIENT -> Optional.empty();
      case STRICT -> Keys.check(wire, request, accepts);
    };
  }
}
