package dev.tenon.providers.wire;

/// What happens to the providers' signatures in the history.
enum Seals {
  /// They go back with the messages of the model that made them.
  KEEP,
  /// They stay away, and so does the thinking they seal: the provider did not accept one of them.
  DROP
}
