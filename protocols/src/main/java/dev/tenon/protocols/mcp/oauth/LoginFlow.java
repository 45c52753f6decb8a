package dev.tenon.protocols.mcp.oauth;

import dev.tenon.core.http.Transport;
import dev.tenon.core.json.Json;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.transport.Origin;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/// Logs a person in: finds out who gives tokens for a server, sends the browser there, and takes
/// what it comes back with. Only an answer with the right state, and from the right authorization
/// server, counts.
public final class LoginFlow {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int SECRET_BYTES = 32;

  private final Transport transport;
  private final LoginStore store;
  private final Person person;
  private final Duration patience;
  private final InstantSource clock = InstantSource.system();
  private final SecureRandom random = new SecureRandom();
  private final Map<URI, Integer> runs = new ConcurrentHashMap<>();

  /// The person who logs in.
  public interface Person {
    /// Shows the address, and opens it where that can be done.
    ///
    /// @param pasted takes the address that the browser ended at, if the person has to bring it;
    ///   answers false for one that is no answer
    void visit(URI address, Pasted pasted) throws InterruptedException;

    /// The login is over, one way or the other.
    default void done() {}
  }

  /// Takes an address that was pasted.
  @FunctionalInterface
  public interface Pasted {
    boolean take(String address);
  }

  public LoginFlow(Transport http, LoginStore store, Person person) {
    this(http, store, person, PATIENCE);
  }

  LoginFlow(Transport http, LoginStore store, Person person, Duration patience) {
    this.transport = http;
    this.store = store;
    this.person = person;
    this.patience = patience;
  }

  /// Logs in for a server, whether or not it has been asked for yet: for what it asks for now, what
  /// the login before allowed, and what was refused for want of a scope since. Answers false when
  /// it asks for none.
  public boolean logIn(ServerConfig.Remote server) throws McpException, InterruptedException {
    Optional<List<String>> challenges;
    try (var http = new OAuthHttp(transport, server.address(), server.oauth())) {
      challenges = http.probe(server.address(), server.headers());
      if (challenges.isEmpty()
          && !ResourceMetadata.find(http, server.address(), Challenge.NONE).published()) {
        return false;
      }
    }
    run(
        server.address(),
        server.oauth(),
        challenges.orElse(List.of()),
        store.scope(server.address()));
    return true;
  }

  /// A token is shown to the server with each request.
  private static void requireSafe(URI server) throws McpException {
    if (!OAuthHttp.isPrivate(server)) {
      throw new McpException(
          McpException.Kind.UNAUTHORIZED,
          "nobody logs in to "
              + OAuthHttp.shown(server)
              + ": over http everybody on the way reads the token; give it an address with https");
    }
  }

  /// How often somebody was sent to log in for a server.
  int runs(URI server) {
    return runs.getOrDefault(server, 0);
  }

  /// Logs in for a server and keeps the tokens.
  ///
  /// @param challenges the values of `WWW-Authenticate` that the server refused a request with
  /// @param before scopes that an earlier token had, which are kept
  void run(URI server, ServerConfig.OAuthClient configured, List<String> challenges, String before)
      throws McpException, InterruptedException {
    requireSafe(server);
    runs.merge(server, 1, Integer::sum);
    try (var http = new OAuthHttp(transport, server, configured)) {
      run(http, server, configured, challenges, before);
    }
  }

  private void run(
      OAuthHttp http,
      URI server,
      ServerConfig.OAuthClient configured,
      List<String> challenges,
      String before)
      throws McpException, InterruptedException {
    Challenge challenge = Challenge.of(challenges);
    ResourceMetadata resource = ResourceMetadata.find(http, server, challenge);
    boolean named = !configured.issuer().isEmpty();
    IssuerMetadata issuer =
        IssuerMetadata.find(
            http, named ? configured.issuer() : resource.issuer(), named || resource.published());
    String scope = scope(challenge, resource, before);
    var clients = new ClientChoice(http, store, server, configured);
    try {
      authorize(server, resource, issuer, clients, scope);
    } catch (TokenRefusedException refused) {
      if (!clients.forgets(issuer, refused)) {
        throw refused(refused);
      }
      // Once more, with a new registration.
      try {
        authorize(server, resource, issuer, clients, scope);
      } catch (TokenRefusedException again) {
        throw refused(again);
      }
    } finally {
      person.done();
    }
  }

  private static McpException refused(TokenRefusedException refused) {
    return new McpException(
        McpException.Kind.UNAUTHORIZED, "the login failed: " + refused.getMessage(), refused);
  }

  /// What the challenge wants, else what there is; and what was there before.
  private static String scope(Challenge challenge, ResourceMetadata resource, String before) {
    Set<String> scopes = new LinkedHashSet<>();
    for (String each : before.split(" ", -1)) {
      scopes.add(each);
    }
    if (challenge.scope().isEmpty()) {
      scopes.addAll(resource.scopes());
    } else {
      scopes.addAll(List.of(challenge.scope().split(" ", -1)));
    }
    scopes.remove("");
    return String.join(" ", scopes);
  }

  private void authorize(
      URI server,
      ResourceMetadata resource,
      IssuerMetadata issuer,
      ClientChoice clients,
      String scope)
      throws McpException, TokenRefusedException, InterruptedException {
    String state = secret();
    String verifier = secret();
    BlockingQueue<Map<String, String>> answers = new ArrayBlockingQueue<>(1);
    int port = store.registered(issuer.key()).map(LoginFlow::port).orElse(0);
    try (var listener =
        new CallbackListener(port, address -> taken(address.getRawQuery(), state, answers))) {
      String redirect = listener.address();
      OAuthIdentity client = clients.choose(issuer, redirect, scope);
      URI address = address(issuer, client, redirect, state, verifier, resource, scope);
      person.visit(address, pasted -> taken(query(pasted), state, answers));
      Map<String, String> answer = answers.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
      if (answer == null) {
        throw new McpException(
            McpException.Kind.UNAUTHORIZED,
            "nobody came back from the login within "
                + patience.toSeconds()
                + " s; "
                + (clients.forgetsUnanswered(issuer)
                    ? "if "
                        + issuer.issuer()
                        + " showed an error, it may not know Tenon any more, and Tenon registers"
                        + " there anew when you log in again"
                    : "log in again"));
      }
      String code = code(answer, issuer);
      var wanted =
          new Login(
              issuer.key(),
              resource.resource(),
              Origin.of(server),
              issuer.token(),
              client,
              "",
              "",
              0,
              scope);
      clients.shown(client, issuer);
      var requests = new TokenRequests(clients.http(), clock);
      store.keep(server, requests.exchange(wanted, code, redirect, verifier));
    } catch (IOException unbound) {
      throw new McpException(
          McpException.Kind.UNREACHABLE,
          "nobody can be waited for on 127.0.0.1: " + unbound.getMessage(),
          unbound);
    }
  }

  private static int port(OAuthIdentity client) {
    return client.redirect().isEmpty() ? 0 : Math.max(0, URI.create(client.redirect()).getPort());
  }

  private String secret() {
    byte[] bytes = new byte[SECRET_BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static URI address(
      IssuerMetadata issuer,
      OAuthIdentity client,
      String redirect,
      String state,
      String verifier,
      ResourceMetadata resource,
      String scope) {
    var query = new StringJoiner("&");
    query.add("response_type=code");
    query.add("client_id=" + OAuthHttp.encoded(client.id()));
    query.add("redirect_uri=" + OAuthHttp.encoded(redirect));
    query.add("code_challenge=" + challenge(verifier));
    query.add("code_challenge_method=S256");
    query.add("state=" + state);
    query.add("resource=" + OAuthHttp.encoded(resource.resource()));
    if (!scope.isEmpty()) {
      query.add("scope=" + OAuthHttp.encoded(scope));
    }
    String base = issuer.authorization();
    return URI.create(base + (base.indexOf('?') < 0 ? "?" : "&") + query);
  }

  private static String challenge(String verifier) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static String query(String pasted) {
    String text = pasted.strip();
    int mark = text.indexOf('?');
    int end = text.indexOf('#');
    return mark < 0 ? "" : text.substring(mark + 1, end < mark ? text.length() : end);
  }

  /// Only an answer with our state is one.
  private static boolean taken(
      String query, String state, BlockingQueue<Map<String, String>> answers) {
    Map<String, String> fields = new HashMap<>();
    for (String pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        try {
          fields.putIfAbsent(
              URLDecoder.decode(pair.substring(0, equals), StandardCharsets.UTF_8),
              URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException broken) {
          return false;
        }
      }
    }
    byte[] given = fields.getOrDefault("state", "").getBytes(StandardCharsets.UTF_8);
    return MessageDigest.isEqual(given, state.getBytes(StandardCharsets.UTF_8))
        && (fields.containsKey("code") || fields.containsKey("error"))
        && answers.offer(fields);
  }

  private static String code(Map<String, String> answer, IssuerMetadata issuer)
      throws McpException, TokenRefusedException {
    String from = answer.get("iss");
    if (from == null ? issuer.namesItself() : !from.equals(issuer.issuer())) {
      throw new McpException(
          McpException.Kind.UNAUTHORIZED,
          "the answer does not come from "
              + issuer.issuer()
              + (from == null ? "" : ", it says '" + OAuthHttp.cut(from) + "'")
              + "; nothing was taken from it");
    }
    String error = answer.get("error");
    if (error != null) {
      String reason = answer.getOrDefault("error_description", "");
      throw new TokenRefusedException(
          error,
          issuer.issuer()
              + " refuses: "
              + OAuthHttp.cut(error, answer, Json.Obj.EMPTY)
              + (reason.isEmpty()
                  ? ""
                  : " (" + OAuthHttp.cut(reason, answer, Json.Obj.EMPTY) + ")"));
    }
    return answer.getOrDefault("code", "");
  }
}
