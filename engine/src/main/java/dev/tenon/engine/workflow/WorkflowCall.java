package dev.tenon.engine.workflow;

import dev.tenon.core.workflow.WorkflowKind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// A prompt that calls a workflow: `/ralplan …`, `/skill ralplan …`, `ralplan: …` or, with its
/// workers, `team 3:executor …`.
///
/// @param words what stands behind the name
public record WorkflowCall(WorkflowKind kind, String words) {
  private static final Pattern PREFIX = Pattern.compile("^/(skill:|skill\\s+)?");
  private static final String BEFORE = "(?<![\\p{L}\\p{N}_./-])";
  private static final String BEHIND = "(?![\\p{L}\\p{N}_/-])";

  /// Everybody speaks of teams, so that the mere word names nothing.
  private static final Pattern TEAM =
      Pattern.compile(
          BEFORE
              + "(/team|team\\s+[0-9]{1,3}(:[a-z0-9_-]+)?|team\\s+workflow|workflow\\s+team"
              + "|use\\s+((the|a)\\s+)?team)"
              + BEHIND);

  private static final Pattern WORKERS = Pattern.compile("^[0-9]{1,3}(:[A-Za-z0-9_-]+)?\\b.*");

  /// The call that a prompt begins with, if it does.
  public static Optional<WorkflowCall> of(String typed) {
    String line = typed.strip();
    boolean slash = line.startsWith("/");
    String rest = PREFIX.matcher(line).replaceFirst("");
    int end = 0;
    while (end < rest.length()
        && (Character.isLetterOrDigit(rest.charAt(end)) || rest.charAt(end) == '-')) {
      end++;
    }
    WorkflowKind kind = WorkflowKind.of(rest.substring(0, end)).orElse(null);
    String words = rest.substring(end).strip();
    boolean colon = end < rest.length() && rest.charAt(end) == ':';
    boolean apart = end == rest.length() || Character.isWhitespace(rest.charAt(end)) || colon;
    if (kind == null || !apart) {
      return Optional.empty();
    }
    boolean called =
        slash || colon || (kind == WorkflowKind.TEAM && WORKERS.matcher(words).matches());
    return called
        ? Optional.of(new WorkflowCall(kind, colon ? words.substring(1).strip() : words))
        : Optional.empty();
  }

  /// The workflows that a person names in the first line of what they typed. What follows may be
  /// somebody else's text, pasted or made by the program.
  static Set<WorkflowKind> named(String typed) {
    var named = EnumSet.noneOf(WorkflowKind.class);
    String line = typed.strip().lines().findFirst().orElse("").toLowerCase(Locale.ROOT);
    for (WorkflowKind kind : WorkflowKind.values()) {
      Pattern name =
          kind == WorkflowKind.TEAM ? TEAM : Pattern.compile(BEFORE + "/?" + kind.label() + BEHIND);
      if (name.matcher(line).find()) {
        named.add(kind);
      }
    }
    return named;
  }

  /// The skill that tells the model how the workflow goes.
  public static String skill(WorkflowKind kind) {
    String name = kind.label() + ".md";
    try (InputStream in = WorkflowCall.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the text of " + name + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException broken) {
      throw new IllegalStateException("the text of " + name + " cannot be read", broken);
    }
  }

  /// What it is for, in a line.
  public static String purpose(WorkflowKind kind) {
    return switch (kind) {
      case DEEP_INTERVIEW -> "Asks, one question at a time, until what you want is clear";
      case RALPLAN -> "A plan that a planner, an architect and a critic agree on";
      case TEAM -> "Workers in processes of their own share a board of tasks";
      case ULTRAGOAL -> "Works goals off one by one, each with proof";
    };
  }

  /// What may follow its name.
  public static String hint(WorkflowKind kind) {
    return switch (kind) {
      case DEEP_INTERVIEW -> "IDEA";
      case RALPLAN -> "TASK";
      case TEAM -> "[N[:ROLE]] TASK";
      case ULTRAGOAL -> "BRIEF";
    };
  }

  /// The prompt as the model gets it: the skill, framed, and the person's words.
  public String text() {
    return "<skill name=\"" + kind.label() + "\">\n" + skill(kind) + "\n</skill>";
  }

  /// The person's words.
  public String said() {
    return "Use the workflow " + kind.label() + (words.isEmpty() ? "." : ": " + words);
  }
}
