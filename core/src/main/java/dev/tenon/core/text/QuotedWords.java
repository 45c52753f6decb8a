package dev.tenon.core.text;

import java.util.ArrayList;
import java.util.List;

/// The words that a person writes behind a command. They are cut at blanks that are not in quotes;
/// quotes open at the beginning of a word, and behind the equals sign of `NAME="some text"`. Any
/// other quote is a letter, such as the one in *don't*, and so is one that is never closed.
public final class QuotedWords {
  private QuotedWords() {}

  public static List<String> of(String text) {
    var words = new ArrayList<String>();
    var word = new StringBuilder();
    boolean begun = false;
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else {
          word.append(c);
        }
      } else if (opens(text, i, begun)) {
        quote = c;
        begun = true;
      } else if (Character.isWhitespace(c)) {
        if (begun) {
          words.add(word.toString());
        }
        word.setLength(0);
        begun = false;
      } else {
        word.append(c);
        begun = true;
      }
    }
    if (begun) {
      words.add(word.toString());
    }
    return words;
  }

  private static boolean opens(String text, int at, boolean begun) {
    char c = text.charAt(at);
    return (c == '"' || c == '\'')
        && (!begun || text.charAt(at - 1) == '=')
        && text.indexOf(c, at + 1) > 0;
  }
}
