package dev.tenon.cli.base;

/// Text as a block of code in Markdown, which nothing in it can end.
public final class CodeBlock {
  private CodeBlock() {}

  /// With a fence that is longer than any in the text, and a line end behind it.
  public static String of(String text) {
    int longest = 2;
    int run = 0;
    for (int i = 0; i < text.length(); i++) {
      run = text.charAt(i) == '`' ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    String fence = "`".repeat(longest + 1);
    return fence + "\n" + text.stripTrailing() + "\n" + fence + "\n";
  }
}
