package dev.tenon.core.tool;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The one point of a conversation to which the model can go back, leaving only a report of what it
/// found out since. The tools `checkpoint` and `rewind` set it and ask for the return; the loop
/// carries it out between two requests. One per conversation; safe for several threads.
public final class ReturnPoint {
  private @Nullable Mark mark;
  private @Nullable String report;

  /// Where to return to: right after the result of this call.
  public record Mark(String callId, String goal, Instant since) {}

  /// A return that was asked for.
  public record Return(Mark mark, String report) {}

  public synchronized Optional<Mark> mark() {
    return Optional.ofNullable(mark);
  }

  /// Marks the point. Answers false if there is one already.
  public synchronized boolean set(Mark wanted) {
    if (mark != null) {
      return false;
    }
    mark = wanted;
    report = null;
    return true;
  }

  /// Asks for the return. Answers false if there is no point to return to.
  public synchronized boolean goBack(String findings) {
    if (mark == null) {
      return false;
    }
    report = findings;
    return true;
  }

  /// The return that was asked for; afterwards there is no point any more.
  public synchronized Optional<Return> take() {
    Mark at = mark;
    String said = report;
    if (at == null || said == null) {
      return Optional.empty();
    }
    forget();
    return Optional.of(new Return(at, said));
  }

  public synchronized void forget() {
    mark = null;
    report = null;
  }
}
