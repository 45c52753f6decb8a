package dev.tenon.cli.terminal;

import dev.tenon.cli.terminal.render.LivePage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// What the person has said while the program works and the model has not seen yet, as it is shown
/// above the editor. Safe for several threads.
final class SaidQueue {
  private final LivePage page;
  private final List<Said> waiting = new ArrayList<>();

  /// What was said, and when it is to be heard.
  record Said(String text, When when) {}

  /// When something is to be heard.
  enum When {
    /// As soon as possible.
    NOW("steers: "),
    /// When the work is done.
    AFTERWARDS("afterwards: ");

    final String label;

    When(String label) {
      this.label = label;
    }
  }

  SaidQueue(LivePage page) {
    this.page = page;
  }

  synchronized void add(String text, When when) {
    waiting.add(new Said(text, when));
    show();
  }

  /// This is heard only when the work is done, whatever the person wished: a command, for example.
  synchronized void waits(String text) {
    int at = waiting.lastIndexOf(new Said(text, When.NOW));
    if (at >= 0) {
      waiting.set(at, new Said(text, When.AFTERWARDS));
    }
    show();
  }

  /// The model has seen this.
  synchronized void heard(String text) {
    for (Said said : waiting) {
      if (said.text.equals(text)) {
        waiting.remove(said);
        break;
      }
    }
    show();
  }

  /// Takes the latest back of what is not heard yet.
  ///
  /// @param from takes one back from whoever would hear it; false when it is heard already
  synchronized Optional<Said> takeBack(Predicate<String> from) {
    while (!waiting.isEmpty()) {
      Said latest = waiting.removeLast();
      if (from.test(latest.text)) {
        show();
        return Optional.of(latest);
      }
    }
    show();
    return Optional.empty();
  }

  synchronized void clear() {
    waiting.clear();
    show();
  }

  private void show() {
    var lines = new ArrayList<String>();
    for (Said said : waiting) {
      lines.add(said.when.label + said.text);
    }
    page.queued(lines);
  }
}
