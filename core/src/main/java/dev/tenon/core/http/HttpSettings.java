package dev.tenon.core.http;

import java.time.Duration;

/// How long to wait for what.
///
/// @param connect for the connection and its TLS handshake
/// @param response for the first line of the answer, once the request is sent
/// @param idle for the next byte of the answer's body
/// @param silence for the next thing that means something: bytes that are only keep-alive pings do
///   not hold a stream open for longer than this
public record HttpSettings(Duration connect, Duration response, Duration idle, Duration silence) {
  public static final HttpSettings DEFAULTS =
      new HttpSettings(
          Duration.ofSeconds(30),
          Duration.ofSeconds(300),
          Duration.ofSeconds(120),
          Duration.ofSeconds(300));

  public HttpSettings {
    requirePositive("connect", connect);
    requirePositive("response", response);
    requirePositive("idle", idle);
    requirePositive("silence", silence);
  }

  private static void requirePositive(String name, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException("the " + name + " timeout must be positive, was " + value);
    }
  }
}
