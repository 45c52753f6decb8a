package dev.tenon.engine.layer;

import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.workspace.Workspace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A program that changes all files of a project in a layer, saves and merges it, generation after
/// generation, until it is killed.
final class LayerKeeper {
  static final int FILES = 150;

  private LayerKeeper() {}

  static HelperLayers layers(Path folder) throws Exception {
    Workspace workspace = Workspace.open(folder.resolve("project").toRealPath());
    Journal journal = ProjectJournal.open(folder.resolve("state"), workspace, "session");
    return new HelperLayers(
        workspace,
        journal,
        new WaitingHunks(workspace, journal, journal.folder()),
        1 << 24,
        folder.resolve("trees"),
        Workspace::open,
        null);
  }

  public static void main(String[] words) throws Exception {
    Path folder = Path.of(words[0]);
    var apart = HelperLayers.Apart.valueOf(words[1]);
    HelperLayers layers = layers(folder);
    for (int i = Integer.parseInt(words[2]) + 1; i < 100_000; i++) {
      told("making", i);
      try (HelperLayer layer = layers.open("0-Kill", "generation" + i, apart)) {
        change(layer, i);
        told("changed", i);
        layers.merge(layer, HelperLayers.Merge.AUTO);
      }
      told("merged", i);
    }
  }

  private static void change(HelperLayer layer, int generation) throws Exception {
    var changes = new ArrayList<FileChange>();
    for (int i = 0; i < FILES; i++) {
      changes.add(
          FileChange.of(
              layer.editing().current("f" + i + ".txt"), i + " generation " + generation + "\n"));
    }
    layer
        .editing()
        .commit(
            new Transaction(List.copyOf(changes)),
            new Attribution(Origin.AGENT, "edit_file", "call"));
  }

  private static void told(String what, int generation) {
    System.out.println(what + " " + generation);
    System.out.flush();
  }
}
