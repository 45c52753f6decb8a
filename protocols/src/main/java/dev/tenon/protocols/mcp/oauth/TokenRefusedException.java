package dev.tenon.protocols.mcp.oauth;

/// What an authorization server refused, with the code that it gave for it.
final class TokenRefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String error;

  TokenRefusedException(String error, String message) {
    super(message);
    this.error = error;
  }

  /// As in `invalid_grant`.
  String error() {
    return error;
  }
}
