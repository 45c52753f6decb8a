package dev.tenon.protocols.mcp.transport;

import dev.tenon.core.http.HttpRequest;
import dev.tenon.core.http.HttpResponse;
import dev.tenon.core.http.Transport;
import dev.tenon.core.http.TransportException;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.protocol.McpException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Requests to one server over HTTP, with its headers and, where it wants to know who asks, with a
/// token. A redirect is not followed: whoever configures an address means that one.
final class HttpLink {
  static final int LARGEST = 16 << 20;

  private static final int ERROR_TEXT = 64 * 1024;
  private static final int MOST_CHALLENGES = 5;
  private static final int MOST_TOKENS = 8;
  private static final int SHORTEST_SECRET = 8;
  private static final Pattern SECRET =
      Pattern.compile("auth|key|token|secret|cookie|pass|credential", Pattern.CASE_INSENSITIVE);

  private final String name;
  private final URI address;
  private final Map<String, String> configured;
  private final List<String> secrets;
  private final Transport http;
  private final Authorizer authorizer;
  private final ArrayDeque<String> shown = new ArrayDeque<>();

  HttpLink(String name, ServerConfig.Remote way, Transport http, Authorizer authorizer) {
    this.name = name;
    this.address = way.address();
    this.configured = way.headers();
    this.secrets = secrets(way.headers());
    this.http = http;
    this.authorizer = authorizer;
  }

  String name() {
    return name;
  }

  URI address() {
    return address;
  }

  /// What is sent, and how.
  enum Method {
    GET,
    POST,
    DELETE
  }

  HttpResponse post(URI to, Json body, Map<String, String> more, Duration within)
      throws McpException, InterruptedException {
    byte[] bytes = body.compact().getBytes(StandardCharsets.UTF_8);
    if (bytes.length > LARGEST) {
      throw new McpException(
          McpException.Kind.TOO_LARGE,
          "the message to " + name + " has " + bytes.length + " bytes; at most " + LARGEST);
    }
    return send(Method.POST, to, more, bytes, within);
  }

  /// An answer that is no refusal for want of a token. Whoever asks closes it.
  HttpResponse send(Method method, URI to, Map<String, String> more, byte[] body, Duration within)
      throws McpException, InterruptedException {
    for (int challenges = 0; ; challenges++) {
      Optional<String> token = authorizer.token(to);
      token.ifPresent(this::remember);
      HttpResponse response = once(method, to, headers(to, more, token), body, within);
      int status = response.status();
      boolean refused = status == 401 || (status == 403 && token.isPresent());
      if (!refused) {
        return response;
      }
      List<String> wanted = response.headers().values("WWW-Authenticate");
      response.close();
      if (challenges >= MOST_CHALLENGES
          || !authorizer.challenged(to, status, token.orElse(""), wanted)) {
        throw new McpException(
            McpException.Kind.UNAUTHORIZED,
            name
                + " refuses the request ("
                + status
                + "); log in with 'tenon mcp login "
                + name
                + "', or give it a token with mcp.servers."
                + name
                + ".headers");
      }
    }
  }

  private synchronized void remember(String token) {
    if (!shown.contains(token)) {
      shown.addLast(token);
      if (shown.size() > MOST_TOKENS) {
        shown.removeFirst();
      }
    }
  }

  /// What was configured as a secret, also without the word for its kind.
  private static List<String> secrets(Map<String, String> headers) {
    var secrets = new ArrayList<String>();
    headers.forEach(
        (name, value) -> {
          String last = value.substring(value.lastIndexOf(' ') + 1);
          if (SECRET.matcher(name).find() && last.length() >= SHORTEST_SECRET) {
            secrets.add(last);
          }
        });
    return secrets;
  }

  /// What a server says, without the tokens and keys that it was shown.
  synchronized String masked(String text) {
    String plain = text;
    for (String secret : secrets) {
      plain = plain.replace(secret, "[secret]");
    }
    for (String token : shown) {
      plain = plain.replace(token, "[token]");
    }
    return plain;
  }

  private Map<String, String> headers(URI to, Map<String, String> more, Optional<String> token) {
    Map<String, String> headers = new LinkedHashMap<>();
    // What was configured is for the configured host.
    if (Origin.same(to, address)) {
      headers.putAll(configured);
    }
    token.ifPresent(
        value -> {
          headers.keySet().removeIf(each -> each.equalsIgnoreCase("Authorization"));
          headers.put("Authorization", "Bearer " + value);
        });
    more.forEach(
        (key, value) -> {
          headers.keySet().removeIf(each -> each.equalsIgnoreCase(key));
          headers.put(key, value);
        });
    return headers;
  }

  private HttpResponse once(
      Method method, URI to, Map<String, String> headers, byte[] body, Duration within)
      throws McpException, InterruptedException {
    HttpRequest request =
        switch (method) {
          case GET -> HttpRequest.get(to, headers);
          case POST -> HttpRequest.post(to, headers, body);
          case DELETE -> HttpRequest.delete(to, headers);
        };
    long deadline = System.nanoTime() + within.toNanos();
    try {
      return http.send(request, within);
    } catch (TransportException failed) {
      throw broken(failed, deadline);
    }
  }

  /// What to say of a request that did not get through, or of an answer that broke off.
  ///
  /// @param deadline from when on the connection was cut from this side
  McpException broken(IOException failed, long deadline) {
    McpException.Kind kind = McpException.Kind.UNREACHABLE;
    if (failed instanceof TransportException transport) {
      boolean late = System.nanoTime() - deadline >= 0;
      kind =
          switch (transport.failure()) {
            case STALLED -> McpException.Kind.TIMED_OUT;
            case NO_ANSWER ->
                late || failed.getCause() instanceof SocketTimeoutException
                    ? McpException.Kind.TIMED_OUT
                    : McpException.Kind.CLOSED;
            case CUT -> late ? McpException.Kind.TIMED_OUT : McpException.Kind.CLOSED;
            case GARBAGE -> McpException.Kind.PROTOCOL;
            case NOBODY_LISTENS, NO_CONNECTION, NOT_TRUSTED, REFUSED ->
                McpException.Kind.UNREACHABLE;
          };
    }
    return kind == McpException.Kind.TIMED_OUT
        ? new McpException(kind, name + " did not answer in time: " + failed.getMessage(), failed)
        : new McpException(kind, name + ": " + failed.getMessage(), failed);
  }

  /// What an answer says that is no success: the error inside, or its status.
  McpException refusal(HttpResponse response) throws InterruptedException {
    int status = response.status();
    if (status >= 300 && status < 400) {
      return McpException.refused(
          name,
          status,
          "it wants to be asked at another address ("
              + masked(where(response.headers().get("Location")))
              + "); configure that one",
          null);
    }
    String text = "";
    try {
      text = masked(response.text(ERROR_TEXT));
    } catch (IOException cut) {
      interrupted();
    }
    try {
      Json.Obj error = Json.parseObject(text).object("error");
      if (error != null) {
        return McpException.refused(
            name,
            (int) error.number("code", status),
            error.string("message", "status " + status),
            error.get("data"));
      }
    } catch (JsonException plain) {
      // Then there is only the status.
    }
    return McpException.refused(name, status, "HTTP status " + status, null);
  }

  private static String where(@Nullable String location) {
    String target = String.valueOf(location);
    int query = target.indexOf('?');
    String plain = query < 0 ? target : target.substring(0, query);
    return plain.length() > 200 ? plain.substring(0, 200) + "…" : plain;
  }

  static void interrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  static boolean isEvents(HttpResponse response) {
    return type(response).startsWith("text/event-stream");
  }

  static String type(HttpResponse response) {
    String type = response.headers().get("Content-Type");
    return type == null ? "" : type.toLowerCase(Locale.ROOT);
  }
}
