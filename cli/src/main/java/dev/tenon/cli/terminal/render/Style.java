package dev.tenon.cli.terminal.render;

import dev.tenon.cli.terminal.theme.Token;
import org.jspecify.annotations.Nullable;

/// What a piece of text is, as far as its looks go. A theme says the colours of a style by its
/// token; its weight and lines are its own, and are what is left of it where colours are not
/// wanted. The colours here are those of terminals without a theme.
public enum Style {
  BOLD("1", "22", "", null),
  DIM("2", "22", "", Token.DIM),
  ITALIC("3", "23", "", null),
  STRIKE("9", "29", "", null),
  TITLE("1;4", "22;24", "", Token.MD_HEADING),
  HEADING("1", "22", "", Token.MD_HEADING),
  CODE("", "", "36", Token.MD_CODE),
  ACCENT("", "", "35", Token.ACCENT),
  TOOL("", "", "34", Token.TOOL_TITLE),
  PERSON("", "", "36", Token.USER_MESSAGE_TEXT),
  OK("", "", "32", Token.SUCCESS),
  WARNING("", "", "33", Token.WARNING),
  FAILURE("", "", "31", Token.ERROR),
  ADDED("", "", "32", Token.TOOL_DIFF_ADDED),
  REMOVED("", "", "31", Token.TOOL_DIFF_REMOVED),
  MD_LINK("4", "24", "34", Token.MD_LINK),
  MD_LINK_URL("2", "22", "", Token.MD_LINK_URL),
  MD_CODE_BLOCK("", "", "36", Token.MD_CODE_BLOCK),
  MD_CODE_BLOCK_BORDER("2", "22", "", Token.MD_CODE_BLOCK_BORDER),
  MD_QUOTE("", "", "", Token.MD_QUOTE),
  MD_QUOTE_BORDER("2", "22", "", Token.MD_QUOTE_BORDER),
  MD_HR("2", "22", "", Token.MD_HR),
  MD_LIST_BULLET("", "", "35", Token.MD_LIST_BULLET),
  BORDER("2", "22", "", Token.BORDER),
  BORDER_ACCENT("2", "22", "", Token.BORDER_ACCENT),
  BORDER_MUTED("2", "22", "", Token.BORDER_MUTED),
  MUTED("2", "22", "", Token.MUTED),
  THINKING_TEXT("2", "22", "", Token.THINKING_TEXT),
  TOOL_OUTPUT("2", "22", "", Token.TOOL_OUTPUT),
  TOOL_DIFF_ADDED("", "", "32", Token.TOOL_DIFF_ADDED),
  TOOL_DIFF_REMOVED("", "", "31", Token.TOOL_DIFF_REMOVED),
  TOOL_DIFF_CONTEXT("2", "22", "", Token.TOOL_DIFF_CONTEXT),
  /// The characters of a line that a change is about.
  TOOL_DIFF_ADDED_PART("1;7", "22;27", "32", Token.TOOL_DIFF_ADDED),
  TOOL_DIFF_REMOVED_PART("1;7", "22;27", "31", Token.TOOL_DIFF_REMOVED),
  SYNTAX_COMMENT("2", "22", "", Token.SYNTAX_COMMENT),
  SYNTAX_KEYWORD("", "", "35", Token.SYNTAX_KEYWORD),
  SYNTAX_FUNCTION("", "", "34", Token.SYNTAX_FUNCTION),
  SYNTAX_VARIABLE("", "", "36", Token.SYNTAX_VARIABLE),
  SYNTAX_STRING("", "", "32", Token.SYNTAX_STRING),
  SYNTAX_NUMBER("", "", "33", Token.SYNTAX_NUMBER),
  SYNTAX_TYPE("", "", "36", Token.SYNTAX_TYPE),
  SYNTAX_OPERATOR("", "", "", Token.SYNTAX_OPERATOR),
  SYNTAX_PUNCTUATION("", "", "", Token.SYNTAX_PUNCTUATION),
  /// How much the model is asked to think.
  THINKING_OFF("", "", "35", Token.THINKING_OFF),
  THINKING_MINIMAL("", "", "35", Token.THINKING_MINIMAL),
  THINKING_LOW("", "", "35", Token.THINKING_LOW),
  THINKING_MEDIUM("", "", "35", Token.THINKING_MEDIUM),
  THINKING_HIGH("", "", "35", Token.THINKING_HIGH),
  THINKING_XHIGH("", "", "35", Token.THINKING_XHIGH),
  /// The sign in front of a command of the person's own.
  BASH_MODE("", "", "33", Token.BASH_MODE),
  /// What is behind the words of the person.
  USER_MESSAGE_BG("", "", "", null, Token.USER_MESSAGE_BG),
  /// What is behind the line of a tool that starts, and behind what became of it.
  TOOL_PENDING_BG("", "", "", null, Token.TOOL_PENDING_BG),
  TOOL_SUCCESS_BG("", "", "", null, Token.TOOL_SUCCESS_BG),
  TOOL_ERROR_BG("", "", "", null, Token.TOOL_ERROR_BG),
  /// Messages that are neither the person's nor the model's: news of background work.
  CUSTOM_MESSAGE_BG("", "", "", null, Token.CUSTOM_MESSAGE_BG),
  CUSTOM_MESSAGE_LABEL("2", "22", "", Token.CUSTOM_MESSAGE_LABEL),
  CUSTOM_MESSAGE_TEXT("2", "22", "", Token.CUSTOM_MESSAGE_TEXT),
  /// What the person has selected.
  SELECTED("1;4", "22;24", "36", Token.ACCENT, Token.SELECTED_BG),
  STATUS_LINE_BG("", "", "", null, Token.STATUS_LINE_BG),
  STATUS_LINE_SEP("2", "22", "", Token.STATUS_LINE_SEP),
  STATUS_LINE_MODEL("", "", "35", Token.STATUS_LINE_MODEL),
  STATUS_LINE_PATH("", "", "34", Token.STATUS_LINE_PATH),
  STATUS_LINE_GIT_CLEAN("", "", "32", Token.STATUS_LINE_GIT_CLEAN),
  STATUS_LINE_GIT_DIRTY("", "", "33", Token.STATUS_LINE_GIT_DIRTY),
  STATUS_LINE_CONTEXT("2", "22", "", Token.STATUS_LINE_CONTEXT),
  STATUS_LINE_SPEND("", "", "36", Token.STATUS_LINE_SPEND),
  STATUS_LINE_STAGED("", "", "32", Token.STATUS_LINE_STAGED),
  STATUS_LINE_DIRTY("", "", "33", Token.STATUS_LINE_DIRTY),
  STATUS_LINE_UNTRACKED("", "", "31", Token.STATUS_LINE_UNTRACKED),
  STATUS_LINE_OUTPUT("2", "22", "", Token.STATUS_LINE_OUTPUT),
  STATUS_LINE_COST("", "", "33", Token.STATUS_LINE_COST),
  STATUS_LINE_SUBAGENTS("", "", "35", Token.STATUS_LINE_SUBAGENTS);

  private final String weight;
  private final String weightOff;
  private final String colour;
  private final @Nullable Token foreground;
  private final @Nullable Token background;

  /// @param weight bold, lines and the like; empty for none
  /// @param colour without a theme; empty for none
  Style(String weight, String weightOff, String colour, @Nullable Token foreground) {
    this(weight, weightOff, colour, foreground, null);
  }

  Style(
      String weight,
      String weightOff,
      String colour,
      @Nullable Token foreground,
      @Nullable Token background) {
    this.weight = weight;
    this.weightOff = weightOff;
    this.colour = colour;
    this.foreground = foreground;
    this.background = background;
  }

  String weight() {
    return weight;
  }

  String weightOff() {
    return weightOff;
  }

  String colour() {
    return colour;
  }

  /// What a theme colours it by; null if it has the colour of the text around it.
  public @Nullable Token foreground() {
    return foreground;
  }

  /// What a theme colours the ground behind it by; null for none.
  public @Nullable Token background() {
    return background;
  }
}
