package dev.tenon.core.permission.command;

/// Whether a script of `sed` only looks at its input: GNU's `e` runs commands, and `w` writes
/// files.
final class SedScript {
  private final String text;
  private int at;

  private SedScript(String text) {
    this.text = text;
  }

  /// Whether every command of the script is known to be harmless.
  static boolean harmless(String script) {
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
      if (Character.isDigit(c) || "$,~+ \t".indexOf(c) >= 0) {
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
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == '\\') {
        at++;
      } else if (c == '[') {
        int end = text.indexOf(']', Math.min(at + 1, text.length()));
        // A delimiter in a bracket ends nothing for some, and all for others.
        if (end > 0 && text.substring(at, end).indexOf(delimiter) >= 0) {
          return false;
        }
      } else if (c == delimiter) {
        return true;
      }
    }
    return false;
  }

  private boolean command(char command) {
    return switch (command) {
      case 's', 'y' -> {
        if (at >= text.length()) {
          yield false;
        }
        char delimiter = text.charAt(at++);
        boolean pattern = section(delimiter);
        boolean replacement = pattern && section(delimiter);
        if (!replacement) {
          yield false;
        }
        while (at < text.length() && ";\n} \t".indexOf(text.charAt(at)) < 0) {
          if ("gpiImM0123456789".indexOf(text.charAt(at)) < 0) {
            yield false;
          }
          at++;
        }
        yield true;
      }
      case 'p', 'd', 'n', 'N', 'g', 'G', 'h', 'H', 'x', '=', 'D', 'P', 'z', 'F', 'q', 'Q', 'l' -> {
        skip("0123456789 \t");
        yield at >= text.length() || ";\n}".indexOf(text.charAt(at)) >= 0;
      }
      case 'a', 'i', 'c' -> {
        int end = text.indexOf('\n', at);
        boolean goesOn = end > 0 && text.charAt(end - 1) == '\\';
        at = end < 0 ? text.length() : end;
        yield !goesOn;
      }
      default -> false;
    };
  }
}
