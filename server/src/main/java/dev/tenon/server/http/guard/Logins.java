package dev.tenon.server.http.guard;

import dev.tenon.core.text.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.Set;

/// The browsers that have exchanged the token for a cookie in this run of the server. What a cookie
/// holds is known to its browser alone; here is only its hash. Safe for several threads.
final class Logins {
  private static final int MOST = 1_000;
  private static final int BYTES = 32;
  private static final Duration ONCE = Duration.ofMinutes(1);

  private final SecureRandom random = new SecureRandom();
  private final Set<String> hashes = new LinkedHashSet<>();
  private String onceHash = "";
  private long onceUntil;

  /// The value of a new cookie.
  synchronized String open() {
    String secret = secret();
    hashes.add(hash(secret));
    if (hashes.size() > MOST) {
      hashes.remove(hashes.iterator().next());
    }
    return secret;
  }

  private String secret() {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /// A secret that opens one login, within a minute. The one before it opens none any more.
  synchronized String once() {
    String secret = secret();
    onceHash = hash(secret);
    onceUntil = System.nanoTime() + ONCE.toNanos();
    return secret;
  }

  /// Uses up the secret that opens one login.
  synchronized boolean redeem(String secret) {
    boolean good =
        !onceHash.isEmpty() && onceHash.equals(hash(secret)) && onceUntil - System.nanoTime() > 0;
    if (good) {
      onceHash = "";
    }
    return good;
  }

  synchronized boolean knows(String secret) {
    return hashes.contains(hash(secret));
  }

  synchronized void close(String secret) {
    hashes.remove(hash(secret));
  }

  private static String hash(String secret) {
    return Sha256.of(secret.getBytes(StandardCharsets.UTF_8));
  }
}
