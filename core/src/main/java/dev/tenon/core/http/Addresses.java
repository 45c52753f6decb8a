package dev.tenon.core.http;

import java.io.IOException;
import java.net.InetAddress;

/// Tells a [Transport] to which addresses it may connect. It is asked once for each new connection,
/// and the socket goes to one of the addresses that it gave and to no other: what a name means is
/// not looked up a second time. A refusal is a [TransportException] with the failure
/// [TransportException.Failure#REFUSED].
///
/// A transport without one connects to whatever the system's resolver says; that is for addresses
/// that the user has configured.
public interface Addresses {

  /// The addresses to try in their order, at least one.
  ///
  /// @param host a name or a literal address as it stands in the request, IPv6 in brackets
  InetAddress[] direct(String host, int port) throws IOException;

  /// Returns if the host may be asked for at a proxy, which looks its name up by itself.
  void throughProxy(String host, int port) throws IOException;
}
