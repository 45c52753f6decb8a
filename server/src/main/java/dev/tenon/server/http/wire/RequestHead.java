package dev.tenon.server.http.wire;

import com.sun.net.httpserver.Headers;
import java.net.URI;

/// What a request says before its body, read by the strict grammar of [RequestReader].
///
/// @param length of the body; [#CHUNKED] when it comes in chunks
/// @param persistence whether another request may follow on the connection
/// @param expectation whether the client waits to be told to go on
record RequestHead(
    String method,
    URI target,
    String protocol,
    Headers headers,
    long length,
    Persistence persistence,
    Expectation expectation) {
  static final long CHUNKED = -1;

  enum Persistence {
    KEEP,
    CLOSE
  }

  enum Expectation {
    NONE,
    CONTINUE
  }
}
