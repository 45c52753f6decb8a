package dev.tenon.core.session.compaction;

import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.TokenCounter;
import java.util.ArrayList;
import java.util.List;

/// Messages as plain text for someone who summarises them: everything that was said, and of tool
/// calls and their results the beginning and the end.
final class Transcript {
  private static final int ARGUMENTS = 1_000;
  private static final int RESULT = 2_000;
  private static final int SAID = 20_000;

  private Transcript() {}

  /// The messages in portions of at most so many tokens; a single message is cut if it must be.
  static List<String> portions(List<Message> messages, TokenCounter counter, long most) {
    var portions = new ArrayList<String>();
    var portion = new StringBuilder();
    long size = 0;
    for (Message message : messages) {
      String text = text(message);
      long tokens = counter.count(text);
      if (tokens > most) {
        text = cut(text, (int) Math.max(200, text.length() * most / tokens));
        tokens = most;
      }
      if (size + tokens > most && !portion.isEmpty()) {
        portions.add(portion.toString());
        portion.setLength(0);
        size = 0;
      }
      portion.append(text);
      size += tokens;
    }
    if (!portion.isEmpty()) {
      portions.add(portion.toString());
    }
    return portions;
  }

  static String text(Message message) {
    var out = new StringBuilder();
    switch (message) {
      case Message.User user -> {
        for (Part.Input part : user.content()) {
          switch (part) {
            case Part.Text text -> line(out, "person", cut(text.text(), SAID));
            case Part.Image image -> line(out, "person", "(a picture, " + image.mediaType() + ")");
          }
        }
      }
      case Message.Assistant assistant -> {
        for (Part.Output part : assistant.content()) {
          switch (part) {
            case Part.Text text -> line(out, "model", cut(text.text(), SAID));
            case Part.Thinking ignored -> {
              // Reasoning is for the turn in which it was made.
            }
            case Part.Call call ->
                line(out, "calls " + call.name(), cut(call.arguments().compact(), ARGUMENTS));
          }
        }
      }
      case Message.ToolResults results -> {
        for (Part.Result result : results.results()) {
          String how = result.failed() ? " failed" : " answers";
          line(out, result.name() + how, cut(result.text(), RESULT));
        }
      }
    }
    return out.toString();
  }

  private static void line(StringBuilder out, String who, String text) {
    out.append('[').append(who).append("] ").append(text.strip()).append("\n\n");
  }

  /// The beginning and the end of a text that is longer than that; never half a character.
  static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int head = most * 2 / 3;
    int tail = text.length() - (most - head);
    head -= Character.isHighSurrogate(text.charAt(head - 1)) ? 1 : 0;
    tail += Character.isLowSurrogate(text.charAt(tail)) ? 1 : 0;
    return text.substring(0, head)
        + "\n[… "
        + (tail - head)
        + " characters left out …]\n"
        + text.substring(tail);
  }
}
