package dev.tenon.core.http.guard;

/// The rules of the user that open addresses which are closed otherwise.
@FunctionalInterface
public interface ConnectRules {
  ConnectRules NONE = (host, port) -> false;

  /// Whether a rule of the user names this host and this port.
  ///
  /// @param host in small letters, IPv6 in brackets
  boolean name(String host, int port);
}
