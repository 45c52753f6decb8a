package dev.tenon.core.agent;

import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The messages of a conversation. Grows at its end; is trimmed at its beginning, and only between
/// exchanges: an exchange is a user message with everything that followed from it. Used by the one
/// thread that runs the prompt; others see copies.
final class History {
  private final List<Message> messages = new ArrayList<>();
  private long bytes;

  /// How many messages at the beginning were already there when something before them was left out
  /// or replaced: what a provider counted for them is about another history.
  private int recast;

  private Optional<CompactedHistory> compacted = Optional.empty();

  synchronized void add(Message message) {
    messages.add(message);
    bytes += size(message);
  }

  synchronized void removeLast() {
    recast = Math.min(recast, messages.size() - 1);
    bytes -= size(messages.removeLast());
  }

  synchronized List<Message> messages() {
    return List.copyOf(messages);
  }

  synchronized int count() {
    return messages.size();
  }

  synchronized long bytes() {
    return bytes;
  }

  synchronized void replaceBy(List<Message> others) {
    messages.clear();
    bytes = 0;
    compacted = Optional.empty();
    others.forEach(this::add);
    recast = messages.size();
  }

  /// Puts the one message in place of everything but the messages that are kept.
  synchronized void compact(CompactedHistory shorter) {
    var kept = List.copyOf(messages.subList(messages.size() - shorter.kept(), messages.size()));
    var all = new ArrayList<Message>();
    all.add(shorter.message());
    all.addAll(kept);
    replaceBy(all);
    compacted = Optional.of(shorter);
  }

  /// Remembers that the first message came from this.
  synchronized void cameFrom(CompactedHistory shorter) {
    compacted = Optional.of(shorter);
  }

  synchronized Optional<CompactedHistory> compacted() {
    return compacted;
  }

  /// How many messages the provider has counted in its last answer of this model, or 0.
  synchronized int measured() {
    for (int i = messages.size() - 1; i >= recast; i--) {
      if (messages.get(i) instanceof Message.Assistant answer && answer.usage().total() > 0) {
        return i + 1;
      }
    }
    return 0;
  }

  /// Drops everything after the result of this call. Answers how many messages went, or -1 if that
  /// result is not here any more.
  synchronized int dropAfter(String callId) {
    for (int i = messages.size() - 1; i >= 0; i--) {
      if (messages.get(i) instanceof Message.ToolResults results && answers(results, callId)) {
        int dropped = messages.size() - i - 1;
        while (messages.size() > i + 1) {
          removeLast();
        }
        return dropped;
      }
    }
    return -1;
  }

  private static boolean answers(Message.ToolResults results, String callId) {
    for (Part.Result result : results.results()) {
      if (result.callId().equals(callId)) {
        return true;
      }
    }
    return false;
  }

  /// Drops the oldest exchanges until the rest fits the budget. The newest exchange always stays.
  /// Answers how many messages went.
  synchronized int trim(long budget) {
    int cut = 0;
    long left = bytes;
    for (int next = nextExchange(1); left > budget && next > 0; next = nextExchange(next + 1)) {
      for (; cut < next; cut++) {
        left -= size(messages.get(cut));
      }
    }
    messages.subList(0, cut).clear();
    bytes = left;
    if (cut > 0) {
      recast = messages.size();
      compacted = Optional.empty();
    }
    return cut;
  }

  /// Where the first exchange at or after this index begins, or -1. A user message that steers in
  /// the middle of an exchange follows tool results and begins none.
  private int nextExchange(int from) {
    for (int i = from; i < messages.size(); i++) {
      if (messages.get(i) instanceof Message.User
          && messages.get(i - 1) instanceof Message.Assistant) {
        return i;
      }
    }
    return -1;
  }

  /// Roughly the bytes of a message in a request.
  static long size(Message message) {
    long size = 16;
    switch (message) {
      case Message.User user -> {
        for (Part.Input part : user.content()) {
          size +=
              switch (part) {
                case Part.Text text -> utf8(text.text());
                case Part.Image image -> image.base64().length();
              };
        }
      }
      case Message.Assistant assistant -> {
        for (Part.Output part : assistant.content()) {
          size +=
              switch (part) {
                case Part.Text text -> utf8(text.text());
                case Part.Thinking thinking ->
                    utf8(thinking.text())
                        + (thinking.signature() == null ? 0 : thinking.signature().length());
                case Part.Call call -> call.name().length() + utf8(call.arguments().compact());
              };
        }
      }
      case Message.ToolResults results -> {
        for (Part.Result result : results.results()) {
          size += utf8(result.text());
          for (Part.Image image : result.images()) {
            size += image.base64().length();
          }
        }
      }
    }
    return size;
  }

  private static long utf8(String text) {
    long bytes = text.length();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        bytes += c >= 0x800 && !Character.isSurrogate(c) ? 2 : 1;
      }
    }
    return bytes;
  }
}
