package dev.tenon.engine.discovery;

import dev.tenon.core.workspace.walk.Glob;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Instructions about some files, which the model gets with the first of them. Immutable; [#begin]
/// is what one conversation has of them.
public final class FileRules {
  /// There are none.
  public static final FileRules NONE = new FileRules(Path.of(""), List.of(), 0);

  private final Path root;
  private final List<Waiting> waiting = new ArrayList<>();
  private final int room;

  /// Instructions and the files that they are about.
  ///
  /// @param prefix the way from the folder that they are for to the root: patterns begin there
  record Waiting(Instruction instruction, List<Glob> globs, String prefix) {
    /// @param path as seen from the root
    boolean isAbout(String path) {
      for (Glob glob : globs) {
        if (glob.matches(prefix + path)) {
          return true;
        }
      }
      return false;
    }
  }

  /// @param root the project
  /// @param room bytes that they may have in all
  FileRules(Path root, List<Instruction> instructions, int room) {
    this.root = root;
    this.room = room;
    for (Instruction each : instructions) {
      if (each.when() instanceof Instruction.When.ForFiles files) {
        String way = each.level().relativize(root).toString().replace('\\', '/');
        waiting.add(new Waiting(each, files.globs(), way.isEmpty() ? "" : way + "/"));
      }
    }
  }

  public boolean isEmpty() {
    return waiting.isEmpty();
  }

  Path root() {
    return root;
  }

  int room() {
    return room;
  }

  List<Waiting> waiting() {
    return waiting;
  }

  /// For a conversation, or a helper, which has a history of its own.
  public GivenRules begin() {
    return new GivenRules(this);
  }
}
