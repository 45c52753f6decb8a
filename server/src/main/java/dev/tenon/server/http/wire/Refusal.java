package dev.tenon.server.http.wire;

import java.io.IOException;

/// A request that is not what HTTP/1.1 says, or more than the server takes. No handler ever sees
/// it, and the connection ends: nobody knows where the next request would begin.
final class Refusal extends IOException {
  private static final long serialVersionUID = 1L;

  private Refusal(String message) {
    super(message);
  }

  static Refusal bad(String message) {
    return new Refusal(message);
  }
}
