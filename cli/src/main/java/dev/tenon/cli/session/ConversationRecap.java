package dev.tenon.cli.session;

import dev.tenon.cli.terminal.view.Replay;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.session.EntryText;
import dev.tenon.core.session.SessionContext;
import dev.tenon.engine.session.ActiveSession;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The end of a conversation in a few lines, for someone who comes back to it: as the events that
/// once brought it, which the renderer of the conversation shows.
///
/// @param before how many messages there are before these
public record ConversationRecap(int before, List<AgentEvent> events) {
  private static final int MESSAGES = 8;
  private static final int LINES = 12;

  /// Nothing when the session is a new one.
  public static ConversationRecap of(ActiveSession session) {
    return session.context().map(ConversationRecap::of).orElse(new ConversationRecap(0, List.of()));
  }

  /// Shows it.
  public void show(Consumer<String> lines, Consumer<AgentEvent> renderer) {
    if (before > 0) {
      lines.accept("… " + before + (before == 1 ? " message" : " messages") + " before");
    }
    events.forEach(renderer);
    if (!events.isEmpty()) {
      lines.accept("");
    }
  }

  private static ConversationRecap of(SessionContext context) {
    List<Message> messages = context.messages();
    int from = Math.max(0, messages.size() - MESSAGES);
    var shown = new ArrayList<Message>();
    for (Message message : messages.subList(from, messages.size())) {
      shown.add(
          switch (message) {
            case Message.User user -> cut(user);
            case Message.Assistant said -> cut(said);
            case Message.ToolResults results -> results;
          });
    }
    return new ConversationRecap(from, Replay.of(shown));
  }

  /// What goes along with a prompt is told and not shown.
  private static Message.User cut(Message.User user) {
    if (EntryText.byProgram(user.text()).isPresent()) {
      // It is shown in a line.
      return user;
    }
    var parts = new ArrayList<>(user.content());
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i) instanceof Part.Text said && !EntryText.isAside(said.text())) {
        parts.set(i, new Part.Text(cut(said.text())));
        return new Message.User(parts);
      }
    }
    return Message.User.of(cut(user.text()));
  }

  private static Message.Assistant cut(Message.Assistant said) {
    var parts = new ArrayList<Part.Output>();
    for (Part.Output part : said.content()) {
      if (part instanceof Part.Thinking) {
        parts.add(part);
      }
    }
    parts.add(new Part.Text(cut(said.text())));
    parts.addAll(said.calls());
    return new Message.Assistant(parts, said.stopReason(), said.usage(), said.model());
  }

  private static String cut(String text) {
    String[] lines = text.strip().split("\n", -1);
    if (lines.length <= LINES) {
      return text.strip();
    }
    return String.join("\n", List.of(lines).subList(0, LINES)) + "\n…";
  }
}
