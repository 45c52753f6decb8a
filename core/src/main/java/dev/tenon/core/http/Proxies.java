package dev.tenon.core.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which proxy to use for which host, from the customary environment variables: `HTTPS_PROXY`,
/// `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`, in capitals or not. The own machine is never asked
/// through a proxy.
public final class Proxies {
  public static final Proxies NONE = new Proxies(Map.of());

  private final @Nullable Proxy forHttp;
  private final @Nullable Proxy forHttps;
  private final String[] without;

  private Proxies(Map<String, String> environment) {
    String all = variable(environment, "ALL_PROXY");
    forHttp = Proxy.parse("HTTP_PROXY", variable(environment, "HTTP_PROXY"), all);
    forHttps = Proxy.parse("HTTPS_PROXY", variable(environment, "HTTPS_PROXY"), all);
    String exceptions = variable(environment, "NO_PROXY");
    without =
        exceptions == null
            ? new String[0]
            : exceptions.toLowerCase(Locale.ROOT).replace(" ", "").split(",", -1);
  }

  public static Proxies of(Map<String, String> environment) {
    return new Proxies(environment);
  }

  @Nullable Proxy proxyFor(URI uri) {
    Proxy proxy = "https".equalsIgnoreCase(uri.getScheme()) ? forHttps : forHttp;
    if (proxy == null) {
      return null;
    }
    String host = uri.getHost().toLowerCase(Locale.ROOT);
    return Loopback.is(host) || excepted(host, uri.getPort()) ? null : proxy;
  }

  private boolean excepted(String host, int port) {
    for (String entry : without) {
      String name = entry;
      int colon = name.lastIndexOf(':');
      if (colon > 0 && name.indexOf(':') == colon) {
        if (!name.substring(colon + 1).equals(Integer.toString(port))) {
          continue;
        }
        name = name.substring(0, colon);
      }
      if (name.startsWith("*")) {
        name = name.substring(1);
      }
      if (name.isEmpty()) {
        if (entry.equals("*")) {
          return true;
        }
        continue;
      }
      String domain = name.startsWith(".") ? name : "." + name;
      if (host.equals(domain.substring(1)) || host.endsWith(domain)) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable String variable(Map<String, String> environment, String name) {
    String value = environment.get(name);
    if (value == null || value.isBlank()) {
      value = environment.get(name.toLowerCase(Locale.ROOT));
    }
    return value == null || value.isBlank() ? null : value.strip();
  }

  /// An HTTP proxy and, if its address has a user, the value of `Proxy-Authorization`.
  ///
  /// @param secure whether it is itself spoken to over TLS
  record Proxy(String host, int port, @Nullable String authorization, boolean secure) {

    static @Nullable Proxy parse(String variable, @Nullable String value, @Nullable String other) {
      String text = value == null ? other : value;
      if (text == null) {
        return null;
      }
      try {
        var uri = new URI(text.contains("://") ? text : "http://" + text);
        boolean secure = "https".equalsIgnoreCase(uri.getScheme());
        if (uri.getHost() == null || !(secure || "http".equalsIgnoreCase(uri.getScheme()))) {
          throw new IllegalArgumentException(
              variable + " must be an address like http://proxy.example:3128");
        }
        String user = uri.getRawUserInfo();
        return new Proxy(
            uri.getHost(),
            uri.getPort() >= 0 ? uri.getPort() : secure ? 443 : 80,
            user == null ? null : basic(user),
            secure);
      } catch (URISyntaxException malformed) {
        // The text may hold a password, so neither it nor the parser's message is shown.
        throw new IllegalArgumentException(
            variable + " must be an address like http://proxy.example:3128");
      }
    }

    private static String basic(String user) {
      byte[] plain =
          URLDecoder.decode(user, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
      return "Basic " + Base64.getEncoder().encodeToString(plain);
    }

    @Override
    public String toString() {
      return host + ":" + port;
    }
  }
}
