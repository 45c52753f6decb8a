package dev.tenon.engine.template;

import dev.tenon.engine.agent.ToolWords;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A prompt in a file.
///
/// @param name by which it is called; parts that were folders are separated by `:`
/// @param description in one line; may be empty
/// @param argumentHint what may follow the name; may be empty
/// @param shown how messages call the file
/// @param file a real path
/// @param sha256 of the file, as it was read
/// @param wishes how it wants to be carried out
public record PromptTemplate(
    String name,
    String description,
    String argumentHint,
    String text,
    Syntax syntax,
    Owner owner,
    String shown,
    Path file,
    String sha256,
    Wishes wishes) {

  /// How a prompt wants to be carried out.
  ///
  /// @param model another model for this prompt; empty for that of the conversation
  /// @param agent the agent that does it as a helper; empty for the conversation itself
  /// @param tools only these for this prompt; null for all
  public record Wishes(String model, String agent, @Nullable ToolWords tools) {
    public static final Wishes NONE = new Wishes("", "", null);
  }

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
