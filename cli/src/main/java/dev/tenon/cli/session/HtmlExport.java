package dev.tenon.cli.session;

import dev.tenon.core.session.SessionLog;
import dev.tenon.core.text.HtmlText;
import java.io.IOException;

/// A session as one page of HTML that needs nothing else: no script, no font, no network.
/// Everything that was said is escaped.
public final class HtmlExport {
  private static final String STYLE =
      """
      body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem;\
      color:#222;background:#fff}
      h1{font-size:1.4rem}.facts{color:#666;font-size:.85rem}
      article{margin:1.2rem 0;padding:.1rem 1rem;border-left:4px solid #bbb}
      .user{border-color:#2a6;background:#f3faf5}.assistant{border-color:#36c}
      .who{font-weight:600;font-size:.85rem;color:#555}
      pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.5rem 0}
      details{margin:.5rem 0;color:#444}details pre{background:#f5f5f5;padding:.6rem;font-size:.85rem}
      .failed summary{color:#b22}.note{color:#666;font-style:italic}
      @media(prefers-color-scheme:dark){body{color:#ddd;background:#161616}.user{background:#182018}\
      details pre{background:#222}details,.who,.facts,.note{color:#aaa}}
      """;

  private final SessionLog log;
  private final String colours;
  private final StringBuilder out = new StringBuilder();

  /// @param colours as CSS
  public HtmlExport(SessionLog log, String colours) {
    this.log = log;
    this.colours = colours;
  }

  public String page() throws IOException {
    String title = log.title().or(() -> SessionExport.firstPrompt(log)).orElse("Session");
    out.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    out.append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';");
    out.append(" style-src 'unsafe-inline'\">\n");
    out.append("<title>")
        .append(HtmlText.escape(title))
        .append("</title>\n<style>\n")
        .append(STYLE)
        .append(colours)
        .append(HtmlText.STYLE)
        .append('\n');
    out.append("</style>\n</head>\n<body>\n<h1>").append(HtmlText.element(title)).append("</h1>\n");
    out.append("<p class=\"facts\">Session ").append(HtmlText.escape(log.id())).append(" in ");
    out.append(HtmlText.element(log.header().cwd())).append(", begun ");
    out.append(HtmlText.escape(log.header().timestamp())).append("</p>\n");
    for (SessionExport.Piece piece : SessionExport.pieces(log)) {
      piece(piece);
    }
    return out.append("</body>\n</html>\n").toString();
  }

  private void piece(SessionExport.Piece piece) {
    switch (piece) {
      case SessionExport.Piece.Speech speech -> {
        String role = speech.who().equals("assistant") ? "assistant" : "user";
        out.append("<article class=\"").append(role).append("\"><div class=\"who\">");
        out.append(HtmlText.escape(MarkdownExport.name(speech.who()))).append("</div><pre>");
        out.append(HtmlText.element(speech.text().strip())).append("</pre></article>\n");
      }
      case SessionExport.Piece.Thought thought -> folded("", "Thinking", thought.text());
      case SessionExport.Piece.Call call -> folded("", "→ " + call.name(), call.arguments());
      case SessionExport.Piece.Result result -> {
        switch (result.kind()) {
          case OK -> folded("", "Result", result.text());
          case FAILED -> folded("failed", "Result (failed)", result.text());
        }
      }
      case SessionExport.Piece.Image image ->
          out.append("<p class=\"note\">(a picture, ")
              .append(HtmlText.escape(image.mediaType()))
              .append(")</p>\n");
      case SessionExport.Piece.Note note ->
          out.append("<p class=\"note\">").append(HtmlText.element(note.text())).append("</p>\n");
    }
  }

  private void folded(String kind, String summary, String text) {
    out.append(kind.isEmpty() ? "<details>" : "<details class=\"" + kind + "\">");
    out.append("<summary>").append(HtmlText.element(summary)).append("</summary><pre>");
    out.append(HtmlText.element(text.stripTrailing())).append("</pre></details>\n");
  }
}
