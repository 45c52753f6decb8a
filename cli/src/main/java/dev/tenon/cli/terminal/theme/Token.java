package dev.tenon.cli.terminal.theme;

/// What a theme has a colour for. A theme file names every one of them.
public enum Token {
  // Core text and borders.
  ACCENT("accent"),
  BORDER("border"),
  BORDER_ACCENT("borderAccent"),
  BORDER_MUTED("borderMuted"),
  SUCCESS("success"),
  ERROR("error"),
  WARNING("warning"),
  MUTED("muted"),
  DIM("dim"),
  TEXT("text"),
  THINKING_TEXT("thinkingText"),
  // Backgrounds.
  SELECTED_BG("selectedBg"),
  USER_MESSAGE_BG("userMessageBg"),
  CUSTOM_MESSAGE_BG("customMessageBg"),
  TOOL_PENDING_BG("toolPendingBg"),
  TOOL_SUCCESS_BG("toolSuccessBg"),
  TOOL_ERROR_BG("toolErrorBg"),
  STATUS_LINE_BG("statusLineBg"),
  // Messages and tools.
  USER_MESSAGE_TEXT("userMessageText"),
  CUSTOM_MESSAGE_TEXT("customMessageText"),
  CUSTOM_MESSAGE_LABEL("customMessageLabel"),
  TOOL_TITLE("toolTitle"),
  TOOL_OUTPUT("toolOutput"),
  // Markdown.
  MD_HEADING("mdHeading"),
  MD_LINK("mdLink"),
  MD_LINK_URL("mdLinkUrl"),
  MD_CODE("mdCode"),
  MD_CODE_BLOCK("mdCodeBlock"),
  MD_CODE_BLOCK_BORDER("mdCodeBlockBorder"),
  MD_QUOTE("mdQuote"),
  MD_QUOTE_BORDER("mdQuoteBorder"),
  MD_HR("mdHr"),
  MD_LIST_BULLET("mdListBullet"),
  // Diffs and code.
  TOOL_DIFF_ADDED("toolDiffAdded"),
  TOOL_DIFF_REMOVED("toolDiffRemoved"),
  TOOL_DIFF_CONTEXT("toolDiffContext"),
  SYNTAX_COMMENT("syntaxComment"),
  SYNTAX_KEYWORD("syntaxKeyword"),
  SYNTAX_FUNCTION("syntaxFunction"),
  SYNTAX_VARIABLE("syntaxVariable"),
  SYNTAX_STRING("syntaxString"),
  SYNTAX_NUMBER("syntaxNumber"),
  SYNTAX_TYPE("syntaxType"),
  SYNTAX_OPERATOR("syntaxOperator"),
  SYNTAX_PUNCTUATION("syntaxPunctuation"),
  // Thinking and modes.
  THINKING_OFF("thinkingOff"),
  THINKING_MINIMAL("thinkingMinimal"),
  THINKING_LOW("thinkingLow"),
  THINKING_MEDIUM("thinkingMedium"),
  THINKING_HIGH("thinkingHigh"),
  THINKING_XHIGH("thinkingXhigh"),
  BASH_MODE("bashMode"),
  PYTHON_MODE("pythonMode"),
  // Status line.
  STATUS_LINE_SEP("statusLineSep"),
  STATUS_LINE_MODEL("statusLineModel"),
  STATUS_LINE_PATH("statusLinePath"),
  STATUS_LINE_GIT_CLEAN("statusLineGitClean"),
  STATUS_LINE_GIT_DIRTY("statusLineGitDirty"),
  STATUS_LINE_CONTEXT("statusLineContext"),
  STATUS_LINE_SPEND("statusLineSpend"),
  STATUS_LINE_STAGED("statusLineStaged"),
  STATUS_LINE_DIRTY("statusLineDirty"),
  STATUS_LINE_UNTRACKED("statusLineUntracked"),
  STATUS_LINE_OUTPUT("statusLineOutput"),
  STATUS_LINE_COST("statusLineCost"),
  STATUS_LINE_SUBAGENTS("statusLineSubagents");

  private final String key;

  Token(String key) {
    this.key = key;
  }

  /// Its name in a file.
  public String key() {
    return key;
  }

  /// Whether it colours what is behind the text.
  public boolean isBackground() {
    return key.endsWith("Bg");
  }
}
