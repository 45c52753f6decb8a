package dev.tenon.core.session.compaction;

import dev.tenon.core.model.Message;
import dev.tenon.core.model.TokenCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes the one message that stands for the part of a history that was left out.
final class CompactionMessage {
  private static final String BEGIN = "<earlier_conversation>";
  private static final String TODO = "\n## Todo\n";
  private static final int LONG_WORDS = 16_000;

  private final TokenCounter counter;
  private final long wordTokens;

  /// @param wordTokens how much of the person's words is kept; the first and the latest come first
  CompactionMessage(TokenCounter counter, long wordTokens) {
    this.counter = counter;
    this.wordTokens = wordTokens;
  }

  static boolean isNote(Message.User message) {
    return message.text().startsWith(BEGIN);
  }

  /// The todo list in such a note, as the tool told it.
  static Optional<String> todo(Message.User message) {
    String text = message.text();
    int at = isNote(message) ? text.lastIndexOf(TODO) : -1;
    if (at < 0) {
      return Optional.empty();
    }
    int from = at + TODO.length();
    int end = text.indexOf("\n## ", from);
    return Optional.of(text.substring(from, end < 0 ? text.length() : end));
  }

  String write(String summary, RetainedText retained) {
    var out = new StringBuilder();
    out.append(BEGIN)
        .append('\n')
        .append("The older part of this conversation was replaced by this note to make room. The")
        .append(" lists below are word for word; go on from the state it describes.\n\n")
        .append(summary.strip())
        .append('\n');
    words(out, retained.words());
    if (!retained.decisions().isEmpty()) {
      out.append("\n## Decisions so far\n");
      retained.decisions().forEach(line -> out.append("- ").append(line).append('\n'));
    }
    if (!retained.todo().isEmpty()) {
      out.append(TODO).append(retained.todo().strip()).append('\n');
    }
    if (!retained.files().isEmpty()) {
      out.append("\n## Files touched (SHA-256 as last seen; read again before editing)\n");
      for (Map.Entry<String, RetainedText.FileUse> file : retained.files().entrySet()) {
        out.append(file.getValue().use() == RetainedText.Use.CHANGED ? "changed " : "read ")
            .append(file.getKey())
            .append(' ')
            .append(file.getValue().sha256())
            .append('\n');
      }
    }
    if (!retained.skills().isEmpty()) {
      out.append("\n## Skills that were loaded\n");
      retained.skills().values().forEach(text -> out.append(text).append('\n'));
    }
    return out.append("</earlier_conversation>").toString();
  }

  /// The first words are the goal; then the latest ones, as many as fit, in their order.
  private void words(StringBuilder out, List<String> words) {
    if (words.isEmpty()) {
      return;
    }
    var kept = new ArrayList<Integer>();
    long left = wordTokens;
    for (int at : order(words.size())) {
      long tokens = counter.count(Transcript.cut(words.get(at), LONG_WORDS));
      if (tokens > left) {
        break;
      }
      left -= tokens;
      kept.add(at);
    }
    kept.sort(null);
    out.append("\n## What the person said\n");
    int next = 0;
    for (int at : kept) {
      gap(out, at - next);
      out.append(at == 0 ? "<goal>\n" : "<said>\n")
          .append(Transcript.cut(words.get(at), LONG_WORDS))
          .append(at == 0 ? "\n</goal>\n" : "\n</said>\n");
      next = at + 1;
    }
    gap(out, words.size() - next);
  }

  private static List<Integer> order(int count) {
    var order = new ArrayList<Integer>();
    order.add(0);
    for (int at = count - 1; at > 0; at--) {
      order.add(at);
    }
    return order;
  }

  private static void gap(StringBuilder out, int messages) {
    if (messages > 0) {
      out.append("(")
          .append(messages)
          .append(messages == 1 ? " message" : " messages")
          .append(" left out here; recall_history finds them)\n");
    }
  }
}
