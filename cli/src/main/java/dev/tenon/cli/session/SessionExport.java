package dev.tenon.cli.session;

import dev.tenon.core.evidence.Receipt;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.EntryText;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.session.Titles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What an export tells of a session: the path to its leaf, in pieces that a page shows.
final class SessionExport {
  private SessionExport() {}

  /// A piece of the page.
  sealed interface Piece {
    /// Someone says something; `who` is `user`, `assistant` or a note's kind.
    record Speech(String who, String text, String timestamp) implements Piece {}

    record Thought(String text) implements Piece {}

    record Call(String name, String arguments) implements Piece {}

    record Result(String name, String text, Kind kind) implements Piece {
      enum Kind {
        OK,
        FAILED
      }
    }

    record Image(String mediaType) implements Piece {}

    record Note(String text) implements Piece {}
  }

  static List<Piece> pieces(SessionLog log) throws IOException {
    var pieces = new ArrayList<Piece>();
    for (Entry entry : log.path(log.leafId().orElse(null))) {
      switch (entry.body()) {
        case Entry.Said said -> message(said.message(), entry.timestamp(), pieces);
        case Entry.CustomSaid said -> {
          if (said.display()) {
            pieces.add(
                new Piece.Note(
                    EntryText.said(Json.object().put("content", said.content()).build())));
          }
        }
        case Entry.Compacted compacted ->
            pieces.add(new Piece.Note("Summary of what came before:\n\n" + compacted.summary()));
        case Entry.BranchSummarized summary ->
            pieces.add(new Piece.Note("Summary of another branch:\n\n" + summary.summary()));
        case Entry.ModelChanged changed -> pieces.add(new Piece.Note("Model: " + changed.model()));
        case Entry.ThinkingLevelChanged changed ->
            pieces.add(new Piece.Note("Thinking: " + changed.level()));
        case Entry.ServiceTierChanged ignored -> {}
        case Entry.Custom custom -> receipt(custom, pieces);
        case Entry.Labelled ignored -> {}
        case Entry.RulesInjected ignored -> {}
        case Entry.ToolsSelected ignored -> {}
        case Entry.Initialized ignored -> {}
        case Entry.ModeChanged changed -> pieces.add(new Piece.Note("Mode: " + changed.mode()));
        case Entry.Renamed ignored -> {}
        case Entry.Unknown ignored -> {}
      }
    }
    return pieces;
  }

  private static void receipt(Entry.Custom custom, List<Piece> pieces) {
    if (custom.customType().equals(Receipt.ENTRY) && custom.data() != null) {
      try {
        pieces.add(
            new Piece.Note("Receipt:\n" + String.join("\n", Receipt.of(custom.data()).lines())));
      } catch (JsonException damaged) {
        pieces.add(new Piece.Note("A receipt that cannot be read: " + damaged.getMessage()));
      }
    }
  }

  private static void message(Json.Obj message, String timestamp, List<Piece> pieces) {
    String role = message.string("role", "");
    if (role.equals("toolResult")) {
      pieces.add(
          new Piece.Result(
              message.string("toolName", ""),
              EntryText.said(message),
              message.bool("isError", false) ? Piece.Result.Kind.FAILED : Piece.Result.Kind.OK));
      return;
    }
    if (message.get("content") instanceof Json.Str text) {
      pieces.add(new Piece.Speech(role, text.value(), timestamp));
    }
    for (Json.Obj block : message.objects("content")) {
      switch (block.string("type", "")) {
        case "text" -> pieces.add(new Piece.Speech(role, block.string("text", ""), timestamp));
        case "thinking" -> {
          if (!block.string("thinking", "").isBlank()) {
            pieces.add(new Piece.Thought(block.string("thinking", "")));
          }
        }
        case "toolCall" ->
            pieces.add(
                new Piece.Call(
                    block.string("name", ""), block.objectOrEmpty("arguments").pretty()));
        case "image" -> pieces.add(new Piece.Image(block.string("mimeType", "image")));
        default -> {}
      }
    }
    String problem = message.string("errorMessage", "");
    if (!problem.isEmpty()) {
      pieces.add(new Piece.Note("Failed: " + problem));
    }
    if (role.equals("bashExecution")) {
      pieces.add(new Piece.Call("bash", message.string("command", "")));
      pieces.add(new Piece.Result("bash", message.string("output", ""), Piece.Result.Kind.OK));
    }
  }

  /// The beginning of what was said first.
  static Optional<String> firstPrompt(SessionLog log) {
    try {
      for (Entry entry : log.path(log.leafId().orElse(null))) {
        if (entry.body() instanceof Entry.Said said && said.role().equals("user")) {
          return Optional.of(Titles.of(EntryText.said(said.message())));
        }
      }
    } catch (IOException unreadable) {
      // A title is a courtesy; what is wrong with the file shows where its content matters.
      return Optional.empty();
    }
    return Optional.empty();
  }
}
