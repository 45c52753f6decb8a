package dev.tenon.core.prompt;

/// The text of one context file as the model gets it.
///
/// @param shown the file's path as seen from the root
/// @param text the content; when it was cut, with a note at the end
public record ContextFile(String shown, String text) {

  /// The text in the frame that tells the model whose it is.
  public String framed() {
    // A file must not be able to end its own frame.
    return "<instructions file=\""
        + shown.replace('"', '\'')
        + "\">\n"
        + text.replace("</instructions", "< /instructions")
        + "\n</instructions>";
  }
}
