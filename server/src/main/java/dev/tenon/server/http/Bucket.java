package dev.tenon.server.http;

/// Lets so many through each second, and a burst of so many at once.
final class Bucket {
  private final double most;
  private final double eachSecond;
  private double left;
  private long last = System.nanoTime();

  Bucket(double most, double eachSecond) {
    this.most = most;
    this.eachSecond = eachSecond;
    this.left = most;
  }

  synchronized boolean take() {
    long now = System.nanoTime();
    left = Math.min(most, left + (now - last) / 1e9 * eachSecond);
    last = now;
    if (left < 1) {
      return false;
    }
    left--;
    return true;
  }
}
