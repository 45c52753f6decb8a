package dev.tenon.core.skill;

import java.nio.file.Path;

/// A skill as its head describes it. Its text is read when it is loaded.
///
/// @param name by which it is called; no path can be in it
/// @param description what it is for, in one line
/// @param folder where its `SKILL.md` lies, a real path
/// @param shown how messages call the file
/// @param sha256 of what was agreed to; empty for the user's own, which needs no consent
/// @param argumentHint what may follow its name, as the file says it; may be empty
public record Skill(
    String name,
    String description,
    Path folder,
    String shown,
    Source source,
    Invocation invocation,
    String sha256,
    String argumentHint) {

  /// The name of the file that makes a folder a skill.
  public static final String FILE = "SKILL.md";

  /// Whose it is.
  public enum Source {
    PROJECT,
    USER
  }

  /// Who may load it.
  public enum Invocation {
    ANYONE,
    MODEL,
    PERSON,
    NOBODY;

    public boolean byModel() {
      return this == ANYONE || this == MODEL;
    }

    public boolean byPerson() {
      return this == ANYONE || this == PERSON;
    }
  }

  public Path file() {
    return folder.resolve(FILE);
  }
}
