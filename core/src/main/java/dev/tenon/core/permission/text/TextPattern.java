package dev.tenon.core.permission.text;

import dev.tenon.core.permission.command.Effort;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// A pattern over the text of a command, as other tools write them: `*` stands for any text at any
/// place, blanks and line breaks included; `\*` is a star. Behind a blank, a star at the end may
/// stand for nothing at all, and `:*` at the end begins where a word does. Immutable.
public final class TextPattern {
  /// A star that is meant, in patterns and in texts.
  private static final char STAR = '\uE00A';

  /// Of texts that are too long to judge, which are asked about anyway, no more than this is looked
  /// at.
  private static final long MOST_WORK = 8_000_000;

  private static final String LAST_WORDS = " *";
  private static final String PREFIX = ":*";

  private final List<String> forms;

  private TextPattern(Set<String> forms) {
    this.forms = List.copyOf(forms);
  }

  public static TextPattern of(String pattern) {
    var forms = new LinkedHashSet<String>();
    // Not everybody who writes a backslash means it for the star behind it.
    String unescaped = pattern.replace("\\*", String.valueOf(STAR)).replace("\\\\", "\\");
    for (String form : List.of(pattern, unescaped)) {
      forms.add(form);
      if (form.endsWith(LAST_WORDS)) {
        forms.add(form.substring(0, form.length() - LAST_WORDS.length()));
      }
      if (form.endsWith(PREFIX)) {
        String prefix = form.substring(0, form.length() - PREFIX.length());
        forms.add(prefix);
        forms.add(prefix + LAST_WORDS);
      }
    }
    return new TextPattern(forms);
  }

  public boolean fits(String text) {
    String starred = text.replace('*', STAR);
    for (String form : forms) {
      boolean bearable =
          starred.length() <= Effort.MOST_CHARACTERS
              || (long) form.length() * starred.length() <= MOST_WORK;
      if (bearable && Wildcards.match(form, starred)) {
        return true;
      }
    }
    return false;
  }
}
