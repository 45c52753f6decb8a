package dev.tenon.cli.terminal.theme;

import dev.tenon.core.json.Json;
import java.util.LinkedHashSet;
import java.util.Set;

/// The variables of a theme file, and what its values mean with them. A variable may stand for
/// another one, over as many steps as it likes.
final class Variables {
  private static final String FORMS =
      "must be \"#RRGGBB\", a number from 0 to 255, the name of a variable, or \"\" for the"
          + " terminal's own colour, was ";

  private final Json.Obj vars;
  private final Problems problems;

  /// Told what is wrong where.
  interface Problems {
    void add(String path, String what);
  }

  Variables(Json.Obj vars, Problems problems) {
    this.vars = vars;
    this.problems = problems;
  }

  /// Looks at those as well that nothing uses.
  void checkAll() {
    for (String name : vars.members().keySet()) {
      Json value = vars.get(name);
      if (value != null) {
        int unused = colour("vars." + SymbolText.oneLine(name), value);
        assert unused >= Colour.DEFAULT;
      }
    }
  }

  /// The colour that a value means, or the terminal's own after a problem was told.
  int colour(String path, Json value) {
    Set<String> seen = new LinkedHashSet<>();
    if (path.startsWith("vars.")) {
      seen.add(path.substring("vars.".length()));
    }
    Json now = value;
    while (true) {
      if (now instanceof Json.Num number) {
        return indexed(path, number);
      }
      if (!(now instanceof Json.Str text)) {
        problems.add(path, FORMS + SymbolText.shown(now));
        return Colour.DEFAULT;
      }
      String said = text.value();
      if (said.isEmpty()) {
        return Colour.DEFAULT;
      }
      if (said.startsWith("#")) {
        return hex(path, said);
      }
      Json next = vars.get(said);
      if (next == null) {
        problems.add(path, unknown(said));
        return Colour.DEFAULT;
      }
      if (!seen.add(SymbolText.oneLine(said))) {
        problems.add(path, circle(seen, SymbolText.oneLine(said)));
        return Colour.DEFAULT;
      }
      now = next;
    }
  }

  private String unknown(String said) {
    boolean digits = !said.isEmpty();
    for (int i = 0; i < said.length(); i++) {
      digits &= said.charAt(i) >= '0' && said.charAt(i) <= '9';
    }
    return "refers to the variable '"
        + SymbolText.oneLine(said)
        + "', which vars does not have"
        + (digits
            ? "; an index is written without quotes"
            : SymbolText.hint(said, vars.members().keySet()));
  }

  /// The variables from the one that comes twice, as far as a line can hold them.
  private static String circle(Set<String> seen, String again) {
    var out = new StringBuilder("is circular: ");
    boolean inside = false;
    for (String each : seen) {
      inside |= each.equals(again);
      if (inside && out.length() < 200) {
        out.append(each).append(" → ");
      }
    }
    return out.append(again).toString();
  }

  private int indexed(String path, Json.Num number) {
    String spelled = number.compact();
    int index = -1;
    if (spelled.length() <= 3) {
      try {
        index = Integer.parseInt(spelled);
      } catch (NumberFormatException fraction) {
        index = -1;
      }
    }
    if (index < 0 || index > 255) {
      problems.add(path, FORMS + SymbolText.shown(number));
      return Colour.DEFAULT;
    }
    return Colour.indexed(index);
  }

  private int hex(String path, String said) {
    int rgb = 0;
    boolean right = said.length() == 7;
    for (int i = 1; i < said.length() && right; i++) {
      int digit = Character.digit(said.charAt(i), 16);
      right = digit >= 0 && said.charAt(i) < 0x80;
      rgb = rgb << 4 | Math.max(0, digit);
    }
    if (!right) {
      problems.add(path, FORMS + SymbolText.shown(Json.of(said)));
      return Colour.DEFAULT;
    }
    return rgb;
  }
}
