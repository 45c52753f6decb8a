package dev.tenon.core.session;

import dev.tenon.core.model.Message;

/// The messages with a summary, which tell the model of what it does not see any more.
final class Summaries {
  private Summaries() {}

  static Message.User compaction(String summary) {
    return Message.User.of(
        "The conversation up to here was longer; this summary stands for it:\n\n<summary>\n"
            + summary
            + "\n</summary>");
  }

  static Message.User branch(String summary) {
    return Message.User.of(
        "The conversation took another way from here, and came back. What happened on that way:"
            + "\n\n<summary>\n"
            + summary
            + "\n</summary>");
  }
}
