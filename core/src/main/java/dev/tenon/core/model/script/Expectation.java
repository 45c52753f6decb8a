package dev.tenon.core.model.script;

import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.ToolSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a step of a script asks of the request that it answers.
@FunctionalInterface
public interface Expectation {

  /// Asks nothing.
  Expectation NONE = request -> null;

  /// What is wrong with the request, for a person, or null when it is as expected.
  @Nullable String mismatch(Request request);

  /// This and the other one.
  default Expectation and(Expectation other) {
    return request -> {
      String mismatch = mismatch(request);
      return mismatch != null ? mismatch : other.mismatch(request);
    };
  }

  /// The last message answers tool calls, and the text of one of the results contains this.
  static Expectation lastResultContains(String text) {
    return request -> {
      List<Part.Result> results = lastResults(request);
      var seen = new StringBuilder();
      for (Part.Result result : results) {
        if (result.text().contains(text)) {
          return null;
        }
        seen.append(seen.isEmpty() ? "" : " | ").append(shorten(result.text()));
      }
      return "expected a last tool result that contains '"
          + text
          + "', but "
          + (results.isEmpty() ? "the last message holds no tool result" : "got: " + seen);
    };
  }

  /// The last message answers tool calls, and all of them ended like this.
  static Expectation lastResultIs(Part.Outcome outcome) {
    return request -> {
      List<Part.Result> results = lastResults(request);
      if (results.isEmpty()) {
        return "expected tool results, but the last message holds none";
      }
      for (Part.Result result : results) {
        if (result.outcome() != outcome) {
          return "expected every last tool result to be "
              + outcome
              + ", but "
              + result.name()
              + " is "
              + result.outcome()
              + ": "
              + shorten(result.text());
        }
      }
      return null;
    };
  }

  /// The last message answers exactly this many tool calls.
  static Expectation lastResultCount(int count) {
    return request -> {
      int seen = lastResults(request).size();
      return seen == count ? null : "expected " + count + " last tool results, but got " + seen;
    };
  }

  /// The last user message contains this text, wherever it stands.
  static Expectation lastUserContains(String text) {
    return request -> {
      for (Message message : request.messages().reversed()) {
        if (message instanceof Message.User user) {
          return user.text().contains(text)
              ? null
              : "expected a last user message that contains '"
                  + text
                  + "', but got: "
                  + shorten(user.text());
        }
      }
      return "expected a user message that contains '" + text + "', but there is none";
    };
  }

  static Expectation systemContains(String text) {
    return request ->
        request.system().contains(text)
            ? null
            : "expected a system prompt that contains '" + text + "'";
  }

  /// The request offers a tool of this name.
  static Expectation offersTool(String name) {
    return request -> {
      var offered = new StringBuilder();
      for (ToolSpec tool : request.tools()) {
        if (tool.name().equals(name)) {
          return null;
        }
        offered.append(offered.isEmpty() ? "" : ", ").append(tool.name());
      }
      return "expected the tool '" + name + "' on offer, but there are: " + offered;
    };
  }

  private static List<Part.Result> lastResults(Request request) {
    List<Message> messages = request.messages();
    return !messages.isEmpty() && messages.getLast() instanceof Message.ToolResults last
        ? last.results()
        : List.of();
  }

  private static String shorten(String text) {
    String line = text.strip().replace('\n', ' ');
    return line.length() <= 160 ? line : line.substring(0, 160) + "…";
  }
}
