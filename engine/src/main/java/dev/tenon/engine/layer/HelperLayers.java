package dev.tenon.engine.layer;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.effects.EffectLimits;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.layer.LayerEditing;
import dev.tenon.core.change.layer.LayerFile;
import dev.tenon.core.change.layer.LayerMerge;
import dev.tenon.core.change.view.CommandViews;
import dev.tenon.core.exec.sandbox.RecursiveDelete;
import dev.tenon.core.helper.HelperSettings;
import dev.tenon.core.json.Json;
import dev.tenon.core.tool.Helpers;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.engine.problem.SetupException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The layers of a project's helpers: opened, listed, shown, merged and dropped. A layer is on disk
/// after each change of its helper, survives the program, and goes only when its contents are in
/// the journal's blobs, listed by name under `past`. Safe for several threads; a layer is had by
/// one at a time.
public final class HelperLayers {
  private final Workspace workspace;
  private final Journal journal;
  private final WaitingHunks waiting;
  private final Path folder;
  private final CommandViews views;
  private final long most;
  private final Path worktrees;
  private final WorktreeLayer.Opener opener;

  /// What becomes of a layer when its helper has ended.
  public enum Merge {
    /// What fits is written, the rest waits for a person.
    AUTO,
    /// All of it waits for a person.
    REVIEW,
    /// It becomes a commit on a branch of its own.
    BRANCH,
    /// It stays where it is.
    KEEP;

    /// @param word as in the settings
    public static Merge of(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT));
    }
  }

  /// @param home Tenon's own folder, beside which worktrees of git are made: in it nobody may write
  /// @param opener makes workspaces of them
  public static HelperLayers of(
      Workspace workspace,
      Journal journal,
      WaitingHunks waiting,
      HelperSettings settings,
      Path home,
      WorktreeLayer.Opener opener) {
    Path worktrees = home.toAbsolutePath().resolveSibling(home.getFileName() + "-worktrees");
    return new HelperLayers(
        workspace, journal, waiting, settings.layerBytes(), worktrees, opener, null);
  }

  /// @param most bytes that a copy of the project may have, where no overlay is possible
  /// @param worktrees where worktrees of git are made
  /// @param kind of the views, whatever the system allows; null for the best
  HelperLayers(
      Workspace workspace,
      Journal journal,
      WaitingHunks waiting,
      long most,
      Path worktrees,
      WorktreeLayer.Opener opener,
      CommandViews.@Nullable Kind kind) {
    this.workspace = workspace;
    this.journal = journal;
    this.waiting = waiting;
    this.most = most;
    this.worktrees = worktrees;
    this.opener = opener;
    this.folder = journal.folder().resolve("layers");
    EffectLimits limits = EffectLimits.DEFAULT;
    this.views =
        new CommandViews(
            workspace,
            journal.folder(),
            new EffectLimits(limits.use(), limits.fileBytes(), most, limits.names()),
            kind);
  }

  /// All that are left, by name.
  public List<LeftLayer> left() throws IOException {
    var left = new ArrayList<LeftLayer>();
    for (Path each : folders().values()) {
      left.add(LeftLayer.of(each));
    }
    return left;
  }

  /// What one that is left takes on the disk.
  public long bytes(LeftLayer left) throws IOException {
    return LeftLayer.bytes(folder.resolve(left.name())) + LeftLayer.bytes(worktree(left.name()));
  }

  private Path worktree(String name) {
    return worktrees.resolve(journal.folder().getFileName()).resolve(name);
  }

  private SortedMap<String, Path> folders() throws IOException {
    var found = new TreeMap<String, Path>();
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "*@*")) {
        for (Path each : all) {
          found.put(String.valueOf(each.getFileName()), each);
        }
      }
    }
    return found;
  }

  /// In what way a layer is apart from the project, if it is new.
  public enum Apart {
    /// Over it, by an overlay or a copy.
    LAYER,
    WORKTREE
  }

  /// The layer of a helper: what is left of it, or a new one over the project as it is.
  ///
  /// @param session that it works for
  public HelperLayer open(String id, String session, Apart apart)
      throws IOException, InterruptedException {
    String name = LeftLayer.name(id, session);
    HelperLayer layer = open(name, apart);
    try {
      // Whoever works in it makes something new.
      LayerManifest.unmerge(folder.resolve(name));
      return layer;
    } catch (IOException unwritten) {
      layer.close();
      throw unwritten;
    }
  }

  private HelperLayer open(String name, Apart wanted) throws IOException, InterruptedException {
    Path own = Files.createDirectories(folder.resolve(name));
    FileChannel lock =
        HelperLayer.free(own)
            .orElseThrow(() -> new IOException("the layer " + name + " is in use by another run"));
    boolean fresh = !Files.exists(own.resolve(LayerManifest.NAME));
    try {
      Apart apart = wanted;
      if (!fresh) {
        apart = isWorktree(own) ? Apart.WORKTREE : Apart.LAYER;
      } else {
        LayerManifest.write(own, begun(apart).build());
      }
      if (apart == Apart.WORKTREE) {
        var tree = WorktreeLayer.open(workspace.root(), own, worktree(name), most, opener);
        return new HelperLayer(name, own, tree, lock);
      }
      var editing = new LayerEditing(workspace.anew(), journal, views, own);
      return new HelperLayer(name, own, new HelperLayer.Over(editing), lock);
    } catch (IOException | InterruptedException | RuntimeException failed) {
      if (fresh) {
        // Nobody has worked in it.
        RecursiveDelete.delete(own);
      }
      lock.close();
      throw failed;
    }
  }

  private static boolean isWorktree(Path layer) {
    try {
      return Files.exists(layer.resolve(WorktreeLayer.LIST))
          || LayerManifest.read(layer).string("kind", "").equals(WorktreeLayer.KIND);
    } catch (IOException damaged) {
      return false;
    }
  }

  private Json.Builder begun(Apart apart) throws IOException, InterruptedException {
    return apart == Apart.WORKTREE
        ? Json.object().put("kind", WorktreeLayer.KIND)
        : Json.object().put("kind", HelperLayer.Over.word(views.kind()));
  }

  /// The layer of a helper, by its id, or by its whole name where several have the same id. One
  /// that was merged or dropped is found by its contents. Whoever asks closes it.
  public HelperLayer find(String wanted) throws SetupException, InterruptedException {
    try {
      List<String> found = named(wanted);
      if (!found.isEmpty()) {
        return open(found.getFirst(), Apart.LAYER);
      }
      return past(wanted)
          .orElseThrow(
              () ->
                  SetupException.usage(
                      "there is no layer of a helper '"
                          + wanted
                          + "'; 'tenon agents' lists what is left"));
    } catch (IOException unreadable) {
      throw SetupException.failure(
          "the layer of " + wanted + " cannot be had: " + unreadable.getMessage());
    }
  }

  private List<String> named(String wanted) throws IOException, SetupException {
    var found = new ArrayList<String>();
    for (String name : folders().keySet()) {
      if (name.equals(wanted) || name.startsWith(wanted + "@")) {
        found.add(name);
      }
    }
    if (found.size() > 1) {
      throw SetupException.usage(
          "several layers are called '" + wanted + "': " + String.join(", ", found));
    }
    return found;
  }

  private Optional<HelperLayer> past(String wanted) throws IOException {
    Path latest = SavedLayer.latest(folder.resolve("past"), wanted);
    if (latest == null) {
      return Optional.empty();
    }
    String name = SavedLayer.name(latest);
    List<LayerFile> files = SavedLayer.read(latest, journal.blobs());
    var direct = new DirectEditing(workspace, journal);
    return Optional.of(
        new HelperLayer(
            name, folder.resolve(name), new HelperLayer.Saved(files, direct, workspace), null));
  }

  /// What a layer holds, as a unified diff.
  public String diff(HelperLayer layer) throws SetupException, InterruptedException {
    var out = new StringBuilder();
    try {
      List<LayerFile> files = layer.files();
      LayerRest rest = layer.rest(workspace.root());
      for (LayerFile file : rest.with(files)) {
        out.append(LayerDiff.of(file));
      }
      if (!rest.held().isEmpty()) {
        out.append("# ").append(rest.what()).append('\n');
      }
    } catch (IOException unreadable) {
      throw SetupException.failure(String.valueOf(unreadable.getMessage()));
    }
    return out.toString();
  }

  /// Brings a layer into the project in one of the ways. It goes when all of it is there or waits
  /// there; otherwise it stays, and why is told. Answers what its caller should know.
  public Helpers.Merged merge(HelperLayer layer, Merge how) throws InterruptedException {
    var told = new ArrayList<String>();
    var unmerged = new ArrayList<String>();
    try {
      List<LayerFile> files = layer.files();
      if (how == Merge.KEEP && !files.isEmpty()) {
        return kept(layer, files);
      }
      LayerRest rest = layer.rest(workspace.root());
      save(layer, files, rest);
      SavedLayer.force(how == Merge.AUTO ? rest.saved() : rest.with(files), journal.blobs());
      List<String> stays =
          how == Merge.BRANCH
              ? branch(layer, files, told)
              : written(layer, files, how, told, unmerged);
      unmerged.addAll(stays);
      told.addAll(rest.told(layer.name()));
      if (stays.isEmpty() && rest.held().isEmpty()) {
        told.addAll(commits(layer));
        layer.remove();
      } else if (stays.isEmpty()) {
        problem(layer, rest.what(), rest.isOutputAlone());
        told.addAll(rest.stays(layer.name()));
      } else {
        problem(layer, String.join("; ", stays), false);
        told.addAll(stays);
        told.add(way(layer));
      }
      return new Helpers.Merged(told, unmerged);
    } catch (CommitException | IOException | SetupException failed) {
      problem(layer, String.valueOf(failed.getMessage()), false);
      String why =
          (told.isEmpty() ? "What it changed is not merged: " : "Its layer stays: ")
              + failed.getMessage()
              + ". "
              + way(layer);
      if (told.isEmpty()) {
        unmerged.add(why);
      }
      told.add(why);
      return new Helpers.Merged(told, unmerged);
    }
  }

  /// Keeps commits before the repository goes in which they were made.
  private List<String> commits(HelperLayer layer) throws IOException, InterruptedException {
    List<String> kept = layer.keepCommits(workspace.root());
    return kept.isEmpty()
        ? List.of()
        : List.of("Commits that it made are kept as " + String.join(", ", kept) + ".");
  }

  /// Keeps everything that a layer holds by its content, before anything else happens to it.
  private void save(HelperLayer layer, List<LayerFile> files, LayerRest rest) throws IOException {
    if (!files.isEmpty() || !rest.saved().isEmpty()) {
      SavedLayer.write(
          folder.resolve("past").resolve(layer.name() + ".json"),
          layer.id(),
          layer.kind(),
          files,
          rest.saved(),
          journal.blobs());
    }
  }

  /// What one that stays where it is looks like to its caller.
  public Helpers.Merged kept(HelperLayer layer, List<LayerFile> files) {
    var paths = new ArrayList<String>();
    files.forEach(file -> paths.add(file.path()));
    return Helpers.Merged.all(
        "Kept apart in its " + place(layer) + ", not merged: " + String.join(", ", paths) + ".",
        way(layer));
  }

  /// Nothing of it is in the project.
  public static Helpers.Merged unmerged(String... told) {
    return new Helpers.Merged(List.of(told), List.of(told));
  }

  private static String way(HelperLayer layer) {
    return "'tenon agents diff "
        + layer.name()
        + "' shows what it holds, 'tenon agents merge "
        + layer.name()
        + "' merges it.";
  }

  /// @param merged whether the project has all of it that anybody wants
  private void problem(HelperLayer layer, String why, boolean merged) {
    Path own = folder.resolve(layer.name());
    try {
      if (Files.isDirectory(own)) {
        var known = Json.object().put("kind", layer.kind()).put("problem", why);
        if (merged) {
          known.put(LayerManifest.MERGED, true);
        }
        LayerManifest.write(own, known.build());
      }
    } catch (IOException unwritten) {
      // The layer itself is what counts, and it is there.
    }
  }

  /// Writes what fits and lets the rest wait. Answers what can do neither, for which the layer has
  /// to stay.
  private List<String> written(
      HelperLayer layer, List<LayerFile> files, Merge how, List<String> told, List<String> unmerged)
      throws CommitException, IOException, SetupException {
    if (journal.currentPrompt().isEmpty()) {
      journal.beginPrompt("merge of the helper " + layer.id());
    }
    var by = new Attribution(Origin.AGENT, "task", null).by(layer.id());
    LayerMerge.Result result =
        LayerMerge.merge(
            journal,
            files,
            by,
            how == Merge.REVIEW ? LayerMerge.Fitting.WAITING : LayerMerge.Fitting.WRITTEN);
    if (how == Merge.AUTO) {
      // The project itself has the others, down to the disk.
      SavedLayer.force(
          files.stream().filter(file -> !result.exact().contains(file.path())).toList(),
          journal.blobs());
    }
    List<LayerMerge.Waiting> unfit =
        result.waiting().isEmpty() ? List.of() : waiting.add(result.waiting(), layer.id());
    if (!result.merged().isEmpty()) {
      told.add("Merged from its " + place(layer) + ": " + String.join(", ", result.merged()) + ".");
    } else if (result.waiting().isEmpty()) {
      told.add(
          files.isEmpty()
              ? "It changed nothing in its " + place(layer) + "."
              : "The project has all that it changed in its " + place(layer) + " already.");
    }
    var staged = new ArrayList<String>();
    var stays = new ArrayList<String>();
    for (LayerMerge.Waiting each : result.waiting()) {
      if (!unfit.contains(each)) {
        staged.add(each.path() + " (" + each.why() + ")");
      }
    }
    unfit.forEach(each -> stays.add(each.path() + " (" + each.why() + ")"));
    if (!staged.isEmpty()) {
      String waits =
          "Not merged, but waiting as staged hunks that the person decides about with /review or"
              + " 'tenon apply': "
              + String.join(", ", staged)
              + ".";
      told.add(waits);
      unmerged.add(waits);
    }
    return stays.isEmpty()
        ? List.of()
        : List.of(
            "Not merged, and it cannot wait as hunks, because it has none or another side waits"
                + " there already: "
                + String.join(", ", stays)
                + ".");
  }

  private static String place(HelperLayer layer) {
    return layer.kind().equals(HelperLayer.SAVED) ? "saved layer" : layer.kind();
  }

  private List<String> branch(HelperLayer layer, List<LayerFile> files, List<String> told)
      throws IOException, InterruptedException {
    if (files.isEmpty()) {
      told.add("It changed nothing in its " + place(layer) + ".");
      return List.of();
    }
    LayerBranch.Result made = new LayerBranch(workspace.root()).commit(layer.id(), files);
    told.add(
        "What it changed in its "
            + place(layer)
            + " is the commit "
            + made.commit().substring(0, 12)
            + " on the branch "
            + made.branch()
            + "; nothing of it is in the working tree.");
    return made.left().isEmpty()
        ? List.of()
        : List.of("Not on the branch: " + String.join(", ", made.left()) + ".");
  }

  /// What was dropped.
  ///
  /// @param files that are saved
  /// @param lost what could not be saved; empty where nothing was
  public record Dropped(String name, int files, String lost) {}

  /// Removes a layer by its name; its contents stay in the journal's blobs.
  public Dropped drop(String wanted) throws SetupException, InterruptedException {
    try {
      List<String> found = named(wanted);
      Path own = found.isEmpty() ? folder : folder.resolve(found.getFirst());
      Optional<String> gone = found.isEmpty() ? Optional.empty() : WorktreeLayer.gone(own);
      if (gone.isPresent()) {
        WorktreeLayer.forget(own);
        return new Dropped(found.getFirst(), 0, "the folder of its worktree");
      }
    } catch (IOException refused) {
      throw SetupException.failure("the layer of " + wanted + " is kept: " + refused.getMessage());
    }
    try (HelperLayer layer = find(wanted)) {
      return drop(layer);
    }
  }

  /// Removes a layer that somebody has.
  Dropped drop(HelperLayer layer) throws SetupException, InterruptedException {
    try {
      List<LayerFile> files = layer.files();
      LayerRest rest = layer.rest(workspace.root());
      save(layer, files, rest);
      SavedLayer.force(rest.with(files), journal.blobs());
      commits(layer);
      layer.remove();
      return new Dropped(
          layer.name(), rest.with(files).size(), rest.held().isEmpty() ? "" : rest.what());
    } catch (IOException refused) {
      throw SetupException.failure(
          "the layer "
              + layer.name()
              + " is kept, because it could not be saved or removed: "
              + refused.getMessage());
    }
  }
}
