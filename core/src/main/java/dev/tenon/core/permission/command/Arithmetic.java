package dev.tenon.core.permission.command;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/// Looks at arithmetic of the shell. A variable in it is evaluated in turn, with all the commands
/// that its value holds in subscripts: only numbers are harmless.
final class Arithmetic {
  private static final String OPERATORS = " \t+-*/%<>=!&|^~?:,;()";

  private final String text;
  private final KnownValues known;
  private final Set<String> assigned = new LinkedHashSet<>();
  private final Set<String> before = new HashSet<>();
  private int at;

  private Arithmetic(String text, KnownValues known) {
    this.text = text;
    this.known = known;
  }

  /// What came of looking at an expression.
  ///
  /// @param harmless whether it is evaluated without running anything
  /// @param assigned the variables that it sets
  record Looked(boolean harmless, Set<String> assigned) {}

  /// @param text the expression as it is written; parts may be separated by semicolons
  static Looked look(String text, KnownValues known) {
    var arithmetic = new Arithmetic(text, known);
    boolean harmless = arithmetic.all();
    return new Looked(harmless, arithmetic.assigned);
  }

  private boolean all() {
    boolean harmless = true;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (Cursor.isNameStart(c)) {
        harmless &= name();
      } else if (c >= '0' && c <= '9') {
        number();
      } else if (c == '$') {
        harmless &= expansion();
      } else if (OPERATORS.indexOf(c) >= 0) {
        at++;
      } else {
        harmless = false;
        at++;
      }
    }
    return harmless;
  }

  private void number() {
    while (at < text.length() && (Cursor.isNamePart(text.charAt(at)) || text.charAt(at) == '#')) {
      at++;
    }
  }

  private boolean name() {
    int start = at;
    while (at < text.length() && Cursor.isNamePart(text.charAt(at))) {
      at++;
    }
    String name = text.substring(start, at);
    boolean stepped = steps(start - 2) || steps(at);
    int next = at;
    while (next < text.length() && (text.charAt(next) == ' ' || text.charAt(next) == '\t')) {
      next++;
    }
    int operator = next;
    while (operator < text.length() && "+-*/%<>&^|".indexOf(text.charAt(operator)) >= 0) {
      operator++;
    }
    boolean sets =
        operator < text.length()
            && text.charAt(operator) == '='
            && !text.startsWith("==", operator)
            && !(operator == next + 1 && "<>".indexOf(text.charAt(next)) >= 0);
    if (sets || stepped) {
      assigned.add(name);
    }
    if (sets && operator == next) {
      before.add(name);
      return true;
    }
    return before.contains(name) || known.number(name);
  }

  private boolean steps(int place) {
    return place >= 0 && (text.startsWith("++", place) || text.startsWith("--", place));
  }

  /// `$#`, `$?`, `$name` and `${#name}`.
  private boolean expansion() {
    char next = at + 1 < text.length() ? text.charAt(at + 1) : Cursor.END;
    if (next == '#' || next == '?') {
      at += 2;
      return true;
    }
    boolean braces = next == '{';
    int start = at + (braces ? 2 : 1);
    boolean length = braces && start < text.length() && text.charAt(start) == '#';
    start += length ? 1 : 0;
    int end = start;
    while (end < text.length() && Cursor.isNamePart(text.charAt(end))) {
      end++;
    }
    String name = text.substring(start, end);
    boolean closed = !braces || (end < text.length() && text.charAt(end) == '}');
    at = Math.max(at + 1, end + (braces && closed ? 1 : 0));
    return closed && !name.isEmpty() && (length || known.number(name));
  }
}
