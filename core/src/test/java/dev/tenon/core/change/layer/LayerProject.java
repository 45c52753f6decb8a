package dev.tenon.core.change.layer;

import dev.tenon.core.change.effects.CommandWatch;
import dev.tenon.core.change.effects.EffectLimits;
import dev.tenon.core.change.effects.Effects;
import dev.tenon.core.change.effects.ShellProject;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.view.CommandViews;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.text.FileBytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A project with layers over it, in which tests edit and run real commands.
final class LayerProject {
  static final Attribution AGENT = new Attribution(Origin.AGENT, "edit_file", "call-0");

  final ShellProject project;
  final Path root;
  private final CommandViews views;

  LayerProject(Path folder, CommandViews.@Nullable Kind kind) throws Exception {
    project = new ShellProject(folder);
    root = project.root.toRealPath();
    views =
        new CommandViews(project.workspace, project.journal.folder(), EffectLimits.DEFAULT, kind);
  }

  /// The layer of this name; the same again when it is asked for again.
  LayerEditing layer(String name) throws IOException, InterruptedException {
    return new LayerEditing(
        project.workspace.anew(), project.journal, views, project.state.resolve("layers/" + name));
  }

  Effects run(LayerEditing layer, String line) throws IOException, InterruptedException {
    CommandWatch watch = layer.watch(ShellProject.BASH);
    output = ShellProject.start(root, watch.view(), line);
    return watch.finish();
  }

  /// What the last command printed.
  String output = "";

  static void edit(LayerEditing layer, String path, String text) throws Exception {
    layer.commit(new Transaction(List.of(FileChange.of(layer.current(path), text))), AGENT);
  }

  static void move(LayerEditing layer, String path, String target, String text) throws Exception {
    var base = (FileState.Existing) layer.current(path);
    layer.commit(new Transaction(List.of(new FileChange.Move(base, target, text))), AGENT);
  }

  static void delete(LayerEditing layer, String path) throws Exception {
    FileState state = layer.whole(path);
    String sha256 =
        switch (state) {
          case FileState.Existing text -> text.version().sha256();
          case FileState.Whole whole -> whole.version().sha256();
          case FileState.Missing missing -> throw new AssertionError(path + " is missing");
        };
    layer.commit(new Transaction(List.of(FileChange.Bytes.delete(path, sha256))), AGENT);
  }

  static void create(LayerEditing layer, String path, byte[] bytes) throws Exception {
    layer.commit(
        new Transaction(List.of(FileChange.Bytes.create(path, FileBytes.of(bytes)))), AGENT);
  }

  LayerMerge.Result merge(LayerEditing layer, String helper) throws Exception {
    return LayerMerge.merge(
        project.journal,
        layer.files(),
        new Attribution(Origin.AGENT, "task", null).by(helper),
        LayerMerge.Fitting.WRITTEN);
  }
}
