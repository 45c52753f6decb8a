package dev.tenon.cli.terminal.render;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a piece of text is, as far as its looks go. Each style knows how to switch itself on and
/// off, so that styles of different kinds nest; where colours are not wanted, what is left of it is
/// its weight and its lines. The later ones have the names of the tokens that themes colour.
public enum Style {
  BOLD("1", "22", ""),
  DIM("2", "22", ""),
  ITALIC("3", "23", ""),
  STRIKE("9", "29", ""),
  TITLE("1;4", "22;24", ""),
  HEADING("1", "22", ""),
  CODE("", "", "36"),
  ACCENT("", "", "35"),
  TOOL("", "", "34"),
  PERSON("", "", "36"),
  OK("", "", "32"),
  WARNING("", "", "33"),
  FAILURE("", "", "31"),
  ADDED("", "", "32"),
  REMOVED("", "", "31"),
  MD_LINK("4", "24", "34"),
  MD_LINK_URL("2", "22", ""),
  MD_CODE_BLOCK_BORDER("2", "22", ""),
  MD_QUOTE("3", "23", ""),
  MD_QUOTE_BORDER("2", "22", ""),
  MD_HR("2", "22", ""),
  MD_LIST_BULLET("", "", "35"),
  BORDER_MUTED("2", "22", ""),
  THINKING_TEXT("2", "22", ""),
  TOOL_OUTPUT("2", "22", ""),
  TOOL_DIFF_ADDED("", "", "32"),
  TOOL_DIFF_REMOVED("", "", "31"),
  TOOL_DIFF_CONTEXT("2", "22", ""),
  /// The characters of a line that a change is about.
  TOOL_DIFF_ADDED_PART("1;7", "22;27", "32"),
  TOOL_DIFF_REMOVED_PART("1;7", "22;27", "31"),
  SYNTAX_COMMENT("2", "22", ""),
  SYNTAX_KEYWORD("", "", "35"),
  SYNTAX_FUNCTION("", "", "34"),
  SYNTAX_VARIABLE("", "", "36"),
  SYNTAX_STRING("", "", "32"),
  SYNTAX_NUMBER("", "", "33"),
  SYNTAX_TYPE("", "", "36"),
  /// What the person has selected.
  SELECTED("1;4", "22;24", "36");

  private static final String DEFAULT_COLOUR = "39";

  private final String on;
  private final String off;
  private final String plainOn;
  private final String plainOff;

  /// @param weight bold, lines and the like; empty for none
  /// @param colour empty for none
  Style(String weight, String weightOff, String colour) {
    this.on = sequence(weight, colour);
    this.off = sequence(weightOff, colour.isEmpty() ? "" : DEFAULT_COLOUR);
    this.plainOn = weight.isEmpty() ? "" : sequence(weight, "");
    this.plainOff = weight.isEmpty() ? "" : sequence(weightOff, "");
  }

  private static String sequence(String weight, String colour) {
    String both = weight.isEmpty() || colour.isEmpty() ? weight + colour : weight + ";" + colour;
    return "\033[" + both + "m";
  }

  /// Whether this is exactly what switches a style on or off; other sequences may hide text.
  static boolean has(String sequence) {
    return Known.OFF_BY_ON.containsKey(sequence) || Known.OFF_BY_ON.containsValue(sequence);
  }

  /// What switches off what this sequence switches on; null if it switches on nothing.
  static @Nullable String offOf(String sequence) {
    return Known.OFF_BY_ON.get(sequence);
  }

  String on() {
    return on;
  }

  String off() {
    return off;
  }

  /// Without colour; empty if nothing is left.
  String plainOn() {
    return plainOn;
  }

  String plainOff() {
    return plainOff;
  }

  private static final class Known {
    static final Map<String, String> OFF_BY_ON = new HashMap<>();

    static {
      for (Style style : Style.values()) {
        OFF_BY_ON.put(style.on, style.off);
        if (!style.plainOn.isEmpty()) {
          OFF_BY_ON.put(style.plainOn, style.plainOff);
        }
      }
    }
  }
}
