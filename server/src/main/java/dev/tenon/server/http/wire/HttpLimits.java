package dev.tenon.server.http.wire;

import java.time.Duration;

/// The bounds of HTTP.
///
/// @param bodyBytes the largest request
/// @param requestsPerSecond of one client address, on the average of a second
/// @param streams event streams at the same time
/// @param heartbeat how often a stream without events says that it is still there
/// @param slowReader how long a stream waits for a client that does not read
/// @param waitMillis the longest poll
public record HttpLimits(
    int bodyBytes,
    int requestsPerSecond,
    int streams,
    Duration heartbeat,
    Duration slowReader,
    int waitMillis) {
  public static final HttpLimits DEFAULT =
      new HttpLimits(
          8 * 1024 * 1024, 50_000, 1_000, Duration.ofSeconds(15), Duration.ofSeconds(30), 30_000);

  public HttpLimits {
    if (bodyBytes < 1 || requestsPerSecond < 1 || streams < 0 || waitMillis < 0) {
      throw new IllegalArgumentException(
          "the limits of HTTP must be positive, were "
              + bodyBytes
              + " bytes, "
              + requestsPerSecond
              + " requests a second, "
              + streams
              + " streams");
    }
  }

  public HttpLimits withBodyBytes(int bytes) {
    return new HttpLimits(bytes, requestsPerSecond, streams, heartbeat, slowReader, waitMillis);
  }

  public HttpLimits withRequestsPerSecond(int requests) {
    return new HttpLimits(bodyBytes, requests, streams, heartbeat, slowReader, waitMillis);
  }

  public HttpLimits withStreams(int most) {
    return new HttpLimits(bodyBytes, requestsPerSecond, most, heartbeat, slowReader, waitMillis);
  }

  public HttpLimits withHeartbeat(Duration every) {
    return new HttpLimits(bodyBytes, requestsPerSecond, streams, every, slowReader, waitMillis);
  }

  public HttpLimits withSlowReader(Duration most) {
    return new HttpLimits(bodyBytes, requestsPerSecond, streams, heartbeat, most, waitMillis);
  }
}
