package dev.tenon.distribution.pack;

/// Why a package cannot be made, in words for the person who wanted it.
final class PackException extends Exception {
  private static final long serialVersionUID = 1L;

  PackException(String message) {
    super(message);
  }
}
