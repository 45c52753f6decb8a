package dev.tenon.core.text;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What code of somebody else has thrown, in one line of bounded length. Its class is told: whoever
/// reads it has written that code, or uses it.
public final class Thrown {
  private static final int MOST = 500;
  private static final Pattern GAPS = Pattern.compile("\\s+");

  private Thrown() {}

  /// The simple name of its class, and its message if it has one.
  public static String line(Throwable thrown) {
    String message = message(thrown);
    return message.isEmpty() ? kind(thrown) : kind(thrown) + ": " + message;
  }

  /// The simple name of the class of a thing, or the whole one where it has none.
  public static String kind(Object thing) {
    String simple = thing.getClass().getSimpleName();
    return simple.isEmpty() ? thing.getClass().getName() : simple;
  }

  /// An interruption that was not declared is one all the same: the thread is to know of it.
  public static void keepInterrupt(Throwable thrown) {
    if (thrown instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
  }

  /// The same with the place in the code where it came from, and with what caused it.
  public static String placed(Throwable thrown) {
    var line = new StringBuilder(line(thrown));
    StackTraceElement place = place(thrown);
    if (place != null) {
      line.append(" (at ").append(place).append(')');
    }
    Throwable cause = thrown.getCause();
    if (cause != null) {
      line.append(", caused by ").append(line(cause));
    }
    return line.toString();
  }

  /// The innermost place that is not one of the JDK, which only says what was asked of it.
  private static @Nullable StackTraceElement place(Throwable thrown) {
    StackTraceElement[] trace = thrown.getStackTrace();
    for (StackTraceElement each : trace) {
      if (!each.getClassName().startsWith("java.") && !each.getClassName().startsWith("jdk.")) {
        return each;
      }
    }
    return trace.length == 0 ? null : trace[0];
  }

  private static String message(Throwable thrown) {
    String message;
    try {
      message = thrown.getMessage();
    } catch (RuntimeException broken) {
      return "";
    }
    if (message == null) {
      return "";
    }
    String some = message.substring(0, Math.min(message.length(), 2 * MOST));
    String line = GAPS.matcher(some).replaceAll(" ").strip();
    return line.length() <= MOST ? line : line.substring(0, MOST) + "…";
  }
}
