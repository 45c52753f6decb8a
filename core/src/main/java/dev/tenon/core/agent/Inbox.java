package dev.tenon.core.agent;

import dev.tenon.core.model.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;

/// What the user says while the model is at work. Safe for several threads.
final class Inbox {
  private final ConcurrentLinkedQueue<Message.User> steering = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<Message.User> followUps = new ConcurrentLinkedQueue<>();

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

  boolean hasSteering() {
    return !steering.isEmpty();
  }

  List<Message.User> takeSteering() {
    return drain(steering);
  }

  Optional<Message.User> takeFollowUp() {
    return Optional.ofNullable(followUps.poll());
  }

  /// Everything that was said and not used, so that it is not lost after an abort.
  List<Message.User> takeAll() {
    List<Message.User> all = drain(steering);
    all.addAll(drain(followUps));
    return all;
  }

  private static List<Message.User> drain(ConcurrentLinkedQueue<Message.User> queue) {
    var taken = new ArrayList<Message.User>();
    for (Message.User next = queue.poll(); next != null; next = queue.poll()) {
      taken.add(next);
    }
    return taken;
  }
}
