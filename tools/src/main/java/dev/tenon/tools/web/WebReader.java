package dev.tenon.tools.web;

import dev.tenon.core.http.TransportException;
import dev.tenon.core.http.fetch.Fetch;
import dev.tenon.core.http.fetch.Fetched;
import dev.tenon.core.http.fetch.Hooks;
import dev.tenon.core.http.fetch.Limits;
import dev.tenon.core.http.guard.ConnectRules;
import dev.tenon.core.http.guard.Host;
import dev.tenon.core.http.guard.MalformedAddressException;
import dev.tenon.core.http.guard.WebAddress;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.AddressReader;
import dev.tenon.core.tool.Permits;
import dev.tenon.core.tool.ToolException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Web pages: `http://…` and `https://…`, one reader each. Whether a connection may be made is the
/// policy's question, asked for the host and again for each other host that a redirect leads to;
/// whether an address is closed is the guard's, which only rules of the user open, and a person who
/// said yes to this very address.
public final class WebReader implements AddressReader {
  /// More is not read: it could not be shown either.
  public static final Limits LIMITS = new Limits(5_000_000, 200, Duration.ofSeconds(60));

  private static final Map<String, String> HEADERS =
      Map.of("Accept", "text/markdown, text/plain;q=0.9, text/html;q=0.9, */*;q=0.8");

  private final String scheme;
  private final Fetch fetch;
  private final ConnectRules rules;

  private WebReader(String scheme, Fetch fetch, ConnectRules rules) {
    this.scheme = scheme;
    this.fetch = fetch;
    this.rules = rules;
  }

  /// The readers of both schemes.
  ///
  /// @param rules which closed addresses the user's rules open
  public static List<AddressReader> both(Fetch fetch, ConnectRules rules) {
    return List.of(new WebReader("https", fetch, rules), new WebReader("http", fetch, rules));
  }

  @Override
  public String scheme() {
    return scheme;
  }

  /// A colon stands in front of a port.
  @Override
  public boolean takesSelectors() {
    return false;
  }

  @Override
  public List<Access> access(String rest) throws ToolException {
    return List.of(connect(address(rest)));
  }

  private WebAddress address(String rest) throws ToolException {
    try {
      return WebAddress.parse(scheme + "://" + rest);
    } catch (MalformedAddressException odd) {
      throw new ToolException(
          ToolException.Code.INVALID_ARGUMENT, String.valueOf(odd.getMessage()));
    }
  }

  private static Access.Connect connect(WebAddress address) {
    return new Access.Connect(address.host(), address.port());
  }

  @Override
  public Opened open(String rest, Permits permits) throws ToolException, InterruptedException {
    WebAddress address = address(rest);
    var asked = new Asked(address, permits);
    try (Fetched fetched =
        fetch.get(address, HEADERS, LIMITS, new Hooks(asked::opens, asked::mayRedirect))) {
      requireOk(fetched, scheme + "://" + rest);
      PageText page = PageText.of(fetched, scheme + "://" + rest);
      return new Opened(
          new ByteArrayInputStream(page.text().getBytes(StandardCharsets.UTF_8)), page.notes());
    } catch (TransportException failed) {
      if (asked.refusal != null) {
        throw asked.refusal;
      }
      throw new ToolException(
          failed.failure() == TransportException.Failure.REFUSED
              ? ToolException.Code.PERMISSION_DENIED
              : ToolException.Code.IO_ERROR,
          "cannot read " + scheme + "://" + rest + ": " + failed.getMessage());
    }
  }

  private static void requireOk(Fetched fetched, String asked) throws ToolException {
    if (fetched.ok()) {
      return;
    }
    int status = fetched.status();
    boolean moved = fetched.passed().size() > 1;
    throw new ToolException(
        status == 404 || status == 410 ? ToolException.Code.NOT_FOUND : ToolException.Code.FAILED,
        asked
            + " was answered with status "
            + status
            + (moved ? ", after redirects to " + fetched.address().withoutQuery() : ""));
  }

  /// What is decided while one address is read.
  private final class Asked {
    private final WebAddress first;
    private final Permits permits;
    private @Nullable ToolException refusal;

    Asked(WebAddress first, Permits permits) {
      this.first = first;
      this.permits = permits;
    }

    /// A person's yes counts where it is plain what it was said to: an address or this machine, as
    /// it was asked for. Where another name leads, or that a redirect leads there, no question
    /// showed.
    boolean opens(String host, int port) {
      if (rules.name(host, port)) {
        return true;
      }
      var access = new Access.Connect(host, port);
      boolean plain = Host.isAddress(access.host()) || Host.isThisMachine(access.host());
      return plain && access.equals(connect(first)) && permits.confirmed(access);
    }

    boolean mayRedirect(String host, int port) throws InterruptedException {
      try {
        permits.request(new Access.Connect(host, port));
        return true;
      } catch (ToolException no) {
        refusal =
            new ToolException(
                no.code(),
                first.host() + " redirects to " + host + ":" + port + ": " + no.getMessage(),
                no.suggestions());
        return false;
      }
    }
  }
}
