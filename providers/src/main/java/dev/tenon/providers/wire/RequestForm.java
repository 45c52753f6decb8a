package dev.tenon.providers.wire;

import dev.tenon.core.model.Effort;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// How much of what not every model accepts goes into a request. Which form a model takes is
/// remembered for the process, whichever conversation has found it out.
enum RequestForm {
  /// Signatures go back with the messages of the model that made them, and thinking is asked for.
  FULL,
  /// Neither: the provider has rejected the full form.
  PLAIN;

  private static final Map<Asked, RequestForm> TAKEN = new ConcurrentHashMap<>();

  /// Who was asked for what. A model that rejects one effort may take another.
  record Asked(URI uri, String model, Effort effort) {}

  /// For people.
  String words() {
    return this == FULL ? "with thinking and signatures" : "without thinking and signatures";
  }

  RequestForm other() {
    return this == FULL ? PLAIN : FULL;
  }

  /// The form that was taken last, the full one if nothing is known.
  static RequestForm taken(Asked asked) {
    return TAKEN.getOrDefault(asked, FULL);
  }

  static void remember(Asked asked, RequestForm form) {
    TAKEN.put(asked, form);
  }

  /// For tests, whose servers may get the address of an earlier one.
  static void forget() {
    TAKEN.clear();
  }
}
