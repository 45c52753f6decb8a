package dev.tenon.core.workspace.regex;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A few texts of which one has to be in every match. Searching for them is the fastest way to rule
/// a file out.
///
/// @param texts one character for each byte of UTF-8; lower case if the case does not matter
/// @param letters whether the case of ASCII letters matters
public record RequiredText(List<String> texts, LetterCase letters) {
  private static final int MOST = 6;

  /// The best texts of a tree, or null if it has none.
  static @Nullable public RequiredText of(RegexTree tree) {
    return switch (tree) {
      case RegexTree.One one -> ofSequence(List.of(one));
      case RegexTree.Sequence sequence -> ofSequence(flat(sequence));
      case RegexTree.Choice choice -> ofChoice(choice.parts());
      case RegexTree.Repeat repeat -> repeat.least() == 0 ? null : of(repeat.part());
    };
  }

  /// The length of the shortest one.
  int length() {
    int length = Integer.MAX_VALUE;
    for (String text : texts) {
      length = Math.min(length, text.length());
    }
    return length;
  }

  private static List<RegexTree> flat(RegexTree.Sequence sequence) {
    var parts = new ArrayList<RegexTree>();
    for (RegexTree part : sequence.parts()) {
      if (part instanceof RegexTree.Sequence inner) {
        parts.addAll(flat(inner));
      } else {
        parts.add(part);
      }
    }
    return parts;
  }

  private static @Nullable RequiredText ofSequence(List<RegexTree> parts) {
    RequiredText best = null;
    var run = new StringBuilder();
    boolean anyCase = false;
    for (RegexTree part : parts) {
      int exact = part instanceof RegexTree.One one ? exact(one.set()) : -1;
      if (exact >= 0) {
        run.append((char) exact);
        anyCase |= ((RegexTree.One) part).set().size() == 2;
        continue;
      }
      best = better(best, run, anyCase);
      run.setLength(0);
      anyCase = false;
      best = better(best, part instanceof RegexTree.One ? null : of(part));
    }
    return better(best, run, anyCase);
  }

  /// The one byte of a set, or the lower case of the one letter.
  private static int exact(ByteSet set) {
    int smallest = set.smallest();
    if (set.size() == 1 && smallest != '\n') {
      return smallest;
    }
    boolean letter = set.size() == 2 && smallest >= 'A' && smallest <= 'Z';
    return letter && set.contains(smallest + 32) ? smallest + 32 : -1;
  }

  private static @Nullable RequiredText ofChoice(List<RegexTree> parts) {
    var texts = new ArrayList<String>();
    var letters = LetterCase.EXACT;
    for (RegexTree part : parts) {
      RequiredText one = of(part);
      if (one == null) {
        return null;
      }
      texts.addAll(one.texts);
      letters = one.letters == LetterCase.ANY_CASE ? one.letters : letters;
    }
    if (texts.size() > MOST) {
      return null;
    }
    if (letters == LetterCase.ANY_CASE) {
      texts.replaceAll(RequiredText::lowerAscii);
    }
    return new RequiredText(List.copyOf(texts), letters);
  }

  private static @Nullable RequiredText better(
      @Nullable RequiredText best, StringBuilder run, boolean anyCase) {
    if (run.isEmpty()) {
      return best;
    }
    String text = anyCase ? lowerAscii(run.toString()) : run.toString();
    return better(
        best, new RequiredText(List.of(text), anyCase ? LetterCase.ANY_CASE : LetterCase.EXACT));
  }

  private static @Nullable RequiredText better(@Nullable RequiredText a, @Nullable RequiredText b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return b.worth() > a.worth() ? b : a;
  }

  private int worth() {
    return length() * 4 - texts.size() - (letters == LetterCase.ANY_CASE ? 4 : 0);
  }

  static String lowerAscii(String text) {
    var out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      out.append(c >= 'A' && c <= 'Z' ? (char) (c + 32) : c);
    }
    return out.toString();
  }
}
