package dev.tenon.core.agent;

import dev.tenon.core.model.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;

/// What the user says while the model is at work. Safe for several threads.
final class Inbox {
  private final ConcurrentLinkedDeque<Message.User> steering = new ConcurrentLinkedDeque<>();
  private final ConcurrentLinkedDeque<Message.User> followUps = new ConcurrentLinkedDeque<>();

  private volatile Conversation.Delivery steeringBy = Conversation.Delivery.ALL;
  private volatile Conversation.Delivery followUpsBy = Conversation.Delivery.ONE_AT_A_TIME;
  private volatile boolean aborted;

  /// A person wants the prompt to end. Set before its thread is interrupted, so that an
  /// interruption with another reason does not swallow it.
  void abort() {
    aborted = true;
  }

  void begin() {
    aborted = false;
  }

  boolean aborted() {
    return aborted;
  }

  void steer(Message.User message) {
    steering.add(message);
  }

  void followUp(Message.User message) {
    followUps.add(message);
  }

  void deliver(Conversation.Delivery steered, Conversation.Delivery followed) {
    steeringBy = steered;
    followUpsBy = followed;
  }

  Conversation.Queued queued() {
    return new Conversation.Queued(List.copyOf(steering), List.copyOf(followUps));
  }

  boolean hasSteering() {
    return !steering.isEmpty();
  }

  List<Message.User> takeSteering() {
    return take(steering, steeringBy);
  }

  List<Message.User> takeFollowUps() {
    return take(followUps, followUpsBy);
  }

  /// What is heard next when nothing runs: of what steers, and without that of what follows.
  List<Message.User> takeNext() {
    List<Message.User> next = takeSteering();
    return next.isEmpty() ? takeFollowUps() : next;
  }

  boolean isEmpty() {
    return steering.isEmpty() && followUps.isEmpty();
  }

  private static List<Message.User> take(
      ConcurrentLinkedDeque<Message.User> queue, Conversation.Delivery delivery) {
    if (delivery == Conversation.Delivery.ALL) {
      return drain(queue);
    }
    Message.User next = queue.poll();
    return next == null ? List.of() : List.of(next);
  }

  /// Takes the latest message out that says the same. Answers whether there is one.
  boolean takeBack(Message.User message) {
    return steering.removeLastOccurrence(message) || followUps.removeLastOccurrence(message);
  }

  /// Everything that was said and not used, so that it is not lost after an abort.
  List<Message.User> takeAll() {
    List<Message.User> all = drain(steering);
    all.addAll(drain(followUps));
    return all;
  }

  private static List<Message.User> drain(ConcurrentLinkedDeque<Message.User> queue) {
    var taken = new ArrayList<Message.User>();
    for (Message.User next = queue.poll(); next != null; next = queue.poll()) {
      taken.add(next);
    }
    return taken;
  }
}
