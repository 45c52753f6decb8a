package dev.tenon.server.job.live;

import dev.tenon.server.job.record.Redaction;

/// What the model has said so far of the answer that it is giving. It is not stored: the message
/// that comes in the end is. Safe for several threads.
public final class AnswerDraft {
  /// An answer that is longer is shown when it is there.
  private static final int MOST = 256 * 1024;

  private final Redaction redaction;
  private final StringBuilder text = new StringBuilder();
  private int step;

  AnswerDraft(Redaction redaction) {
    this.redaction = redaction;
  }

  /// @param text without secrets, and only whole words, so that half of one cannot hide in it
  public record Shown(int step, String text) {}

  /// An answer begins, or begins again.
  public synchronized void begin(int anew) {
    step = anew;
    text.setLength(0);
  }

  public synchronized void add(String more) {
    if (text.length() < MOST) {
      text.append(more);
    }
  }

  /// There is no answer under way.
  public synchronized void end() {
    text.setLength(0);
  }

  public Shown shown() {
    String words;
    int of;
    synchronized (this) {
      of = step;
      int end = text.length();
      while (end > 0 && !Character.isWhitespace(text.charAt(end - 1))) {
        end--;
      }
      words = text.substring(0, end);
    }
    return new Shown(of, redaction.text(words));
  }
}
