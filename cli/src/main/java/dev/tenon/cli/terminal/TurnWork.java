package dev.tenon.cli.terminal;

import dev.tenon.core.agent.Conversation;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;

/// A turn of the model as work that a person watches: what they say goes to the model, and what is
/// for the program waits for the end.
///
/// @param over completed when the person leaves
/// @param later takes what waits; safe for several threads
record TurnWork(
    Conversation conversation, CompletableFuture<TurnEnd> over, Deque<String> later, LineKind lines)
    implements Console.Work {

  @Override
  public void stop() {
    conversation.abort();
  }

  @Override
  public void leave() {
    over.complete(new TurnEnd.Left());
    conversation.abort();
  }

  @Override
  public boolean say(String text) {
    if (!lines.isOurs(text)) {
      conversation.steer(text);
      return true;
    }
    return !later.add(text);
  }

  @Override
  public void sayAfterwards(String text) {
    if (lines.isOurs(text)) {
      later.add(text);
    } else {
      conversation.followUp(text);
    }
  }

  @Override
  public boolean takeBack(String text) {
    return later.removeLastOccurrence(text) || conversation.takeBack(text);
  }
}
