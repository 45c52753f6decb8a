package dev.tenon.cli.terminal.editor.text;

import dev.tenon.cli.terminal.screen.Clusters;
import java.util.function.IntPredicate;

/// Where words begin and end. Letters, digits and `_` make a word; a large paste is one by itself.
/// All places are boundaries of clusters.
public final class Words {
  private Words() {}

  /// The end of the word here or after here.
  public static int end(CharSequence text, int from) {
    int at = from;
    while (at < text.length() && !inWord(text, at)) {
      at = Clusters.next(text, at);
    }
    if (at < text.length() && Pastes.isAt(text, at)) {
      return at + 1;
    }
    while (at < text.length() && inWord(text, at) && !Pastes.isAt(text, at)) {
      at = Clusters.next(text, at);
    }
    return at;
  }

  /// The beginning of the word here or before here.
  public static int start(CharSequence text, int from) {
    int at = from;
    while (at > 0 && !inWord(text, Clusters.previous(text, at))) {
      at = Clusters.previous(text, at);
    }
    if (at > 0 && Pastes.isAt(text, at - 1)) {
      return at - 1;
    }
    return back(text, at, start -> inWord(text, start) && !Pastes.isAt(text, start));
  }

  /// The beginning of what stands between blanks here or before here.
  public static int bigStart(CharSequence text, int from) {
    int at = back(text, from, start -> blank(text, start));
    return back(text, at, start -> !blank(text, start));
  }

  private static int back(CharSequence text, int from, IntPredicate goesOn) {
    int at = from;
    while (at > 0) {
      int start = Clusters.previous(text, at);
      if (!goesOn.test(start)) {
        break;
      }
      at = start;
    }
    return at;
  }

  public static boolean blank(CharSequence text, int at) {
    return Character.isWhitespace(text.charAt(at));
  }

  public static boolean inWord(CharSequence text, int at) {
    int c = Character.codePointAt(text, at);
    return Character.isLetterOrDigit(c) || c == '_' || Pastes.isAt(text, at);
  }
}
