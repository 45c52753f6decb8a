package dev.tenon.core.http.fetch;

import dev.tenon.core.http.Addresses;
import dev.tenon.core.http.Headers;
import dev.tenon.core.http.HttpResponse;
import dev.tenon.core.http.HttpSettings;
import dev.tenon.core.http.Proxies;
import dev.tenon.core.http.Transport;
import dev.tenon.core.http.TransportException;
import dev.tenon.core.http.TransportException.Failure;
import dev.tenon.core.http.guard.AddressGuard;
import dev.tenon.core.http.guard.MalformedAddressException;
import dev.tenon.core.http.guard.Names;
import dev.tenon.core.http.guard.SystemNames;
import dev.tenon.core.http.guard.WebAddress;
import dev.tenon.core.http.tls.Trust;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Fetches web addresses that came from a model, a page or a person. The address guard stands
/// before every connection; redirects are followed by hand, at most [#MOST_REDIRECTS]; no cookie is
/// sent or kept; connections are shared within one fetch and never between two, because what one
/// caller's rules opened is not open for another. Safe for several threads.
///
/// Every failure is a [TransportException] that names the host and never a path, a query or a
/// header; an interrupt of the calling thread ends a fetch at once.
public final class Fetch {
  public static final int MOST_REDIRECTS = 5;

  private final Names names;
  private final Function<Addresses, Transport> transports;
  private final LongSupplier clock;

  public Fetch(HttpSettings settings, Proxies proxies, Trust trust) {
    this(
        new SystemNames(settings.connect()),
        guard -> new Transport(settings, proxies, trust, guard));
  }

  /// @param transports a new transport that connects where these addresses are
  public Fetch(Names names, Function<Addresses, Transport> transports) {
    this(names, transports, System::nanoTime);
  }

  Fetch(Names names, Function<Addresses, Transport> transports, LongSupplier clock) {
    this.names = names;
    this.transports = transports;
    this.clock = clock;
  }

  /// What stands at the address, whatever its status. To be closed.
  public Fetched get(String address, Limits limits, Hooks hooks)
      throws TransportException, InterruptedException {
    return get(parsed(address), Map.of(), limits, hooks);
  }

  public Fetched get(WebAddress address, Map<String, String> headers, Limits limits, Hooks hooks)
      throws TransportException, InterruptedException {
    return fetch(Exchange.get(address, headers), limits, hooks);
  }

  public Fetched post(
      WebAddress address, Map<String, String> headers, byte[] body, Limits limits, Hooks hooks)
      throws TransportException, InterruptedException {
    return fetch(Exchange.post(address, headers, body), limits, hooks);
  }

  private Fetched fetch(Exchange first, Limits limits, Hooks hooks)
      throws TransportException, InterruptedException {
    var guard = new AddressGuard(names, hooks.rules());
    var time = new TimeLeft(limits.time(), clock);
    Transport transport = transports.apply(guard);
    Fetched fetched = null;
    try {
      var seen = new HashSet<String>();
      var passed = new ArrayList<WebAddress>();
      Exchange exchange = first;
      while (true) {
        guard.requireOpen(exchange.address());
        seen.add(exchange.identity());
        passed.add(exchange.address());
        HttpResponse response = send(transport, exchange, time);
        boolean kept = false;
        try {
          @Nullable String location = location(response, exchange.address());
          if (location == null) {
            fetched = new Fetched(response, transport, List.copyOf(passed), limits, time);
            kept = true;
            return fetched;
          }
          exchange = next(exchange, response.status(), location);
        } finally {
          if (!kept) {
            response.close();
          }
        }
        requireEnd(passed, seen.contains(exchange.identity()));
        ask(passed.getLast(), exchange.address(), guard, hooks.redirects(), time);
      }
    } finally {
      if (fetched == null) {
        transport.close();
      }
    }
  }

  private static HttpResponse send(Transport transport, Exchange exchange, TimeLeft time)
      throws TransportException, InterruptedException {
    try {
      return transport.send(exchange.request(), time.left());
    } catch (TransportException failed) {
      throw time.explained(failed, exchange.address().host());
    } catch (MalformedAddressException odd) {
      throw refused(String.valueOf(odd.getMessage()));
    }
  }

  /// Where the answer sends us, or null if it is the answer itself.
  private static @Nullable String location(HttpResponse response, WebAddress at)
      throws TransportException {
    boolean redirect =
        switch (response.status()) {
          case 301, 302, 303, 307, 308 -> true;
          default -> false;
        };
    Headers headers = response.headers();
    List<String> locations = redirect ? headers.values("location") : List.of();
    if (locations.stream().distinct().count() > 1) {
      throw refused(at.host() + " redirects to several addresses at once, which is not followed");
    }
    return locations.isEmpty() || locations.getFirst().isEmpty() ? null : locations.getFirst();
  }

  private static Exchange next(Exchange exchange, int status, String location)
      throws TransportException {
    String host = exchange.address().host();
    WebAddress next;
    try {
      next = exchange.address().resolve(location);
    } catch (MalformedAddressException odd) {
      throw refused(host + " redirects to what is not followed: " + odd.getMessage());
    }
    if (exchange.address().secure() && !next.secure()) {
      throw refused(
          host
              + " redirects from https to http at "
              + next.host()
              + ", which is not followed; ask for the http address itself if that is wanted");
    }
    if (exchange.repeatsBody(status) && exchange.otherOrigin(next)) {
      throw refused(
          host
              + " redirects a request with a body to "
              + next.origin()
              + ", which is not followed; send it there itself if that is wanted");
    }
    return exchange.redirected(status, next);
  }

  private static void requireEnd(List<WebAddress> passed, boolean seen) throws TransportException {
    String host = passed.getLast().host();
    if (seen) {
      throw refused(host + " redirects in a circle; it may want cookies, which are never kept");
    }
    if (passed.size() > MOST_REDIRECTS) {
      throw refused(
          host + " redirects once more after " + MOST_REDIRECTS + " redirects, which is the most");
    }
  }

  private static void ask(
      WebAddress from, WebAddress to, AddressGuard guard, Redirects redirects, TimeLeft time)
      throws TransportException, InterruptedException {
    if (from.hostAndPort().equals(to.hostAndPort())) {
      return;
    }
    guard.requireOpen(to);
    time.pause();
    boolean granted = redirects.ask(to.host(), to.port());
    time.resume();
    if (!granted) {
      throw refused(
          from.host()
              + " redirects to "
              + to.hostAndPort()
              + ", which was not permitted; ask for that address itself or add connect("
              + to.hostAndPort()
              + ") to your rules");
    }
  }

  private static WebAddress parsed(String address) throws TransportException {
    try {
      return WebAddress.parse(address);
    } catch (MalformedAddressException odd) {
      throw refused(String.valueOf(odd.getMessage()));
    }
  }

  private static TransportException refused(String message) {
    return new TransportException(Failure.REFUSED, message, null);
  }
}
