package dev.tenon.server.http.guard;

/// Lets so many through each second, and a burst of so many at once. Safe for several threads.
final class TokenBucket {
  private final double most;
  private final double eachSecond;
  private double left;
  private long last = System.nanoTime();

  TokenBucket(double most, double eachSecond) {
    this.most = most;
    this.eachSecond = eachSecond;
    this.left = most;
  }

  synchronized boolean take() {
    refill();
    if (left < 1) {
      return false;
    }
    left--;
    return true;
  }

  /// Whether one would be let through, without taking it.
  synchronized boolean hasOne() {
    refill();
    return left >= 1;
  }

  /// How many seconds until one is let through again, rounded up.
  synchronized long seconds() {
    refill();
    return (long) Math.ceil(Math.max(0, 1 - left) / eachSecond);
  }

  /// Whether nobody has taken anything for long.
  synchronized boolean isFull() {
    refill();
    return left >= most;
  }

  private void refill() {
    long now = System.nanoTime();
    left = Math.min(most, left + (now - last) / 1e9 * eachSecond);
    last = now;
  }
}
