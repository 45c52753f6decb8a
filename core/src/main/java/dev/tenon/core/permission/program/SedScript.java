package dev.tenon.core.permission.program;

/// Whether a script of `sed` only looks at its input: GNU's `e` runs commands, `w` writes files,
/// and `r` reads files that no word names.
public final class SedScript {
  private static final String LABEL = "_.-";

  private final String text;
  private int at;

  private SedScript(String text) {
    this.text = text;
  }

  /// Whether every command of the script is known to be harmless.
  public static boolean harmless(String script) {
    return new SedScript(script).commands();
  }

  private boolean commands() {
    while (true) {
      skip(" \t\n;{}!");
      if (at >= text.length()) {
        return true;
      }
      if (!addresses()) {
        return false;
      }
      skip(" \t!");
      if (at < text.length() && text.charAt(at) == '{') {
        continue;
      }
      if (at >= text.length() || !command(text.charAt(at++))) {
        return false;
      }
    }
  }

  private void skip(String what) {
    while (at < text.length() && what.indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private boolean addresses() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if ((c >= '0' && c <= '9') || "$,~+ \t".indexOf(c) >= 0) {
        at++;
      } else if (c == '/' || (c == '\\' && at + 1 < text.length())) {
        at += c == '/' ? 1 : 2;
        if (!section(text.charAt(at - 1))) {
          return false;
        }
        skip("IM");
      } else {
        return true;
      }
    }
    return true;
  }

  /// Goes behind the next delimiter that is not escaped.
  private boolean section(char delimiter) {
    if (delimiter == '\\' || delimiter == '\n' || delimiter == '[') {
      return false;
    }
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == delimiter) {
        return true;
      }
      if (c == '\\') {
        at++;
      } else if (c == '[') {
        int end = Brackets.end(text, at - 1);
        // A delimiter in a bracket ends nothing for some, and all for others.
        if (end > 0 && text.substring(at, end).indexOf(delimiter) >= 0) {
          return false;
        }
        if (end < 0 && text.indexOf(']', at) >= 0) {
          return false;
        }
      }
    }
    return false;
  }

  private boolean command(char command) {
    return switch (command) {
      case 's', 'y' -> substitution();
      case 'p', 'd', 'n', 'N', 'g', 'G', 'h', 'H', 'x', '=', 'D', 'P', 'z', 'F', 'q', 'Q', 'l' -> {
        skip("0123456789 \t");
        yield at >= text.length() || ";\n}#".indexOf(text.charAt(at)) >= 0;
      }
      case 'a', 'i', 'c' -> {
        int end = text.indexOf('\n', at);
        boolean goesOn = end > 0 && text.charAt(end - 1) == '\\';
        at = end < 0 ? text.length() : end;
        yield !goesOn;
      }
      case '#' -> {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
        yield true;
      }
      case ':', 'b', 't', 'T' -> {
        skip(" \t");
        while (at < text.length() && isLabel(text.charAt(at))) {
          at++;
        }
        skip(" \t");
        yield at >= text.length() || ";\n}".indexOf(text.charAt(at)) >= 0;
      }
      default -> false;
    };
  }

  private static boolean isLabel(char c) {
    return LABEL.indexOf(c) >= 0 || (c < 128 && Character.isLetterOrDigit(c));
  }

  private boolean substitution() {
    if (at >= text.length()) {
      return false;
    }
    char delimiter = text.charAt(at++);
    boolean pattern = section(delimiter);
    boolean replacement = pattern && section(delimiter);
    if (!replacement) {
      return false;
    }
    while (at < text.length() && ";\n} \t".indexOf(text.charAt(at)) < 0) {
      if ("gpiImM0123456789".indexOf(text.charAt(at)) < 0) {
        return false;
      }
      at++;
    }
    return true;
  }
}
