package dev.tenon.core.model;

import java.util.List;
import java.util.stream.Collectors;

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
      return content.stream()
          .filter(Part.Text.class::isInstance)
          .map(part -> ((Part.Text) part).text())
          .collect(Collectors.joining("\n"));
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
      return content.stream()
          .filter(Part.Text.class::isInstance)
          .map(part -> ((Part.Text) part).text())
          .collect(Collectors.joining());
    }

    public List<Part.Call> calls() {
      return content.stream()
          .filter(Part.Call.class::isInstance)
          .map(Part.Call.class::cast)
          .toList();
    }
  }

  /// The answers to all tool calls of the assistant message before it, in call order.
  record ToolResults(List<Part.Result> results) implements Message {
    public ToolResults {
      results = List.copyOf(results);
    }
  }
}
