package dev.tenon.core.json.rpc;

import dev.tenon.core.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The answers to messages that came together: they go back together, and not at all when none of
/// the messages wants one. Safe for several threads.
final class Batch {
  private final Consumer<Json> send;
  private final List<Json> answers = new ArrayList<>();
  private int left;

  Batch(int size, Consumer<Json> send) {
    this.left = size;
    this.send = send;
  }

  /// @param answer null for a message that wants none
  void add(Json.@Nullable Obj answer) {
    synchronized (this) {
      if (answer != null) {
        answers.add(answer);
      }
      left--;
      if (left > 0 || answers.isEmpty()) {
        return;
      }
    }
    send.accept(Json.array(answers));
  }
}
