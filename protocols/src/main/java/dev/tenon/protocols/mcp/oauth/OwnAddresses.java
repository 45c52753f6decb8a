package dev.tenon.protocols.mcp.oauth;

import dev.tenon.core.http.Addresses;
import dev.tenon.core.http.TransportException;
import dev.tenon.core.http.TransportException.Failure;
import dev.tenon.core.http.guard.AddressGuard;
import dev.tenon.core.http.guard.ConnectRules;
import dev.tenon.core.http.guard.Host;
import dev.tenon.core.http.guard.Names;
import dev.tenon.protocols.mcp.config.ServerConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Where a login may lead: to public addresses, and to the hosts and ports that the user has
/// configured, whatever their names mean. A name is judged by the addresses that are connected to.
/// A server that plainly is on this machine or in a private network may name others there.
final class OwnAddresses implements Addresses {
  private final AddressGuard guard;
  private final boolean inside;

  OwnAddresses(URI server, ServerConfig.OAuthClient configured, Names names) {
    URI issuer = uri(configured.issuer());
    Set<String> own = new HashSet<>();
    own.add(place(server));
    if (issuer != null && issuer.getHost() != null) {
      own.add(place(issuer));
    }
    this.inside = isClosed(server.getHost()) || (issuer != null && isClosed(issuer.getHost()));
    ConnectRules rules = (host, port) -> inside || own.contains(place(host, port));
    this.guard = new AddressGuard(names, rules);
  }

  private static @Nullable URI uri(String address) {
    try {
      return URI.create(address);
    } catch (IllegalArgumentException none) {
      return null;
    }
  }

  private static String place(URI address) {
    boolean secure = "https".equalsIgnoreCase(address.getScheme());
    return place(
        String.valueOf(address.getHost()),
        address.getPort() >= 0 ? address.getPort() : secure ? 443 : 80);
  }

  private static String place(String host, int port) {
    String canonical = Host.canonical(host);
    return (canonical == null ? host.toLowerCase(Locale.ROOT) : canonical) + " " + port;
  }

  /// Whether a host is plainly no part of the internet.
  private static boolean isClosed(@Nullable String host) {
    String canonical = host == null ? null : Host.canonical(host);
    return canonical != null && AddressGuard.closes(canonical);
  }

  /// Whether it can be told without a look at the network that nothing leads there.
  boolean refuses(URI address) {
    return !inside && isClosed(address.getHost());
  }

  /// Why something is refused, and the way out.
  static String refusal(String address) {
    return " leads to this machine or a private network, '"
        + address
        + "', where the server itself is not; if that is meant, name the authorization server with"
        + " mcp.servers.NAME.oauth.issuer";
  }

  @Override
  public InetAddress[] direct(String host, int port) throws IOException {
    try {
      return guard.direct(host, port);
    } catch (TransportException closed) {
      throw refused(host, port, closed);
    }
  }

  @Override
  public void throughProxy(String host, int port) throws IOException {
    try {
      guard.throughProxy(host, port);
    } catch (TransportException closed) {
      throw refused(host, port, closed);
    }
  }

  private static TransportException refused(String host, int port, TransportException closed) {
    return new TransportException(Failure.REFUSED, host + refusal(host + ":" + port), closed);
  }
}
