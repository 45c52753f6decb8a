package dev.tenon.engine.discovery;

import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.walk.Glob;
import dev.tenon.engine.content.OtherTool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Instructions that another tool has in a file of the project.
///
/// @param level the folder that they are for, the root or one above it
/// @param shown the file as seen from the root
/// @param text without the head
/// @param beyond bytes of the file behind the text that were not read
public record Instruction(
    OtherTool tool, Path level, Path file, String shown, When when, String text, long beyond) {

  /// The same with what is left of a text that is too long.
  Instruction given(String another) {
    return new Instruction(tool, level, file, shown, when, another, 0);
  }

  /// When they count.
  public sealed interface When {
    /// Always.
    record Always() implements When {}

    /// With the first file that one of the patterns means.
    record ForFiles(List<String> patterns) implements When {
      public ForFiles {
        patterns = List.copyOf(patterns);
      }

      /// The patterns that can be used.
      List<Glob> globs() {
        var globs = new ArrayList<Glob>();
        for (String pattern : patterns) {
          try {
            globs.add(Glob.of(pattern));
          } catch (PathException wrong) {
            // Told when the file was read.
          }
        }
        return globs;
      }
    }

    /// When the model asks for them.
    record Described(String description) implements When {}

    /// When a person names them; nobody does here.
    record ByHand() implements When {}
  }
}
