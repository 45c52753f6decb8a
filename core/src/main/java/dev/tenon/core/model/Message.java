package dev.tenon.core.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// One message of a conversation, the same for every provider.
public sealed interface Message {

  /// What a person (or a program in their place) said: text and images.
  record User(List<Part.Input> content) implements Message {
    public User {
      content = List.copyOf(content);
    }

    public static User of(String text) {
      return new User(List.of(new Part.Text(text)));
    }

    /// All text of the message, its parts separated by line breaks.
    public String text() {
      return Message.text(content, "\n");
    }
  }

  /// One whole answer of the model: text, thinking and tool calls in the order they came. `model`
  /// is the full name (`provider/model`) of who said it; a provider's signatures mean something
  /// only to the model that made them.
  record Assistant(List<Part.Output> content, StopReason stopReason, Usage usage, String model)
      implements Message {
    public Assistant {
      content = List.copyOf(content);
    }

    public String text() {
      return Message.text(content, "");
    }

    public List<Part.Call> calls() {
      var calls = new ArrayList<Part.Call>();
      for (Part.Output part : content) {
        if (part instanceof Part.Call call) {
          calls.add(call);
        }
      }
      return Collections.unmodifiableList(calls);
    }
  }

  /// The answers to all tool calls of the assistant message before it, in call order.
  record ToolResults(List<Part.Result> results) implements Message {
    public ToolResults {
      results = List.copyOf(results);
    }
  }

  private static String text(List<? extends Part> parts, String separator) {
    var text = new StringBuilder();
    boolean first = true;
    for (Part part : parts) {
      if (part instanceof Part.Text words) {
        text.append(first ? "" : separator).append(words.text());
        first = false;
      }
    }
    return text.toString();
  }
}
