package dev.tenon.server.http.page;

import com.sun.net.httpserver.HttpExchange;
import dev.tenon.core.text.HtmlText;
import dev.tenon.server.http.guard.Guard;
import dev.tenon.server.http.wire.Call;
import dev.tenon.server.http.wire.Problem;
import dev.tenon.server.http.wire.Reply;
import dev.tenon.server.job.engine.JobEngine;
import java.io.IOException;

/// What a browser sees: the way in with the token, the overview, the way out.
public final class Pages {
  private static final String LOGIN = "/login";
  private static final String LOGOUT = "/logout";

  private final Guard guard;
  private final OverviewPage overview;

  public Pages(Guard guard, JobEngine engine, String version) {
    this.guard = guard;
    this.overview = new OverviewPage(engine, version);
  }

  public static boolean has(String path) {
    return path.equals("/") || path.equals(LOGIN) || path.equals(LOGOUT);
  }

  public void serve(HttpExchange exchange, Reply reply, Call call) throws Problem, IOException {
    String path = exchange.getRequestURI().getRawPath();
    String method = exchange.getRequestMethod();
    boolean reads = method.equals("GET") || method.equals("HEAD");
    String allowed = path.equals("/") ? "GET, HEAD, OPTIONS" : "POST, OPTIONS";
    if (method.equals("OPTIONS")) {
      reply.header("Allow", allowed).empty(204);
    } else if (path.equals("/") && reads) {
      String token = call.query("token", "");
      if (token.isEmpty()) {
        home(exchange, reply);
      } else {
        enter(exchange, reply, token);
      }
    } else if (path.equals(LOGIN) && method.equals("POST")) {
      fromOwnPage(exchange);
      enter(exchange, reply, call.form().getOrDefault("token", "").strip());
    } else if (path.equals(LOGOUT) && method.equals("POST")) {
      fromOwnPage(exchange);
      guard.logOut(exchange, reply);
      reply.header("Location", "/").empty(303);
    } else {
      guard.authorize(exchange, Guard.Target.PAGE);
      throw new Problem(405, "method_not_allowed", "this page knows " + allowed + " only")
          .with("Allow", allowed);
    }
  }

  /// A form of another page must not log anybody in or out. The guard has compared the Origin that
  /// there is.
  private static void fromOwnPage(HttpExchange exchange) throws Problem {
    var headers = exchange.getRequestHeaders();
    if (!headers.containsKey("Origin")
        && !"same-origin".equals(headers.getFirst("Sec-Fetch-Site"))) {
      throw new Problem(403, "wrong_origin", "this form is for pages of this server");
    }
  }

  private void home(HttpExchange exchange, Reply reply) throws Problem, IOException {
    try {
      guard.authorize(exchange, Guard.Target.PAGE);
    } catch (Problem refused) {
      if (refused.status() != 401) {
        throw refused;
      }
      reply.headers(refused.headers());
      reply.page(401, loginPage(""), Html.POLICY);
      return;
    }
    reply.page(200, overview.html(), Html.POLICY);
  }

  /// Exchanges the token for a cookie and takes it out of the address bar.
  private void enter(HttpExchange exchange, Reply reply, String token) throws Problem, IOException {
    if (!guard.logIn(exchange, reply, token)) {
      reply.page(401, loginPage("That is not the token of this server."), Html.POLICY);
      return;
    }
    if ("cross-site".equals(exchange.getRequestHeaders().getFirst("Sec-Fetch-Site"))) {
      // Followed from a page elsewhere, a redirect would come without the cookie.
      reply.header("Refresh", "0; url=/").page(200, passing(), Html.POLICY);
      return;
    }
    reply.header("Location", "/").empty(303);
  }

  private static String passing() {
    return Html.page("Tenon", "<p><a href=\"/\">Go on to the overview</a></p>\n");
  }

  private static String loginPage(String problem) {
    String told =
        problem.isEmpty()
            ? ""
            : "<p role=\"alert\"><strong>" + HtmlText.escape(problem) + "</strong></p>\n";
    return Html.page(
        "Tenon: sign in",
        """
        <header><h1>Tenon</h1></header>
        <main>
        <h2>This server needs its token</h2>
        """
            + told
            + """
            <p>Open the address that <code>tenon serve</code> printed when it started; it holds the \
            token. Or paste the token here:</p>
            <form method="post" action="/login">
            <p><label for="token">Token</label><br>
            <input id="token" name="token" type="password" autocomplete="current-password" \
            required></p>
            <p><button type="submit">Sign in</button></p>
            </form>
            <p class="soft">Programs send <code>Authorization: Bearer TOKEN</code>.</p>
            </main>
            """);
  }
}
