package dev.tenon.core.permission.command;

/// The text between `$'` and `'`, in which backslashes name characters.
final class AnsiQuote {
  private AnsiQuote() {}

  /// Reads up to and with the closing quote.
  static String read(Cursor in) throws SyntaxException {
    var out = new StringBuilder();
    while (true) {
      in.tick();
      if (in.ended()) {
        throw new SyntaxException("a quote is not closed");
      }
      char c = in.here();
      in.at++;
      if (c == '\'') {
        return out.toString();
      }
      if (c != '\\') {
        out.append(c);
        continue;
      }
      if (in.ended()) {
        throw new SyntaxException("a quote is not closed");
      }
      char escape = in.here();
      in.at++;
      switch (escape) {
        case 'a' -> out.append('\u0007');
        case 'b' -> out.append('\b');
        case 'e', 'E' -> out.append('\u001b');
        case 'f' -> out.append('\f');
        case 'n' -> out.append('\n');
        case 'r' -> out.append('\r');
        case 't' -> out.append('\t');
        case 'v' -> out.append('\u000b');
        case '\\', '\'', '"', '?' -> out.append(escape);
        case 'x' -> number(in, 16, 2, out);
        case 'u' -> number(in, 16, 4, out);
        case 'U' -> number(in, 16, 8, out);
        case '0', '1', '2', '3', '4', '5', '6', '7' -> {
          in.at--;
          number(in, 8, 3, out);
        }
        // Control characters have odd corners, and no use in a command.
        case 'c' -> throw new SyntaxException("it spells a control character");
        default -> out.append('\\').append(escape);
      }
    }
  }

  private static void number(Cursor in, int radix, int most, StringBuilder out)
      throws SyntaxException {
    int value = 0;
    int digits = 0;
    while (digits < most && Character.digit(in.here(), radix) >= 0 && in.here() < 128) {
      value = value * radix + Character.digit(in.here(), radix);
      in.at++;
      digits++;
    }
    // Bytes beyond ASCII make up other characters together, and a zero ends the text.
    if (digits == 0 || value == 0 || (most < 4 && value > 127) || value > 0xD7FF) {
      throw new SyntaxException("it spells an unusual character");
    }
    out.appendCodePoint(value);
  }
}
