package dev.tenon.core.agent;

import dev.tenon.core.model.Message;
import dev.tenon.core.tool.ReturnPoint;
import dev.tenon.core.tool.TakenTools;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Takes the history back to the return point of the conversation: what came after the call that
/// set it goes, and a report of what was found out takes its place.
final class HistoryRewind {
  /// How often a model that wants to end without a report is asked for one.
  static final int MOST_WARNINGS = 3;

  static final String WARNING =
      """
      <system-warning>
      A checkpoint is open. Call rewind with a report of what you found out before you end.
      </system-warning>\
      """;

  private final History history;
  private final TakenTools taken;
  private final Consumer<AgentEvent> events;

  /// @param taken what the steps that go took from the shelf is put back
  HistoryRewind(History history, TakenTools taken, Consumer<AgentEvent> events) {
    this.history = history;
    this.taken = taken;
    this.events = events;
  }

  /// Goes back if that was asked for; answers the report as the message that is to follow.
  Optional<Message.User> carryOut(ReturnPoint point) {
    Optional<ReturnPoint.Return> wanted = point.take();
    if (wanted.isEmpty()) {
      return Optional.empty();
    }
    ReturnPoint.Mark mark = wanted.get().mark();
    String report = wanted.get().report();
    List<Message> before = history.messages();
    int dropped = history.dropAfter(mark.callId());
    if (dropped < 0) {
      // The return point was trimmed or summed up; the rewind's own result still stands.
      return Optional.empty();
    }
    int kept = before.size() - dropped;
    Set<String> gone = calls(before.subList(kept, before.size()));
    // Some models number their calls anew in each message.
    gone.removeAll(calls(before.subList(0, kept)));
    taken.putBack(gone);
    events.accept(new AgentEvent.Rewound(mark.callId(), dropped, report));
    return Optional.of(Message.User.of(text(mark, report)));
  }

  private static Set<String> calls(List<Message> messages) {
    var ids = new HashSet<String>();
    for (Message message : messages) {
      if (message instanceof Message.Assistant asked) {
        asked.calls().forEach(call -> ids.add(call.id()));
      }
    }
    return ids;
  }

  private static String text(ReturnPoint.Mark mark, String report) {
    return "<rewind-report goal=\""
        + mark.goal().replace("\"", "'")
        + "\">\n"
        + report.strip()
        + "\n</rewind-report>\n"
        + "You are back at the checkpoint with this report; the steps in between are gone from your"
        + " context. Files are as those steps left them: undo an edit by hand if it should not"
        + " stay, or tell the user that /undo and /rollback take files back. Go on with the task.";
  }
}
