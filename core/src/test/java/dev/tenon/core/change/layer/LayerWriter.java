package dev.tenon.core.change.layer;

import dev.tenon.core.change.effects.CommandWatch;
import dev.tenon.core.change.effects.ShellProject;
import dev.tenon.core.exec.sandbox.RecursiveDelete;
import java.nio.file.Path;

/// A program that works in a layer, merges and removes it, generation after generation, until it is
/// killed. A generation is in three files: one is edited, one is written by a command, one is what
/// a command builds and nobody merges.
final class LayerWriter {
  private static final int MOST = 100_000;

  private LayerWriter() {}

  public static void main(String[] arguments) throws Exception {
    var at = new LayerProject(Path.of(arguments[0]), null);
    for (int generation = Integer.parseInt(arguments[1]) + 1; generation < MOST; generation++) {
      LayerEditing layer = at.layer("" + generation);
      LayerProject.edit(layer, "a.txt", "edited " + generation + "\n");
      told("edited", generation);
      CommandWatch watch = layer.watch(ShellProject.BASH);
      ShellProject.start(
          at.root,
          watch.view(),
          "mkdir -p out; echo %d > out/x; echo 'built %d' > b.txt; sync b.txt"
              .formatted(generation, generation));
      told("built", generation);
      watch.finish();
      told("noted", generation);
      at.merge(layer, "0-Kill");
      told("merged", generation);
      RecursiveDelete.delete(at.project.state.resolve("layers/" + generation));
    }
  }

  private static void told(String what, int generation) {
    System.out.println(what + " " + generation);
    System.out.flush();
  }
}
