package dev.tenon.server.http.guard;

import dev.tenon.server.http.wire.Problem;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.HexFormat;
import java.util.concurrent.ConcurrentHashMap;

/// What is known of each client address: how much it has asked lately and how often its token was
/// wrong. Addresses that were quiet are forgotten. Safe for several threads.
final class ClientLimits {
  private static final int FAILURES = 20;
  private static final int MOST = 10_000;
  private static final int IP6_NETWORK_BYTES = 8;

  private final int requestsPerSecond;
  private final ConcurrentHashMap<String, Client> all = new ConcurrentHashMap<>();

  ClientLimits(int requestsPerSecond) {
    this.requestsPerSecond = requestsPerSecond;
  }

  /// One address, or one network of IPv6.
  static final class Client {
    private final TokenBucket requests;
    private final TokenBucket failures = new TokenBucket(FAILURES, 1);
    private final boolean loopback;

    private Client(int requestsPerSecond, boolean loopback) {
      this.requests = new TokenBucket(requestsPerSecond, requestsPerSecond);
      this.loopback = loopback;
    }

    void asks() throws Problem {
      if (!requests.take()) {
        throw new Problem(429, "too_many_requests", "too many requests; slow down")
            .retryAfter(requests.seconds());
      }
    }

    /// Refuses an address that has guessed too often, whatever its token is now. Not on loopback:
    /// there, another program of this machine could shut everyone out.
    void mayTry() throws Problem {
      if (!loopback && !failures.hasOne()) {
        throw tooManyFailures();
      }
    }

    /// A wrong token. Returns when the refusal may say so.
    void failed() throws Problem {
      if (!failures.take()) {
        throw tooManyFailures();
      }
    }

    private Problem tooManyFailures() {
      return new Problem(429, "too_many_requests", "too many wrong tokens; wait a while")
          .retryAfter(failures.seconds());
    }

    private boolean isQuiet() {
      return requests.isFull() && failures.isFull();
    }
  }

  Client of(InetAddress address) {
    String key = key(address);
    Client known = all.get(key);
    if (known != null) {
      return known;
    }
    if (all.size() >= MOST) {
      all.values().removeIf(Client::isQuiet);
    }
    return all.computeIfAbsent(
        key, fresh -> new Client(requestsPerSecond, address.isLoopbackAddress()));
  }

  private static String key(InetAddress address) {
    byte[] bytes = address.getAddress();
    return address instanceof Inet6Address
        ? HexFormat.of().formatHex(bytes, 0, IP6_NETWORK_BYTES)
        : HexFormat.of().formatHex(bytes);
  }
}
