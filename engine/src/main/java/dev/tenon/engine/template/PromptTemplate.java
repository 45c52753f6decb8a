package dev.tenon.engine.template;

import java.nio.file.Path;

/// A prompt in a file.
///
/// @param name by which it is called; parts that were folders are separated by `:`
/// @param description in one line; may be empty
/// @param argumentHint what may follow the name; may be empty
/// @param shown how messages call the file
/// @param file a real path
/// @param sha256 of the file, as it was read
public record PromptTemplate(
    String name,
    String description,
    String argumentHint,
    String text,
    Syntax syntax,
    Owner owner,
    String shown,
    Path file,
    String sha256) {

  /// How words and commands are written in its text.
  public enum Syntax {
    /// `$ARGUMENTS`, `$1`, a bang and a command in backticks.
    MARKDOWN,
    /// `{{args}}` and `!{…}`.
    TOML
  }

  /// Whose it is.
  public enum Owner {
    PROJECT,
    USER
  }
}
