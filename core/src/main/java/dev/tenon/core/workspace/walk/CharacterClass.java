package dev.tenon.core.workspace.walk;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The named sets of characters in a bracket, as in `[[:digit:]]`; ASCII only.
enum CharacterClass {
  ALNUM,
  ALPHA,
  BLANK,
  CNTRL,
  DIGIT,
  GRAPH,
  LOWER,
  PRINT,
  PUNCT,
  SPACE,
  UPPER,
  XDIGIT;

  static @Nullable CharacterClass of(String name) {
    for (CharacterClass each : values()) {
      if (each.name().equalsIgnoreCase(name)) {
        return name.equals(name.toLowerCase(Locale.ROOT)) ? each : null;
      }
    }
    return null;
  }

  boolean contains(char c) {
    return switch (this) {
      case ALNUM -> ALPHA.contains(c) || DIGIT.contains(c);
      case ALPHA -> LOWER.contains(c) || UPPER.contains(c);
      case BLANK -> c == ' ' || c == '\t';
      case CNTRL -> c < ' ' || c == 0x7F;
      case DIGIT -> c >= '0' && c <= '9';
      case GRAPH -> c > ' ' && c < 0x7F;
      case LOWER -> c >= 'a' && c <= 'z';
      case PRINT -> c >= ' ' && c < 0x7F;
      case PUNCT -> GRAPH.contains(c) && !ALNUM.contains(c);
      case SPACE -> c == ' ' || (c >= '\t' && c <= '\r');
      case UPPER -> c >= 'A' && c <= 'Z';
      case XDIGIT -> DIGIT.contains(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    };
  }
}
