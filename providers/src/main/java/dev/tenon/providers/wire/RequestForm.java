package dev.tenon.providers.wire;

/// How much of what not every model accepts goes into a request.
enum RequestForm {
  /// Signatures go back with the messages of the model that made them, and thinking is asked for.
  FULL,
  /// Neither: the provider has just rejected the full form.
  PLAIN
}
