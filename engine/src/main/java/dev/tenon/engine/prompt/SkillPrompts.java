package dev.tenon.engine.prompt;

import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.skill.Skill;
import dev.tenon.core.skill.SkillLibrary;
import dev.tenon.tools.MentionedFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Prompts that begin with a skill: `/skill:NAME …`, `/skill NAME …` and `/NAME …` send its text
/// along, in every face. What names no skill is a prompt like any other.
public final class SkillPrompts {
  private static final String ARGUMENTS = "$ARGUMENTS";

  private SkillPrompts() {}

  /// A prompt that calls for a skill.
  ///
  /// @param arguments what stands behind the name
  public record Called(Skill skill, String arguments) {}

  /// The skill that a prompt begins with, if it does and the person may call it.
  public static Optional<Called> called(String text, @Nullable SkillLibrary library) {
    String line = text.strip();
    if (library == null || !line.startsWith("/")) {
      return Optional.empty();
    }
    String rest = line.substring(1);
    if (rest.startsWith("skill:")) {
      rest = rest.substring("skill:".length());
    } else if (rest.matches("(?s)skill\\s.*")) {
      rest = rest.substring("skill".length()).stripLeading();
    }
    int end = 0;
    while (end < rest.length() && !Character.isWhitespace(rest.charAt(end))) {
      end++;
    }
    String arguments = rest.substring(end).strip();
    return library
        .find(rest.substring(0, end))
        .filter(skill -> skill.invocation().byPerson())
        .map(skill -> new Called(skill, arguments));
  }

  public static Message.User read(String text, @Nullable SkillLibrary library, MentionedFiles files)
      throws InterruptedException {
    Called called = called(text, library).orElse(null);
    if (called == null || library == null) {
      return files.read(text);
    }
    String loaded;
    try {
      loaded = library.load(called.skill).text();
    } catch (IOException unusable) {
      loaded = "The skill could not be loaded: " + unusable.getMessage();
    }
    // Inserted once: what the arguments hold is never looked at again.
    boolean placed = loaded.contains(ARGUMENTS);
    String words =
        "Use the skill "
            + called.skill.name()
            + (called.arguments.isEmpty() ? "." : ": " + called.arguments);
    // The person's words first: by them people find the prompt again.
    var parts = new ArrayList<>(files.read(words).content());
    parts.add(new Part.Text(placed ? loaded.replace(ARGUMENTS, called.arguments) : loaded));
    return new Message.User(parts);
  }
}
