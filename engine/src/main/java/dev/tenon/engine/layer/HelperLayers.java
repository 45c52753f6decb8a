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
import dev.tenon.core.json.JsonException;
import dev.tenon.core.tool.Helpers;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.engine.problem.SetupException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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
  private static final String MANIFEST = "layer.json";

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

  /// A layer that is left.
  ///
  /// @param state `working` while a program has it, `kept`, or `damaged`
  /// @param problem why it could not be merged, or cannot be read; otherwise empty
  public record Left(String name, String id, String kind, String state, String problem) {}

  /// All that are left, by name.
  public List<Left> left() throws IOException {
    var left = new ArrayList<Left>();
    for (Path each : folders().values()) {
      left.add(described(each));
    }
    return left;
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

  private static Left described(Path layer) throws IOException {
    String name = String.valueOf(layer.getFileName());
    String id = name.substring(0, name.indexOf('@'));
    FileChannel free = HelperLayer.free(layer).orElse(null);
    if (free != null) {
      free.close();
    }
    try {
      Json.Obj manifest = manifest(layer);
      String problem = manifest.string("problem", "");
      String state = free == null ? "working" : "kept";
      return new Left(name, id, manifest.string("kind", ""), state, problem);
    } catch (IOException damaged) {
      return new Left(name, id, "", "damaged", String.valueOf(damaged.getMessage()));
    }
  }

  private static Json.Obj manifest(Path layer) throws IOException {
    Path file = layer.resolve(MANIFEST);
    try {
      if (Json.parse(Files.readString(file)) instanceof Json.Obj manifest) {
        return manifest;
      }
      throw new IOException(file + " is no object");
    } catch (JsonException damaged) {
      throw new IOException(file + " is damaged: " + damaged.getMessage(), damaged);
    }
  }

  private static void manifest(Path layer, Json.Obj manifest) throws IOException {
    Path fresh = layer.resolve("layer.new");
    Files.writeString(fresh, manifest.compact());
    Files.move(
        fresh,
        layer.resolve(MANIFEST),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
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
    int from = Math.max(0, session.length() - 12);
    String name = id + "@" + session.substring(from).replaceAll("[^A-Za-z0-9_-]", "_");
    return open(name, apart);
  }

  private HelperLayer open(String name, Apart wanted) throws IOException, InterruptedException {
    Path own = Files.createDirectories(folder.resolve(name));
    FileChannel lock =
        HelperLayer.free(own)
            .orElseThrow(() -> new IOException("the layer " + name + " is in use by another run"));
    boolean fresh = !Files.exists(own.resolve(MANIFEST));
    try {
      Apart apart = wanted;
      if (!fresh) {
        apart = isWorktree(own) ? Apart.WORKTREE : Apart.LAYER;
      } else {
        manifest(own, begun(apart).build());
      }
      if (apart == Apart.WORKTREE) {
        Path at = worktrees.resolve(journal.folder().getFileName()).resolve(name);
        var tree = WorktreeLayer.open(workspace.root(), own, at, most, opener);
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
          || manifest(layer).string("kind", "").equals(WorktreeLayer.KIND);
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

  private Optional<HelperLayer> past(String wanted) throws IOException {
    Path past = folder.resolve("past");
    Path latest = null;
    if (Files.isDirectory(past) && wanted.matches("[A-Za-z0-9._@-]+")) {
      try (DirectoryStream<Path> all = Files.newDirectoryStream(past, wanted + "*.json")) {
        for (Path each : all) {
          String name = String.valueOf(each.getFileName()).replaceFirst("[.]json$", "");
          boolean fits = name.equals(wanted) || name.startsWith(wanted + "@");
          if (fits && (latest == null || isNewer(each, latest))) {
            latest = each;
          }
        }
      }
    }
    if (latest == null) {
      return Optional.empty();
    }
    String name = String.valueOf(latest.getFileName()).replaceFirst("[.]json$", "");
    List<LayerFile> files = SavedLayer.read(latest, journal.blobs());
    var direct = new DirectEditing(workspace, journal);
    return Optional.of(
        new HelperLayer(
            name, folder.resolve(name), new HelperLayer.Saved(files, direct, workspace), null));
  }

  private static boolean isNewer(Path one, Path other) throws IOException {
    return Files.getLastModifiedTime(one).compareTo(Files.getLastModifiedTime(other)) > 0;
  }

  /// What a layer holds, as a unified diff.
  public String diff(HelperLayer layer) throws SetupException, InterruptedException {
    var out = new StringBuilder();
    try {
      for (LayerFile file : layer.files()) {
        out.append(LayerDiff.of(file));
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
      save(layer, files);
      List<String> stays =
          how == Merge.BRANCH
              ? branch(layer, files, told)
              : written(layer, files, how, told, unmerged);
      unmerged.addAll(stays);
      if (stays.isEmpty()) {
        told.addAll(commits(layer));
        layer.remove();
      } else {
        problem(layer, String.join("; ", stays));
        told.addAll(stays);
        told.add(way(layer));
      }
      return new Helpers.Merged(told, unmerged);
    } catch (CommitException | IOException | SetupException failed) {
      problem(layer, String.valueOf(failed.getMessage()));
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
  private void save(HelperLayer layer, List<LayerFile> files) throws IOException {
    if (!files.isEmpty()) {
      SavedLayer.write(
          folder.resolve("past").resolve(layer.name() + ".json"),
          layer.id(),
          layer.kind(),
          files,
          journal.blobs());
    }
  }

  /// What one that stays where it is looks like to its caller.
  public Helpers.Merged kept(HelperLayer layer, List<LayerFile> files) {
    var paths = new ArrayList<String>();
    files.forEach(file -> paths.add(file.path()));
    return Helpers.Merged.all(
        "Kept apart in its " + layer.kind() + ", not merged: " + String.join(", ", paths) + ".",
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

  private void problem(HelperLayer layer, String why) {
    Path own = folder.resolve(layer.name());
    try {
      if (Files.isDirectory(own)) {
        Json.Obj known = Json.object().put("kind", layer.kind()).put("problem", why).build();
        manifest(own, known);
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
    List<LayerMerge.Waiting> unfit =
        result.waiting().isEmpty() ? List.of() : waiting.add(result.waiting(), layer.id());
    if (!result.merged().isEmpty()) {
      told.add("Merged from its " + layer.kind() + ": " + String.join(", ", result.merged()) + ".");
    } else if (result.waiting().isEmpty()) {
      told.add(
          files.isEmpty()
              ? "It changed nothing in its " + layer.kind() + "."
              : "The project has all that it changed in its " + layer.kind() + " already.");
    }
    var staged = new ArrayList<String>();
    var stays = new ArrayList<String>();
    for (LayerMerge.Waiting each : result.waiting()) {
      (unfit.contains(each) ? stays : staged).add(each.path() + " (" + each.why() + ")");
    }
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

  private List<String> branch(HelperLayer layer, List<LayerFile> files, List<String> told)
      throws IOException, InterruptedException {
    if (files.isEmpty()) {
      told.add("It changed nothing in its " + layer.kind() + ".");
      return List.of();
    }
    LayerBranch.Result made = new LayerBranch(workspace.root()).commit(layer.id(), files);
    told.add(
        "What it changed in its "
            + layer.kind()
            + " is the commit "
            + made.commit().substring(0, 12)
            + " on the branch "
            + made.branch()
            + "; nothing of it is in the working tree.");
    return made.left().isEmpty()
        ? List.of()
        : List.of("Not on the branch: " + String.join(", ", made.left()) + ".");
  }

  /// Removes a layer; its contents stay in the journal's blobs. Answers how many files it held.
  public int drop(HelperLayer layer) throws SetupException, InterruptedException {
    try {
      List<LayerFile> files = layer.files();
      save(layer, files);
      commits(layer);
      layer.remove();
      return files.size();
    } catch (IOException refused) {
      throw SetupException.failure(
          "the layer "
              + layer.name()
              + " is kept, because it could not be saved or removed: "
              + refused.getMessage());
    }
  }
}
