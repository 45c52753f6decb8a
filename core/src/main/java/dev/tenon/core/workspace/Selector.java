package dev.tenon.core.workspace;

import dev.tenon.core.workspace.path.PathException;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Which lines of a file are wanted, and in which form. Lines are counted from 1.
///
/// As the end of a path: `:40` from line 40 on, `:40-60` both included, `:40+20` twenty lines from
/// line 40, `:raw` without anything added; `:40-60:raw` and `:raw:40-60` combine. `L` in front of a
/// number is allowed.
///
/// @param last the last line wanted, [Long#MAX_VALUE] for all the rest
public record Selector(long first, long last, Form form) {
  /// Everything, in the usual form.
  public static final Selector ALL = new Selector(1, Long.MAX_VALUE, Form.PRESENTED);

  public Selector {
    if (first < 1 || last < first) {
      throw new IllegalArgumentException("not a range of lines: " + first + "-" + last);
    }
  }

  /// How the text is shown.
  public enum Form {
    /// With long lines cut and whatever a tool adds, such as line numbers.
    PRESENTED,
    /// As it is.
    RAW
  }

  /// Whether a range was asked for.
  public boolean isRange() {
    return first > 1 || last < Long.MAX_VALUE;
  }

  /// A range of lines in the usual form; nulls leave a side open.
  public static Selector lines(@Nullable Long first, @Nullable Long last) throws PathException {
    long from = first == null ? 1 : first;
    long to = last == null ? Long.MAX_VALUE : last;
    if (from < 1) {
      throw invalid("line " + from + " does not exist; lines are counted from 1");
    }
    if (to < from) {
      throw invalid("the last line " + to + " lies before the first line " + from);
    }
    return new Selector(from, to, Form.PRESENTED);
  }

  /// A path and what is wanted of it.
  public record Target(String path, Selector selector) {}

  /// Takes the selector off the end of a path. A file that is really called so wins; an end that is
  /// no selector belongs to the path.
  public static Target split(String text, Predicate<String> exists) throws PathException {
    int colon = text.lastIndexOf(':');
    if (colon <= 0 || exists.test(text)) {
      return new Target(text, ALL);
    }
    String path = text.substring(0, colon);
    String end = text.substring(colon + 1);
    int before = path.lastIndexOf(':');
    String inner = before > 0 ? path.substring(before + 1) : "";
    if (end.equals("raw")) {
      Selector range = isRange(inner) ? range(inner, text) : ALL;
      String rest = isRange(inner) ? path.substring(0, before) : path;
      return new Target(rest, new Selector(range.first, range.last, Form.RAW));
    }
    if (!isRange(end)) {
      return new Target(text, ALL);
    }
    Selector range = range(end, text);
    return inner.equals("raw")
        ? new Target(path.substring(0, before), new Selector(range.first, range.last, Form.RAW))
        : new Target(path, range);
  }

  /// Digits, or digits with a `-` or `+` and digits.
  private static boolean isRange(String text) {
    int at = number(text, 0);
    if (at <= 0) {
      return false;
    }
    if (at == text.length()) {
      return true;
    }
    char sign = text.charAt(at);
    int end = number(text, at + 1);
    return (sign == '-' || sign == '+') && end > at + 1 && end == text.length();
  }

  /// The end of the number that starts there (`L12` is one), or the start if there is none.
  private static int number(String text, int start) {
    int at = start;
    if (at < text.length() && (text.charAt(at) == 'L' || text.charAt(at) == 'l')) {
      at++;
    }
    int digits = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return at > digits && at - digits < 16 ? at : start;
  }

  private static Selector range(String text, String whole) throws PathException {
    int middle = number(text, 0);
    long first = value(text.substring(0, middle));
    if (first == 0) {
      throw invalid("line 0 in '" + whole + "' does not exist; lines are counted from 1, use :1");
    }
    if (middle == text.length()) {
      return new Selector(first, Long.MAX_VALUE, Form.PRESENTED);
    }
    long second = value(text.substring(middle + 1));
    if (text.charAt(middle) == '+') {
      if (second < 1) {
        throw invalid("the number of lines in '" + whole + "' must be at least 1");
      }
      return new Selector(first, first + second - 1, Form.PRESENTED);
    }
    if (second < first) {
      throw invalid(
          "the range in '" + whole + "' ends before it begins; use :" + second + "-" + first);
    }
    return new Selector(first, second, Form.PRESENTED);
  }

  private static long value(String number) {
    return Long.parseLong(Character.isDigit(number.charAt(0)) ? number : number.substring(1));
  }

  private static PathException invalid(String message) {
    return new PathException(PathException.Kind.INVALID, message, List.of(), "");
  }
}
