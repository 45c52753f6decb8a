package dev.tenon.tools.recipe;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The public recipes of a justfile, read from its text, with their parameters.
final class JustTasks {
  private JustTasks() {}

  static List<RecipeTask> of(ProjectFolder project) {
    Optional<String> file = project.first("justfile", "Justfile", "JUSTFILE", ".justfile");
    if (file.isEmpty() || !project.installed().test("just")) {
      return List.of();
    }
    var tasks = new ArrayList<RecipeTask>();
    String comment = "";
    boolean hidden = false;
    for (String line : project.lines(file.get())) {
      if (line.startsWith("#")) {
        comment = line.startsWith("#!") ? "" : line.substring(1).strip();
      } else if (line.startsWith("[")) {
        hidden |= line.contains("private");
      } else if (!line.isBlank() && !Character.isWhitespace(line.charAt(0))) {
        Optional<RecipeTask> task = recipe(line, comment);
        if (task.isPresent() && !hidden) {
          tasks.add(task.get());
        }
        comment = "";
        hidden = false;
      } else if (line.isBlank()) {
        comment = "";
      }
    }
    return tasks;
  }

  private static Optional<RecipeTask> recipe(String line, String comment) {
    String header = line.startsWith("@") ? line.substring(1) : line;
    int end = 0;
    while (end < header.length() && isNamePart(header.charAt(end))) {
      end++;
    }
    String name = header.substring(0, end);
    int colon = colon(header, end);
    boolean assignment = colon >= 0 && header.startsWith(":=", colon);
    if (name.isEmpty() || name.startsWith("_") || colon < 0 || assignment) {
      return Optional.empty();
    }
    String between = header.substring(end, colon);
    if (!between.isEmpty() && !Character.isWhitespace(between.charAt(0))) {
      return Optional.empty();
    }
    String parameters = between.strip();
    String doc = parameters.isEmpty() ? comment : ("(" + parameters + ") " + comment).strip();
    return Optional.of(new RecipeTask(name, "just " + name, doc));
  }

  /// Where the header ends: the first colon outside of quotes and parentheses.
  private static int colon(String header, int from) {
    char quote = 0;
    int depth = 0;
    for (int i = from; i < header.length(); i++) {
      char c = header.charAt(i);
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '"' || c == '\'' || c == '`') {
        quote = c;
      } else if (c == '(') {
        depth++;
      } else if (c == ')') {
        depth--;
      } else if (c == ':' && depth == 0) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isNamePart(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '-';
  }
}
