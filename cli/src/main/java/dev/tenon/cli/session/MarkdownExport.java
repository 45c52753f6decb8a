package dev.tenon.cli.session;

import dev.tenon.cli.base.CodeBlock;
import dev.tenon.core.session.SessionLog;
import java.io.IOException;

/// A session as a page of Markdown.
final class MarkdownExport {
  private final SessionLog log;
  private final StringBuilder out = new StringBuilder();

  MarkdownExport(SessionLog log) {
    this.log = log;
  }

  String page() throws IOException {
    String title = log.title().or(() -> SessionExport.firstPrompt(log)).orElse("Session");
    out.append("# ").append(title.replace('\n', ' ')).append("\n\n");
    out.append("Session ").append(log.id()).append(" in `").append(log.header().cwd());
    out.append("`, begun ").append(log.header().timestamp()).append("\n");
    String who = "";
    for (SessionExport.Piece piece : SessionExport.pieces(log)) {
      if (piece instanceof SessionExport.Piece.Speech speech && !speech.who().equals(who)) {
        who = speech.who();
        out.append("\n## ").append(name(who)).append('\n');
      }
      piece(piece);
    }
    return out.toString();
  }

  static String name(String who) {
    return switch (who) {
      case "user" -> "User";
      case "assistant" -> "Assistant";
      case "custom", "hookMessage" -> "Note";
      default -> who.isEmpty() ? "Message" : who;
    };
  }

  private void piece(SessionExport.Piece piece) {
    out.append('\n');
    switch (piece) {
      case SessionExport.Piece.Speech speech -> out.append(speech.text().strip()).append('\n');
      case SessionExport.Piece.Thought thought ->
          thought
              .text()
              .strip()
              .lines()
              .forEach(line -> out.append("> ").append(line).append('\n'));
      case SessionExport.Piece.Call call -> fenced("**" + call.name() + "**", call.arguments());
      case SessionExport.Piece.Result result ->
          fenced(
              switch (result.kind()) {
                case OK -> "Result";
                case FAILED -> "Result (failed)";
              },
              result.text());
      case SessionExport.Piece.Image image ->
          out.append("*(a picture, ").append(image.mediaType()).append(")*\n");
      case SessionExport.Piece.Note note ->
          out.append("*").append(note.text().strip().replace("\n", "*\n\n*")).append("*\n");
    }
  }

  private void fenced(String caption, String text) {
    out.append(caption).append("\n\n").append(CodeBlock.of(text));
  }
}
