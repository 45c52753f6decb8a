package dev.tenon.protocols.mcp.oauth;

import dev.tenon.core.http.HttpRequest;
import dev.tenon.core.http.HttpResponse;
import dev.tenon.core.http.Transport;
import dev.tenon.core.http.TransportException;
import dev.tenon.core.http.guard.Names;
import dev.tenon.core.http.guard.SystemNames;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.text.VisibleText;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.protocol.McpException;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/// Requests to authorization servers, and to the places where servers say which one is theirs. No
/// redirect is followed, nothing goes over an unencrypted connection but to this machine, nothing
/// to this machine or a private network because a server elsewhere says so, and no message holds
/// anything of a body but the error that it names.
final class OAuthHttp implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int MOST_BYTES = 256 * 1024;
  private static final int LONGEST_REASON = 200;

  private static final String PROBE =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
          + "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"tenon\",\"version\":\"1\"}}}";

  /// What no message may repeat, of what is sent and of what comes back.
  private static final Set<String> SECRETS =
      Set.of(
          "code",
          "code_verifier",
          "client_secret",
          "refresh_token",
          "access_token",
          "id_token",
          "registration_access_token",
          "state");

  /// So long a name may take to be found.
  private static final Duration LOOKUP = Duration.ofSeconds(30);

  /// A shorter one is no secret, and would be found in any text.
  private static final int SHORTEST_SECRET = 3;

  private final Transport http;
  private final OwnAddresses addresses;
  private final Duration patience;

  /// @param http how the network is reached; connections are this one's own
  /// @param server whose word leads to all other addresses
  /// @param configured what the user has said about it
  OAuthHttp(Transport http, URI server, ServerConfig.OAuthClient configured) {
    this(http, server, configured, new SystemNames(LOOKUP));
  }

  /// @param names what names mean
  OAuthHttp(Transport http, URI server, ServerConfig.OAuthClient configured, Names names) {
    this(http, server, configured, names, PATIENCE);
  }

  OAuthHttp(
      Transport http,
      URI server,
      ServerConfig.OAuthClient configured,
      Names names,
      Duration patience) {
    this.patience = patience;
    this.addresses = new OwnAddresses(server, configured, names);
    this.http = http.within(addresses);
  }

  @Override
  public void close() {
    http.close();
  }

  /// The address, if it may be asked and a secret may go there.
  URI safe(String what, String address) throws McpException {
    URI uri;
    try {
      uri = URI.create(address);
    } catch (IllegalArgumentException broken) {
      throw new McpException(
          McpException.Kind.PROTOCOL, what + " is no address: '" + cut(address) + "'");
    }
    if (uri.getHost() == null || uri.getUserInfo() != null || !isPrivate(uri)) {
      throw new McpException(
          McpException.Kind.PROTOCOL,
          what + " must be an address with https, was '" + cut(address) + "'");
    }
    if (addresses.refuses(uri)) {
      throw new McpException(McpException.Kind.PROTOCOL, what + OwnAddresses.refusal(cut(address)));
    }
    return uri;
  }

  /// Whether nobody on the way can read what is sent there.
  static boolean isPrivate(URI address) {
    String scheme = String.valueOf(address.getScheme());
    return scheme.equalsIgnoreCase("https")
        || (scheme.equalsIgnoreCase("http") && isLoopback(address.getHost()));
  }

  private static boolean isLoopback(@Nullable String host) {
    return host != null
        && (host.equals("127.0.0.1") || host.equals("[::1]") || host.equalsIgnoreCase("localhost"));
  }

  /// The object at an address; nothing where there is none.
  Optional<Json.Obj> get(URI address) throws McpException, InterruptedException {
    HttpRequest request =
        HttpRequest.get(
            address, Map.of("Accept", "application/json", "MCP-Protocol-Version", "2025-11-25"));
    try (HttpResponse response = http.send(request, patience)) {
      String text = response.text(MOST_BYTES);
      if (response.status() >= 500) {
        throw new McpException(
            McpException.Kind.UNREACHABLE,
            shown(address) + " answers with the status " + response.status());
      }
      return response.ok() ? Optional.of(Json.parseObject(text)) : Optional.empty();
    } catch (TransportException failed) {
      throw unreachable(address, failed);
    } catch (JsonException plain) {
      return Optional.empty();
    } catch (IOException cut) {
      throw unreachable(address, cut);
    }
  }

  /// Asks a server without a token. Answers what it wants in `WWW-Authenticate`; nothing where it
  /// wants to know nobody.
  Optional<List<String>> probe(URI server, Map<String, String> headers)
      throws McpException, InterruptedException {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.put("Content-Type", "application/json");
    all.put("Accept", "application/json, text/event-stream");
    byte[] body = PROBE.getBytes(StandardCharsets.UTF_8);
    try (HttpResponse response = http.send(HttpRequest.post(server, all, body), patience)) {
      return response.status() == 401
          ? Optional.of(response.headers().values("WWW-Authenticate"))
          : Optional.empty();
    } catch (TransportException failed) {
      throw unreachable(server, failed);
    }
  }

  /// Sends a form and answers the object that comes back.
  ///
  /// @param authorization the header of that name; empty for none
  Json.Obj form(URI address, Map<String, String> fields, String authorization)
      throws McpException, TokenRefusedException, InterruptedException {
    var form = new StringJoiner("&");
    fields.forEach((name, value) -> form.add(name + "=" + encoded(value)));
    List<String> secrets = secrets(fields);
    if (!authorization.isEmpty()) {
      secrets.addAll(basic(authorization));
    }
    String type = "application/x-www-form-urlencoded";
    return post(address, type, form.toString(), authorization, secrets);
  }

  /// The values that are secret, as they are and as they are sent.
  private static List<String> secrets(Map<String, String> fields) {
    var secrets = new ArrayList<String>();
    fields.forEach(
        (name, value) -> {
          if (SECRETS.contains(name)) {
            secrets.add(value);
            secrets.add(encoded(value));
          }
        });
    return secrets;
  }

  /// What the header says of the client, in every form in which it might be repeated.
  private static List<String> basic(String authorization) {
    String code = authorization.substring(authorization.indexOf(' ') + 1);
    String pair = new String(Base64.getDecoder().decode(code), StandardCharsets.UTF_8);
    String secret = pair.substring(pair.indexOf(':') + 1);
    return List.of(code, secret, URLDecoder.decode(secret, StandardCharsets.UTF_8));
  }

  /// A text of somebody who was told secrets, without them, in one short line.
  static String cut(String text, Collection<String> secrets) {
    var longestFirst = new ArrayList<>(secrets);
    longestFirst.sort(Comparator.comparingInt(String::length).reversed());
    String plain = text;
    for (String secret : longestFirst) {
      if (secret.length() >= SHORTEST_SECRET) {
        plain = plain.replace(secret, "[secret]");
      }
    }
    return cut(plain);
  }

  /// A text of an answer, without what is secret of the answer and of what was asked.
  ///
  /// @param asked the fields that were sent
  static String cut(String text, Map<String, String> asked, Json.Obj answer) {
    List<String> secrets = secrets(asked);
    secrets.addAll(secrets(texts(answer)));
    return cut(text, secrets);
  }

  private static Map<String, String> texts(Json.Obj answer) {
    Map<String, String> texts = new LinkedHashMap<>();
    answer
        .members()
        .forEach(
            (name, value) -> {
              if (value instanceof Json.Str text) {
                texts.put(name, text.value());
              }
            });
    return texts;
  }

  Json.Obj json(URI address, Json.Obj body)
      throws McpException, TokenRefusedException, InterruptedException {
    return post(address, "application/json", body.compact(), "", List.of());
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /// @param sent secrets of the request
  private Json.Obj post(
      URI address, String type, String body, String authorization, List<String> sent)
      throws McpException, TokenRefusedException, InterruptedException {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", type);
    headers.put("Accept", "application/json");
    if (!authorization.isEmpty()) {
      headers.put("Authorization", authorization);
    }
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    int status;
    String text;
    try (HttpResponse response = http.send(HttpRequest.post(address, headers, bytes), patience)) {
      status = response.status();
      text = response.text(MOST_BYTES);
    } catch (IOException failed) {
      throw unreachable(address, failed);
    }
    if (status >= 500 || status == 429) {
      throw new McpException(
          McpException.Kind.UNREACHABLE, shown(address) + " answers with the status " + status);
    }
    Json.Obj answer;
    try {
      answer = Json.parseObject(text);
    } catch (JsonException broken) {
      throw new McpException(
          McpException.Kind.PROTOCOL,
          shown(address) + " answers with the status " + status + " and no JSON");
    }
    String error = answer.string("error", "");
    if (!error.isEmpty() || status < 200 || status >= 300) {
      String reason = answer.string("error_description", "");
      var secrets = new ArrayList<>(sent);
      secrets.addAll(secrets(texts(answer)));
      throw new TokenRefusedException(
          error,
          shown(address)
              + " refuses: "
              + (error.isEmpty() ? "status " + status : cut(error, secrets))
              + (reason.isEmpty() ? "" : " (" + cut(reason, secrets) + ")"));
    }
    return answer;
  }

  private static McpException unreachable(URI address, IOException failed) {
    return new McpException(
        McpException.Kind.UNREACHABLE,
        shown(address) + " cannot be asked: " + failed.getMessage(),
        failed);
  }

  static String shown(URI address) {
    return address.getScheme() + "://" + address.getRawAuthority() + address.getRawPath();
  }

  /// A text of others in one short line.
  static String cut(String text) {
    String line = VisibleText.line(text);
    return line.length() > LONGEST_REASON ? line.substring(0, LONGEST_REASON) + "…" : line;
  }
}
