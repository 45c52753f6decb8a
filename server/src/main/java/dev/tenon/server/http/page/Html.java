package dev.tenon.server.http.page;

import dev.tenon.core.text.HtmlText;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/// Pages without scripts: everything that is put into one is escaped, and its policy lets a browser
/// load nothing but the style that is in it.
final class Html {
  private static final String STYLE =
      """
      :root{color-scheme:light dark;--ink:#1d2126;--soft:#5a626c;--line:#d9dde2;--paper:#fff;\
      --card:#f6f7f9;--accent:#0b5cad;--wait:#8a4b00;--waitcard:#fff4e2}
      @media(prefers-color-scheme:dark){:root{--ink:#e6e9ed;--soft:#a2abb6;--line:#363d46;\
      --paper:#14171b;--card:#1d2228;--accent:#7db7f5;--wait:#f3b765;--waitcard:#2c2212}}
      *{box-sizing:border-box}
      body{margin:0 auto;max-width:60rem;padding:1.5rem 1rem 3rem;background:var(--paper);\
      color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
      header{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:baseline;\
      border-bottom:1px solid var(--line);margin-bottom:1.5rem;padding-bottom:.75rem}
      h1{font-size:1.4rem;margin:0}h2{font-size:1.05rem;margin:2rem 0 .6rem}
      header form{margin-left:auto}
      a{color:var(--accent)}p,li{overflow-wrap:anywhere}
      .soft,time,caption{color:var(--soft)}
      ul.wait{list-style:none;padding:0;display:grid;gap:.6rem}
      ul.wait li{background:var(--waitcard);border-left:4px solid var(--wait);\
      border-radius:4px;padding:.6rem .9rem}
      .scroll{overflow-x:auto}
      table{border-collapse:collapse;width:100%}
      th,td{text-align:left;vertical-align:top;padding:.45rem .9rem .45rem 0;\
      border-bottom:1px solid var(--line)}
      th{font-weight:600}td:first-child{min-width:14rem;overflow-wrap:anywhere}
      .status{white-space:nowrap}.needs{color:var(--wait);font-weight:600}
      code{font:.92em ui-monospace,monospace;background:var(--card);padding:.1em .3em;\
      border-radius:3px;overflow-wrap:anywhere}
      button,input{font:inherit;padding:.4rem .8rem;border-radius:4px;\
      border:1px solid var(--soft);background:var(--card);color:var(--ink)}
      input{width:min(100%,28rem)}button{cursor:pointer}
      :focus-visible{outline:2px solid var(--accent);outline-offset:2px}
      """
          + HtmlText.STYLE
          + "\n";

  static final String POLICY =
      "default-src 'none'; style-src 'sha256-"
          + hash(STYLE)
          + "'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

  private Html() {}

  /// @param body already escaped
  static String page(String title, String body) {
    return "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        + "<title>"
        + HtmlText.escape(title)
        + "</title>\n<style>"
        + STYLE
        + "</style>\n</head>\n<body>\n"
        + body
        + "</body>\n</html>\n";
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
