package dev.tenon.core.model;

import java.util.List;

/// Prices what stands in a request in tokens, from the price of a text. Pictures and the frames of
/// messages are estimates either way.
public interface TokenMeasure {
  /// What a picture costs about, whatever its size: providers scale it down to some 1,500 tokens.
  long PICTURE = 1_500;

  /// The frame of a message: its role and its marks.
  long FRAME = 4;

  /// The tokens of a text.
  long count(String text);

  /// A message as it stands in a request.
  default long count(Message message) {
    long tokens = FRAME;
    if (message instanceof Message.User user) {
      for (Part.Input part : user.content()) {
        tokens += part instanceof Part.Text text ? count(text.text()) : PICTURE;
      }
    } else if (message instanceof Message.Assistant assistant) {
      for (Part.Output part : assistant.content()) {
        tokens += count(part);
      }
    } else if (message instanceof Message.ToolResults results) {
      for (Part.Result result : results.results()) {
        tokens += FRAME + count(result.text()) + PICTURE * result.images().size();
      }
    }
    return tokens;
  }

  default long count(List<Message> messages) {
    long tokens = 0;
    for (Message message : messages) {
      tokens += count(message);
    }
    return tokens;
  }

  /// A part of an answer. Hidden reasoning counts by the length of its seal.
  default long count(Part.Output part) {
    if (part instanceof Part.Text text) {
      return count(text.text());
    }
    if (part instanceof Part.Call call) {
      return FRAME + count(call.name()) + count(call.arguments().compact());
    }
    if (part instanceof Part.Thinking thinking) {
      String seal = thinking.signature();
      return thinking.text().isEmpty() && seal != null ? seal.length() / 4 : count(thinking.text());
    }
    throw new IllegalStateException("a part of an answer that has no price: " + part);
  }

  /// The tools as a request declares them.
  default long countTools(List<ToolSpec> tools) {
    long tokens = 0;
    for (ToolSpec tool : tools) {
      tokens +=
          FRAME + count(tool.name()) + count(tool.description()) + count(tool.schema().compact());
    }
    return tokens;
  }
}
