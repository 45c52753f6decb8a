package dev.tenon.core.http.guard;

import dev.tenon.core.http.Addresses;
import dev.tenon.core.http.TransportException;
import dev.tenon.core.http.TransportException.Failure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Lets connections go to public addresses, and to others only where a rule of the user names host
/// and port. One closed address among those of a name closes the name: which of them is tried first
/// would be the choice of whoever answers for it.
///
/// The addresses that were judged are the ones that are connected to, so a name that means
/// something else a moment later gains nothing. Behind a proxy that cannot be: the proxy looks the
/// name up by itself. The name is judged by what it means here, and a name that means nothing here
/// is refused. Safe for several threads if its parts are.
public final class AddressGuard implements Addresses {
  private final Names names;
  private final ConnectRules rules;
  private final Function<InetAddress, @Nullable String> judge;

  public AddressGuard(Names names, ConnectRules rules) {
    this(names, rules, Ranges::refusal);
  }

  /// @param judge why an address is closed, or null
  AddressGuard(Names names, ConnectRules rules, Function<InetAddress, @Nullable String> judge) {
    this.names = names;
    this.rules = rules;
    this.judge = judge;
  }

  /// Whether everybody can see, without a look at the network, that a host is closed unless a rule
  /// of the user names it.
  ///
  /// @param canonical in the spelling of [Host#canonical]
  public static boolean closes(String canonical) {
    if (Host.isThisMachine(canonical)) {
      return true;
    }
    byte @Nullable [] bytes =
        canonical.indexOf(':') >= 0 ? IpText.six(canonical) : IpText.four(canonical);
    return bytes != null && Ranges.kind(bytes) != null;
  }

  /// Refuses what needs no look at the network: literal addresses, and the names of this machine.
  /// For asking before anyone else is asked.
  public void requireOpen(WebAddress address) throws TransportException {
    Host host = address.parsedHost();
    InetAddress literal =
        Host.isThisMachine(host.text()) ? InetAddress.getLoopbackAddress() : host.literal();
    if (literal != null && !rules.name(address.host(), address.port())) {
      requireOpen(address.host(), address.port(), literal);
    }
  }

  @Override
  public InetAddress[] direct(String host, int port) throws IOException {
    Host parsed = parsed(host);
    boolean named = rules.name(parsed.text(), port);
    InetAddress literal = parsed.literal();
    InetAddress[] all = literal != null ? one(literal) : names.resolve(parsed.text());
    if (all.length == 0) {
      throw new UnknownHostException(parsed.text());
    }
    // A copy, so that nobody changes what has been judged.
    InetAddress[] judged = all.clone();
    for (InetAddress address : judged) {
      if (!named) {
        requireOpen(parsed.text(), port, address);
      }
    }
    return judged;
  }

  @Override
  public void throughProxy(String host, int port) throws IOException {
    Host parsed = parsed(host);
    if (rules.name(parsed.text(), port)) {
      return;
    }
    try {
      direct(host, port);
    } catch (UnknownHostException onlyTheProxyMayKnow) {
      throw new TransportException(
          Failure.REFUSED,
          parsed.text()
              + " is not found here and only the proxy might know it, so it cannot be told whether"
              + " it leads into a private network; "
              + wayOut(parsed.text(), port),
          onlyTheProxyMayKnow);
    }
  }

  private static Host parsed(String host) throws TransportException {
    try {
      return Host.parse(host);
    } catch (MalformedAddressException odd) {
      throw new TransportException(Failure.REFUSED, String.valueOf(odd.getMessage()), odd);
    }
  }

  private static InetAddress[] one(InetAddress address) {
    return new InetAddress[] {address};
  }

  private void requireOpen(String host, int port, InetAddress address) throws TransportException {
    String kind = judge.apply(address);
    if (kind != null) {
      String shown = address.getHostAddress();
      boolean itself = host.equals(shown) || host.startsWith("[");
      throw new TransportException(
          Failure.REFUSED,
          (itself ? host + " is not a public address" : host + " leads to " + shown)
              + " ("
              + kind
              + "), which is closed; "
              + wayOut(host, port),
          null);
    }
  }

  private static String wayOut(String host, int port) {
    return "add connect(" + host + ":" + port + ") to your rules to open it";
  }
}
