package dev.tenon.core.exec.background;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What background work has to tell and the model has not got yet, in the order in which it
/// happened. The person learns of each at once through the listener; the model gets each exactly
/// once, through [#take()] or [#takePrompt()]. Bounded: of one source that prints without end only
/// the first lines wait, and the rest is counted. Safe for several threads.
public final class Notices {
  /// So many notices of one source wait at most.
  static final int WAITING = 50;

  private final ReentrantLock lock = new ReentrantLock();
  private final ReentrantLock announcing = new ReentrantLock();
  private final List<Waiting> waiting = new ArrayList<>();
  private final ArrayDeque<Notice> unannounced = new ArrayDeque<>();
  private volatile Consumer<Notice> listener = notice -> {};

  private static final class Waiting {
    final Notice notice;
    int more;

    Waiting(Notice notice) {
      this.notice = notice;
    }
  }

  /// Who is told of each notice when it comes, one at a time, in order, on the thread that brings
  /// it. It must not block for long.
  public void listen(Consumer<Notice> told) {
    listener = told;
  }

  /// Adds a notice and tells the listener.
  public void post(Notice notice) {
    add(notice);
    announce();
  }

  /// Adds a notice; [#announce()] has to follow as soon as the caller holds no lock.
  void add(Notice notice) {
    lock.lock();
    try {
      int same = 0;
      Waiting last = null;
      for (Waiting other : waiting) {
        if (other.notice.source().equals(notice.source()) && other.notice.kind() == notice.kind()) {
          same++;
          last = other;
        }
      }
      boolean several = notice.kind() == Notice.Kind.PRINTED || notice.kind() == Notice.Kind.ASIDE;
      int most = several ? WAITING : 1;
      if (last != null && same >= most) {
        last.more++;
        return;
      }
      waiting.add(new Waiting(notice));
      unannounced.add(notice);
    } finally {
      lock.unlock();
    }
  }

  /// Tells the listener what it does not know yet.
  void announce() {
    // A thread that finds another one at it leaves the rest to that one, which looks again.
    while (unheard() && announcing.tryLock()) {
      try {
        for (Notice next = next(); next != null; next = next()) {
          listener.accept(next);
        }
      } finally {
        announcing.unlock();
      }
    }
  }

  private boolean unheard() {
    lock.lock();
    try {
      return !unannounced.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Notice next() {
    lock.lock();
    try {
      return unannounced.poll();
    } finally {
      lock.unlock();
    }
  }

  /// Takes back the end of a job that the model got in another way.
  void withdraw(String source) {
    remove(source, Notice.Kind.ENDED);
  }

  /// Takes back the prompts of a schedule that is gone.
  void withdrawPrompt(String source) {
    remove(source, Notice.Kind.PROMPT);
  }

  private void remove(String source, Notice.Kind kind) {
    lock.lock();
    try {
      waiting.removeIf(it -> it.notice.source().equals(source) && it.notice.kind() == kind);
    } finally {
      lock.unlock();
    }
  }

  /// Whether anything waits that is worth a turn of its own, a prompt included.
  public boolean waiting() {
    lock.lock();
    try {
      return waiting.stream().anyMatch(each -> each.notice.kind() != Notice.Kind.ASIDE);
    } finally {
      lock.unlock();
    }
  }

  /// How much waits.
  public int size() {
    lock.lock();
    try {
      return waiting.size();
    } finally {
      lock.unlock();
    }
  }

  /// Everything but prompts, for the next request.
  public List<Notice> take() {
    lock.lock();
    try {
      var taken = new ArrayList<Notice>();
      for (Waiting each : waiting) {
        if (each.notice.kind() != Notice.Kind.PROMPT) {
          taken.add(whole(each));
        }
      }
      waiting.removeIf(each -> each.notice.kind() != Notice.Kind.PROMPT);
      return taken;
    } finally {
      lock.unlock();
    }
  }

  /// The oldest prompt whose time has come, for when nothing runs.
  public Optional<Notice> takePrompt() {
    lock.lock();
    try {
      for (Waiting each : waiting) {
        if (each.notice.kind() == Notice.Kind.PROMPT) {
          waiting.remove(each);
          return Optional.of(each.notice);
        }
      }
      return Optional.empty();
    } finally {
      lock.unlock();
    }
  }

  /// Puts back what was taken and never reached the model. Nobody is told again.
  public void putBack(List<Notice> taken) {
    lock.lock();
    try {
      for (Notice notice : taken.reversed()) {
        waiting.addFirst(new Waiting(notice));
      }
    } finally {
      lock.unlock();
    }
  }

  private static Notice whole(Waiting each) {
    Notice notice = each.notice;
    return each.more == 0
        ? notice
        : new Notice(
            notice.kind(),
            notice.source(),
            notice.summary(),
            notice.text()
                + "\n["
                + each.more
                + " more lines of "
                + notice.source()
                + " not shown]");
  }

  /// Forgets everything.
  public void clear() {
    lock.lock();
    try {
      waiting.clear();
      unannounced.clear();
    } finally {
      lock.unlock();
    }
  }
}
