package dev.tenon.core.http.fetch;

/// Is asked before a redirect is followed to another host or port. The address guard judges each of
/// them in any case.
@FunctionalInterface
public interface Redirects {
  Redirects REFUSED = (host, port) -> false;

  /// Whether it may go on there. Asking a person may take its time.
  ///
  /// @param host in small letters, IPv6 in brackets
  boolean ask(String host, int port) throws InterruptedException;
}
