package dev.tenon.server.http;

import io.avaje.jex.http.Context;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Stands before every route: a request must be meant for this server (its Host), come from a page
/// that may call it (its Origin), and hold the token. Failures are told in the same words whatever
/// was wrong with the token.
final class Guard {

  private final ServerSettings settings;
  private final byte[] token;
  private final Bucket requests;
  private final Bucket failures = new Bucket(20, 1);

  Guard(ServerSettings settings) {
    this.settings = settings;
    this.token = settings.token().getBytes(StandardCharsets.UTF_8);
    this.requests = new Bucket(settings.requestsPerSecond(), settings.requestsPerSecond());
  }

  /// Headers that every answer has.
  static void harden(Context context) {
    Map.of(
            "X-Content-Type-Options", "nosniff",
            "X-Frame-Options", "DENY",
            "Referrer-Policy", "no-referrer",
            "Cache-Control", "no-store",
            "Cross-Origin-Resource-Policy", "same-origin",
            "Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'")
        .forEach(context::header);
  }

  void check(Context context) throws Problem {
    host(context);
    origin(context);
    if (!requests.take()) {
      throw new Problem(429, "too_many_requests", "too many requests; slow down");
    }
    token(context);
  }

  /// A page that a foreign name server points at this machine sends that foreign name.
  private void host(Context context) throws Problem {
    String host = context.header("Host");
    String name = host == null ? "" : withoutPort(host);
    boolean own =
        ServerSettings.isLoopback(name)
            || (settings.reach() == ServerSettings.Reach.REMOTE
                && (name.equals(settings.host()) || knownOrigin(name)));
    if (!own) {
      throw new Problem(403, "wrong_host", "this server does not answer for '" + name + "'");
    }
  }

  private boolean knownOrigin(String name) {
    for (String origin : settings.origins()) {
      if (name.equals(hostOf(origin))) {
        return true;
      }
    }
    return false;
  }

  private void origin(Context context) throws Problem {
    String origin = context.header("Origin");
    if (origin == null) {
      String site = context.header("Sec-Fetch-Site");
      if (site != null && site.equals("cross-site")) {
        throw foreign("a page of another site");
      }
      return;
    }
    String name = hostOf(origin);
    String host = context.header("Host");
    boolean same =
        name != null && host != null && origin.toLowerCase(Locale.ROOT).endsWith("://" + host);
    if (!same && !settings.origins().contains(origin)) {
      throw foreign(origin);
    }
  }

  private static Problem foreign(String who) {
    return new Problem(403, "wrong_origin", who + " may not call this server");
  }

  private static @Nullable String hostOf(String origin) {
    try {
      return new URI(origin).getHost();
    } catch (URISyntaxException unreadable) {
      return null;
    }
  }

  private static String withoutPort(String host) {
    int end = host.startsWith("[") ? host.indexOf(']') + 1 : host.indexOf(':');
    return end <= 0 ? host : host.substring(0, end);
  }

  private void token(Context context) throws Problem {
    if (matches(given(context))) {
      return;
    }
    if (!failures.take()) {
      throw new Problem(429, "too_many_requests", "too many wrong tokens; wait a minute");
    }
    throw new Problem(
        401,
        "unauthorized",
        "this server needs its token",
        "Send Authorization: Bearer TOKEN with the token that the server printed.");
  }

  boolean matches(@Nullable String candidate) {
    return candidate != null
        && MessageDigest.isEqual(token, candidate.getBytes(StandardCharsets.UTF_8));
  }

  private static @Nullable String given(Context context) {
    String header = context.header("Authorization");
    if (header != null && header.regionMatches(true, 0, "Bearer ", 0, 7)) {
      return header.substring(7).strip();
    }
    return null;
  }
}
