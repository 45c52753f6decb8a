package dev.tenon.tools.helper;

import dev.tenon.core.json.Json;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Peers;
import dev.tenon.core.tool.SchemaTool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// Short messages to other live agents of the same conversation.
public final class TalkToPeers implements SchemaTool {
  public static final String NAME = "irc";

  private final Supplier<Peers> peers;

  /// @param peers asked when the first call comes
  public TalkToPeers(Supplier<Peers> peers) {
    this.peers = peers;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "Send short messages to other agents that work at the moment. op list names them; op"
        + " send tells one (to: its id) or all; awaitReply waits for answers (default: for one).";
  }

  @Override
  public Json.Obj schema() {
    Json.Obj text = Json.object().put("type", "string").build();
    return Json.object()
        .put("type", "object")
        .put(
            "properties",
            Json.object()
                .put(
                    "op",
                    Json.object()
                        .put("type", "string")
                        .put("enum", Json.strings(List.of("list", "send")))
                        .build())
                .put("to", text)
                .put("message", text)
                .put("awaitReply", Json.object().put("type", "boolean").build())
                .build())
        .put("required", Json.strings(List.of("op")))
        .build();
  }

  @Override
  public List<Access> access(Arguments parameters) {
    return List.of();
  }

  @Override
  public String title(Arguments parameters) {
    String to = parameters.values().string("to", "");
    return parameters.values().string("op", "") + (to.isEmpty() ? "" : " to " + to);
  }

  @Override
  public ToolResult run(Arguments parameters, ToolContext context)
      throws ToolException, InterruptedException {
    Json.Obj values = parameters.values();
    String op = values.string("op", "");
    if (op.equals("list")) {
      return list();
    }
    if (!op.equals("send")) {
      throw new ToolException(
          ToolException.Code.INVALID_ARGUMENT, "op must be list or send, was '" + op + "'");
    }
    String to = values.string("to", "").strip();
    String message = values.string("message", "").strip();
    if (to.isEmpty()) {
      throw missing("to");
    }
    if (message.isEmpty()) {
      throw missing("message");
    }
    boolean waits = values.bool("awaitReply", !to.equals(Peers.ALL));
    return sent(
        to,
        peers
            .get()
            .send(to, message, waits ? Peers.Waiting.FOR_REPLIES : Peers.Waiting.FOR_NOTHING));
  }

  private static ToolException missing(String field) {
    return new ToolException(
        ToolException.Code.INVALID_ARGUMENT, "`" + field + "` is required for op=\"send\".");
  }

  private ToolResult list() {
    Peers all = peers.get();
    var lines = new ArrayList<String>();
    var rows = new ArrayList<Json>();
    for (Peers.Peer peer : all.list()) {
      lines.add("- " + peer.id() + ": " + peer.what());
      rows.add(Json.object().put("id", peer.id()).put("what", peer.what()).build());
    }
    String text =
        lines.isEmpty()
            ? "No other live agents."
            : lines.size() + " peer(s):\n" + String.join("\n", lines);
    return new ToolResult.Text(
        text, Json.object().put("from", all.self()).array("peers", rows).build(), "");
  }

  private ToolResult sent(String to, Peers.Sent sent) {
    var out = new StringBuilder();
    out.append(
        sent.delivered().isEmpty()
            ? "No recipients received the message."
            : "Delivered to " + String.join(", ", sent.delivered()) + ".");
    section(out, "Replies", sent.replies());
    section(out, "Failed", sent.failed());
    if (!sent.unknown().isEmpty()) {
      out.append("\n\nUnknown / unavailable peers: ").append(String.join(", ", sent.unknown()));
    }
    return new ToolResult.Text(
        out.toString(),
        Json.object()
            .put("to", to)
            .put("delivered", Json.strings(sent.delivered()))
            .put("notFound", Json.strings(sent.unknown()))
            .build(),
        "");
  }

  private static void section(StringBuilder out, String title, List<Peers.Reply> replies) {
    if (!replies.isEmpty()) {
      out.append("\n\n## ").append(title);
      for (Peers.Reply reply : replies) {
        out.append('\n').append(Peers.framed(reply.id(), reply.text()));
      }
    }
  }
}
