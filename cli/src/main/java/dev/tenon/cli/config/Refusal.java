package dev.tenon.cli.config;

/// A value does not fit its type. The message is the rest of a sentence that begins with the key:
/// "must be 0..20, was 'many'".
final class Refusal extends Exception {
  private static final long serialVersionUID = 1;

  Refusal(String message) {
    super(message, null, false, false);
  }
}
