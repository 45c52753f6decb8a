package dev.tenon.providers.resilience;

import dev.tenon.core.model.ModelException;
import dev.tenon.providers.resilience.ResilienceSettings.RevertPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.locks.ReentrantLock;

/// What is remembered of a fallback chain from turn to turn: who is cooling down, and until when.
///
/// A failure cools a model down for as long as the server asked, or else for a minute, which
/// doubles with every further failure in a row up to a quarter of an hour. An answer ends all that.
/// When everybody cools down, the one who will be ready first is asked all the same: a turn is
/// never refused because of a cooldown. Safe for several threads.
final class FallbackChain {
  static final Duration FIRST_COOLDOWN = Duration.ofMinutes(1);
  static final Duration LONGEST_COOLDOWN = Duration.ofMinutes(15);

  private static final Backoff COOLDOWN = Backoff.steady(FIRST_COOLDOWN, LONGEST_COOLDOWN);

  private final String role;
  private final List<String> names;
  private final RevertPolicy revert;
  private final ReentrantLock lock = new ReentrantLock();
  private final Instant[] readyAt;
  private final int[] failures;
  private int current;

  FallbackChain(String role, List<String> names, RevertPolicy revert) {
    if (names.isEmpty()) {
      throw new IllegalArgumentException("the chain " + role + " needs at least one model");
    }
    this.role = role;
    this.names = List.copyOf(names);
    this.revert = revert;
    this.readyAt = new Instant[names.size()];
    this.failures = new int[names.size()];
    Arrays.fill(readyAt, Instant.MIN);
  }

  String role() {
    return role;
  }

  String name(int index) {
    return names.get(index);
  }

  /// Who is asked first now.
  int choose(Instant now) {
    lock.lock();
    try {
      OptionalInt ready = ready(start(), now);
      current = ready.isPresent() ? ready.getAsInt() : readyFirst(new BitSet()).orElse(0);
      return current;
    } finally {
      lock.unlock();
    }
  }

  void succeeded(int index) {
    lock.lock();
    try {
      failures[index] = 0;
      readyAt[index] = Instant.MIN;
    } finally {
      lock.unlock();
    }
  }

  /// Puts a model on cooldown and says who takes over, if somebody is ready.
  OptionalInt failed(int index, ModelException failure, Instant now) {
    lock.lock();
    try {
      failures[index]++;
      Duration cooldown = failure.retryAfter().orElseGet(() -> COOLDOWN.before(failures[index]));
      readyAt[index] = now.plus(cooldown.isPositive() ? cooldown : FIRST_COOLDOWN);
      OptionalInt next = ready(start(), now);
      next.ifPresent(taken -> current = taken);
      return next;
    } finally {
      lock.unlock();
    }
  }

  /// Of those that were not asked yet, all of them cooling down, the one who will be ready first.
  OptionalInt nextInLine(BitSet asked) {
    lock.lock();
    try {
      OptionalInt next = readyFirst(asked);
      next.ifPresent(taken -> current = taken);
      return next;
    } finally {
      lock.unlock();
    }
  }

  /// Where the search for a ready model begins: at the head of the chain, or, when there is no way
  /// back, at the one in use.
  private int start() {
    return switch (revert) {
      case COOLDOWN_EXPIRY -> 0;
      case NEVER -> current;
    };
  }

  private OptionalInt ready(int from, Instant now) {
    for (int i = 0; i < readyAt.length; i++) {
      int index = (from + i) % readyAt.length;
      if (!now.isBefore(readyAt[index])) {
        return OptionalInt.of(index);
      }
    }
    return OptionalInt.empty();
  }

  private OptionalInt readyFirst(BitSet without) {
    int first = -1;
    for (int i = 0; i < readyAt.length; i++) {
      if (!without.get(i) && (first < 0 || readyAt[i].isBefore(readyAt[first]))) {
        first = i;
      }
    }
    return first < 0 ? OptionalInt.empty() : OptionalInt.of(first);
  }
}
