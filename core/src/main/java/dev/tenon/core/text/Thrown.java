package dev.tenon.core.text;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What code of somebody else has thrown, in one line of bounded length.
public final class Thrown {
  private static final int MOST = 500;
  private static final Pattern GAPS = Pattern.compile("\\s+");

  private Thrown() {}

  /// The simple name of its class, and its message if it has one.
  public static String line(Throwable thrown) {
    String simple = thrown.getClass().getSimpleName();
    String name = simple.isEmpty() ? thrown.getClass().getName() : simple;
    String message = message(thrown);
    return message.isEmpty() ? name : name + ": " + message;
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
