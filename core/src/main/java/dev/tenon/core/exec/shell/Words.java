package dev.tenon.core.exec.shell;

import java.util.ArrayList;
import java.util.List;

/// Reads long lists of words that stand in the code as text. Without regular expressions, because
/// the first command waits for it.
public final class Words {
  private Words() {}

  /// The words between white space.
  public static String[] of(String text) {
    List<String> words = new ArrayList<>();
    int start = -1;
    for (int i = 0; i <= text.length(); i++) {
      boolean blank = i == text.length() || text.charAt(i) <= ' ';
      if (!blank && start < 0) {
        start = i;
      } else if (blank && start >= 0) {
        words.add(text.substring(start, i));
        start = -1;
      }
    }
    return words.toArray(new String[0]);
  }
}
