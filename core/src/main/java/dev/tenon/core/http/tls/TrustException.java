package dev.tenon.core.http.tls;

import javax.net.ssl.SSLException;

/// A file of certificates that is named as trusted cannot be used. The message names the setting or
/// variable, the file and the way out.
public final class TrustException extends SSLException {
  private static final long serialVersionUID = 1L;

  TrustException(Trust.CaFile file, String problem) {
    super(file + " " + problem);
  }

  TrustException(String message) {
    super(message);
  }
}
