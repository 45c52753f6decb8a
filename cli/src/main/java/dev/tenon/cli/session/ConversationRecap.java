package dev.tenon.cli.session;

import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.session.SessionContext;
import dev.tenon.core.session.Titles;
import dev.tenon.engine.session.ActiveSession;
import java.util.List;

/// The end of a conversation in a few lines, for someone who comes back to it.
public final class ConversationRecap {
  private static final int MESSAGES = 8;
  private static final int LINES = 12;

  private ConversationRecap() {}

  /// Nothing when the session is a new one.
  public static String of(ActiveSession session) {
    return session.context().map(ConversationRecap::of).orElse("");
  }

  private static String of(SessionContext context) {
    List<Message> messages = context.messages();
    int from = Math.max(0, messages.size() - MESSAGES);
    var out = new StringBuilder();
    if (from > 0) {
      out.append("… ").append(from).append(from == 1 ? " message" : " messages");
      out.append(" before\n");
    }
    for (Message message : messages.subList(from, messages.size())) {
      switch (message) {
        case Message.User user -> out.append("❯ ").append(cut(user.text())).append('\n');
        case Message.Assistant assistant -> {
          if (!assistant.text().isBlank()) {
            out.append("● ").append(cut(assistant.text())).append('\n');
          }
          for (Part.Call call : assistant.calls()) {
            out.append("  → ").append(call.name()).append(' ');
            out.append(Titles.cut(call.arguments().compact(), 100)).append('\n');
          }
        }
        case Message.ToolResults ignored -> {}
      }
    }
    return out.toString().stripTrailing();
  }

  private static String cut(String text) {
    String[] lines = text.strip().split("\n", -1);
    if (lines.length <= LINES) {
      return text.strip();
    }
    return String.join("\n", List.of(lines).subList(0, LINES)) + "\n…";
  }
}
