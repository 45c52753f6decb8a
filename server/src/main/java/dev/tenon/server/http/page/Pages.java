package dev.tenon.server.http.page;

import com.sun.net.httpserver.HttpExchange;
import dev.tenon.core.text.HtmlText;
import dev.tenon.server.http.guard.Guard;
import dev.tenon.server.http.wire.Call;
import dev.tenon.server.http.wire.Problem;
import dev.tenon.server.http.wire.Reply;
import dev.tenon.server.job.engine.JobEngine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// What a browser sees: the way in with the token, the review page with its files, the overview,
/// the way out.
public final class Pages {
  private static final String LOGIN = "/login";
  private static final String LOGOUT = "/logout";
  private static final String OVERVIEW = "/overview";

  /// Where a login may lead.
  private static final Pattern PLACE =
      Pattern.compile("/(?:overview)?(?:\\?[A-Za-z0-9._~%&=,:;@!$()*+/-]*)?");

  private static final int LONGEST_PLACE = 2_000;
  private static final int LONGEST_SHOWN = 200;

  private final Guard guard;
  private final OverviewPage overview;

  public Pages(Guard guard, JobEngine engine, String version) {
    this.guard = guard;
    this.overview = new OverviewPage(engine, version);
  }

  public static boolean has(String path) {
    return path.equals("/")
        || path.equals(LOGIN)
        || path.equals(LOGOUT)
        || path.equals(OVERVIEW)
        || path.startsWith(ReviewPage.ASSETS);
  }

  /// What a request for this path goes to: only pages are linked to from elsewhere.
  public static Guard.Target target(String path) {
    return has(path) && !path.startsWith(ReviewPage.ASSETS) ? Guard.Target.PAGE : Guard.Target.API;
  }

  /// Read when the first browser comes: most servers never see one.
  private static final class Built {
    static final Optional<ReviewPage> PAGE = ReviewPage.built();
  }

  public void serve(HttpExchange exchange, Reply reply, Call call) throws Problem, IOException {
    String path = exchange.getRequestURI().getRawPath();
    String method = exchange.getRequestMethod();
    boolean reads = method.equals("GET") || method.equals("HEAD");
    boolean form = path.equals(LOGIN) || path.equals(LOGOUT);
    String allowed = form ? "POST, OPTIONS" : "GET, HEAD, OPTIONS";
    if (method.equals("OPTIONS")) {
      reply.header("Allow", allowed).empty(204);
    } else if (path.equals("/") && reads) {
      String token = call.query("token", "");
      String once = call.query("once", "");
      if (!token.isEmpty()) {
        enter(exchange, reply, token, place(exchange));
      } else if (!once.isEmpty()) {
        enterOnce(exchange, reply, once);
      } else if (mayEnter(exchange, reply)) {
        home(reply);
      }
    } else if (path.equals(OVERVIEW) && reads) {
      if (mayEnter(exchange, reply)) {
        reply.page(200, overview.html(review()), Html.POLICY);
      }
    } else if (!form && reads) {
      guard.authorize(exchange, Guard.Target.API);
      asset(exchange, reply, path);
    } else if (path.equals(LOGIN) && method.equals("POST")) {
      fromOwnPage(exchange);
      Map<String, String> filled = call.form();
      String next = place(filled.getOrDefault("next", "/"));
      enter(exchange, reply, filled.getOrDefault("token", "").strip(), next);
    } else if (path.equals(LOGOUT) && method.equals("POST")) {
      fromOwnPage(exchange);
      guard.logOut(exchange, reply);
      reply.header("Location", "/").empty(303);
    } else {
      guard.authorize(exchange, target(path));
      throw new Problem(405, "method_not_allowed", "this page knows " + allowed + " only")
          .with("Allow", allowed);
    }
  }

  /// Whether somebody looks at this request: what a browser asks for when a person goes somewhere.
  /// Programs, and the scripts of the page, ask for something else.
  public static boolean isSeen(HttpExchange exchange) {
    String method = exchange.getRequestMethod();
    String path = exchange.getRequestURI().getRawPath();
    String accepted = exchange.getRequestHeaders().getFirst("Accept");
    return (method.equals("GET") || method.equals("HEAD"))
        && accepted != null
        && accepted.contains("text/html")
        && path != null
        && !path.startsWith("/api/")
        && !path.startsWith(ReviewPage.ASSETS);
  }

  /// A refusal in a sentence, with the way on; to somebody who is not logged in, the way in.
  public static void refuse(HttpExchange exchange, Reply reply, Problem problem)
      throws IOException {
    reply.headers(problem.headers());
    if (problem.status() == 401) {
      reply.page(401, loginPage("", "/"), Html.POLICY);
      return;
    }
    String path = String.valueOf(exchange.getRequestURI().getPath());
    String shown = path.length() <= LONGEST_SHOWN ? path : path.substring(0, LONGEST_SHOWN) + "…";
    String what =
        problem.status() == 404
            ? "There is nothing at <code>" + HtmlText.element(shown) + "</code>."
            : HtmlText.element(String.valueOf(problem.getMessage()));
    reply.page(
        problem.status(),
        Html.page(
            "Tenon: nothing here",
            "<header><h1>Tenon</h1></header>\n<main>\n<p role=\"alert\">"
                + what
                + "</p>\n<p>Sessions are opened from the review page, or by its address with"
                + " <code>#</code> and the name of a session.</p>\n"
                + "<p><a href=\"/\">Open the review page</a> · <a href=\"/overview\">All"
                + " sessions</a></p>\n</main>\n"),
        Html.POLICY);
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

  /// Whether the browser is logged in; if not, it has been shown the way in.
  private boolean mayEnter(HttpExchange exchange, Reply reply) throws Problem, IOException {
    try {
      guard.authorize(exchange, Guard.Target.PAGE);
      return true;
    } catch (Problem refused) {
      if (refused.status() != 401) {
        throw refused;
      }
      reply.headers(refused.headers());
      reply.page(401, loginPage("", place(exchange)), Html.POLICY);
      return false;
    }
  }

  private void home(Reply reply) throws IOException {
    Optional<ReviewPage> page = Built.PAGE;
    if (page.isPresent()) {
      page.get().send(reply);
    } else {
      reply.page(200, overview.html(review()), Html.POLICY);
    }
  }

  private static OverviewPage.Review review() {
    return Built.PAGE.isPresent() ? OverviewPage.Review.BUILT : OverviewPage.Review.MISSING;
  }

  private void asset(HttpExchange exchange, Reply reply, String path) throws Problem, IOException {
    String encodings = exchange.getRequestHeaders().getFirst("Accept-Encoding");
    Optional<ReviewPage> page = Built.PAGE;
    if (page.isEmpty() || !page.get().send(path, encodings == null ? "" : encodings, reply)) {
      throw new Problem(404, "not_found", "there is nothing here");
    }
  }

  /// The page that was asked for, without what opens a login.
  private static String place(HttpExchange exchange) {
    String query = exchange.getRequestURI().getRawQuery();
    var kept = new ArrayList<String>();
    for (String pair : query == null ? new String[0] : query.split("&", -1)) {
      if (!pair.startsWith("token=") && !pair.startsWith("once=") && !pair.isEmpty()) {
        kept.add(pair);
      }
    }
    String path = String.valueOf(exchange.getRequestURI().getRawPath());
    return place(path + (kept.isEmpty() ? "" : "?" + String.join("&", kept)));
  }

  /// Only to pages of this server, so that no link leads a person elsewhere after the login.
  private static String place(String wanted) {
    return wanted.length() <= LONGEST_PLACE && PLACE.matcher(wanted).matches() ? wanted : "/";
  }

  /// A browser that the program itself has opened. An address that was used or is too old leads a
  /// browser that is logged in to the page all the same.
  private void enterOnce(HttpExchange exchange, Reply reply, String secret)
      throws Problem, IOException {
    if (guard.logInOnce(exchange, reply, secret)) {
      entered(exchange, reply, place(exchange));
    } else if (mayEnter(exchange, reply)) {
      reply.header("Location", place(exchange)).empty(303);
    }
  }

  /// Exchanges the token for a cookie and goes on to a page.
  private void enter(HttpExchange exchange, Reply reply, String token, String next)
      throws Problem, IOException {
    if (guard.logIn(exchange, reply, token)) {
      entered(exchange, reply, next);
    } else {
      reply.page(401, loginPage("That is not the token of this server.", next), Html.POLICY);
    }
  }

  /// Takes what opened the login out of the address bar.
  private static void entered(HttpExchange exchange, Reply reply, String next) throws IOException {
    if ("cross-site".equals(exchange.getRequestHeaders().getFirst("Sec-Fetch-Site"))) {
      // Followed from a page elsewhere, a redirect would come without the cookie.
      reply.header("Refresh", "0; url=" + next).page(200, passing(), Html.POLICY);
      return;
    }
    reply.header("Location", next).empty(303);
  }

  private static String passing() {
    return Html.page("Tenon", "<p><a href=\"/\">Go on to Tenon</a></p>\n");
  }

  private static String loginPage(String problem, String next) {
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
            """
            + "<input type=\"hidden\" name=\"next\" value=\""
            + HtmlText.escape(next)
            + "\">\n"
            + """
            <p><button type="submit">Sign in</button></p>
            </form>
            <p class="soft">Programs send <code>Authorization: Bearer TOKEN</code>.</p>
            </main>
            """);
  }
}
