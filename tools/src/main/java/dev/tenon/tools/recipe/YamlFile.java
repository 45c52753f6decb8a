package dev.tenon.tools.recipe;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// Reads the mapping at the root of a YAML file. Aliases are followed; the library bounds how
/// often.
///
/// The only class of this package that knows the library, so that it is loaded only when there is
/// such a file.
final class YamlFile {
  private YamlFile() {}

  /// What the file holds; nothing when it is not there, is malformed (the project is told), or
  /// holds something else than a mapping.
  static Map<?, ?> read(ProjectFolder project, String name) {
    Optional<String> text = project.text(name);
    if (text.isEmpty()) {
      return Map.of();
    }
    try {
      LoadSettings settings = LoadSettings.builder().setLabel(name).build();
      return new Load(settings).loadFromString(text.get()) instanceof Map<?, ?> fields
          ? fields
          : Map.of();
    } catch (MarkedYamlEngineException malformed) {
      Mark mark = malformed.getProblemMark().orElse(null);
      tell(project, name, mark == null ? 1 : mark.getLine() + 1, malformed.getProblem());
    } catch (ReaderException malformed) {
      int end = Math.clamp(malformed.getPosition(), 0, text.get().length());
      int line = 1 + (int) text.get().substring(0, end).chars().filter(c -> c == '\n').count();
      tell(project, name, line, "a character that no text has");
    } catch (YamlEngineException malformed) {
      tell(project, name, 1, malformed.getMessage());
    } catch (StackOverflowError hostile) {
      tell(project, name, 1, "it is nested too deeply");
    }
    return Map.of();
  }

  private static void tell(ProjectFolder project, String name, int line, @Nullable String problem) {
    String what = problem == null ? "it cannot be parsed" : problem.lines().findFirst().orElse("");
    project.problem(name, line, "is not valid YAML: " + what);
  }
}
