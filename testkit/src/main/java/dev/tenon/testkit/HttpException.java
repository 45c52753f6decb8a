package dev.tenon.testkit;

import java.io.IOException;

/// A client that does not speak HTTP/1.1 as this server understands it.
final class HttpException extends IOException {
  private static final long serialVersionUID = 1L;

  HttpException(String message) {
    super(message);
  }
}
