package dev.tenon.engine.discovery;

import dev.tenon.core.prompt.ContextFiles;
import dev.tenon.engine.content.OtherTool;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// All instructions of a project and its user, read once.
public final class ProjectInstructions {
  private final ContextFiles files;
  private final @Nullable InstructionFiles others;

  private ProjectInstructions(ContextFiles files, @Nullable InstructionFiles others) {
    this.files = files;
    this.others = others;
  }

  /// Where instructions are looked for.
  ///
  /// @param root the project's real path
  /// @param state the state folder
  /// @param names of files such as `AGENTS.md`
  public record Places(
      Path root, Path userHome, Path state, List<String> names, Set<OtherTool> off) {}

  /// @param readable whether a file's text may be told
  public static ProjectInstructions read(Places places, Predicate<Path> readable) {
    var found = new AtomicReference<@Nullable InstructionFiles>();
    ContextFiles files =
        ContextFiles.collect(
            places.root(),
            places.userHome(),
            places.state(),
            places.names(),
            readable,
            room -> {
              if (!Discovery.any(room.root(), room.top())) {
                return List.of();
              }
              var others = new InstructionFiles(places.off());
              found.set(others);
              return others.in(room);
            });
    return new ProjectInstructions(files, found.get());
  }

  /// What goes into the system prompt.
  public ContextFiles files() {
    return files;
  }

  /// What comes with files.
  public FileRules rules() {
    return others == null ? FileRules.NONE : others.rules();
  }

  /// What other tools' files say.
  public List<Instruction> others() {
    return others == null ? List.of() : others.found();
  }

  /// Whether another file says the same.
  public boolean isRepeated(Instruction instruction) {
    return others != null && others.isRepeated(instruction);
  }
}
