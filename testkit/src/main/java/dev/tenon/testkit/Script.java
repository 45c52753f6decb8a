package dev.tenon.testkit;

import dev.tenon.testkit.script.Answer;
import dev.tenon.testkit.wire.Received;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The answers to come: a queue, and what to do when it is empty.
final class Script {
  private final BlockingQueue<Answer> queue = new LinkedBlockingQueue<>();
  private volatile @Nullable Function<Received, Answer> otherwise;

  void add(List<Answer> answers) {
    queue.addAll(answers);
  }

  void otherwise(Function<Received, Answer> answers) {
    otherwise = answers;
  }

  /// The answer to this request, or none when the script has ended.
  Optional<Answer> next(Received request) {
    Answer queued = queue.poll();
    if (queued != null) {
      return Optional.of(queued);
    }
    Function<Received, Answer> function = otherwise;
    return function == null ? Optional.empty() : Optional.of(function.apply(request));
  }

  int remaining() {
    return queue.size();
  }
}
