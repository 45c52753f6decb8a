package dev.tenon.engine.content;

import dev.tenon.core.text.Sha256;
import java.nio.file.Path;

/// Content of a project that stands within a file of another kind, in the form that a Markdown file
/// of its own would have.
///
/// @param text head and body
/// @param shown how messages call the file
/// @param file the file's path with `#` and the name, which nothing else has
public record InlineContent(String name, String text, String shown, int line, Path file) {

  /// What consent is about.
  public String sha256() {
    return Sha256.of(text);
  }
}
