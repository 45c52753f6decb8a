package dev.tenon.engine.layer;

import dev.tenon.core.change.layer.LayerFile;
import dev.tenon.core.workspace.state.FileFingerprint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// What lies in a layer and is not merged: files that git or Tenon leaves out, and repositories
/// that were made in it. A little of it is saved with the layer's contents; for the rest the layer
/// stays.
///
/// @param saved what can be saved
/// @param held what cannot, with the places where it lies
record LayerRest(List<LayerFile> saved, SortedMap<String, Path> held) {
  private static final int MOST_FILES = 2_000;
  private static final long MOST_BYTES = 64L << 20;
  private static final int NAMES = 5;
  private static final String GIT = ".git";

  /// @param found what is not merged, with the places where it lies
  /// @param project its root
  /// @param commits whether the commits of the project's own repository are kept otherwise
  static LayerRest of(SortedMap<String, Path> found, Path project, boolean commits)
      throws IOException {
    var held = new TreeMap<String, Path>();
    var small = new TreeMap<String, Path>();
    long bytes = 0;
    for (Map.Entry<String, Path> each : found.entrySet()) {
      String path = each.getKey();
      int git = ('/' + path + '/').indexOf('/' + GIT + '/');
      if (git >= 0) {
        if (isLost(path, git, project, commits)) {
          held.put(path, each.getValue());
        }
      } else if (path.indexOf('\uFFFD') >= 0) {
        held.put(path, each.getValue());
      } else {
        bytes += Files.isSymbolicLink(each.getValue()) ? 0 : Files.size(each.getValue());
        small.put(path, each.getValue());
      }
    }
    if (small.size() > MOST_FILES || bytes > MOST_BYTES) {
      held.putAll(small);
      small.clear();
    }
    var saved = new ArrayList<LayerFile>();
    for (Map.Entry<String, Path> each : small.entrySet()) {
      saved.add(file(each.getKey(), each.getValue(), project.resolve(each.getKey())));
    }
    return new LayerRest(List.copyOf(saved), held);
  }

  /// Whether something would be gone with this file of a repository: all of one that the project
  /// does not have, and what says where commits are of one that it has.
  private static boolean isLost(String path, int git, Path project, boolean commits) {
    String repository = path.substring(0, git) + GIT;
    if (!Files.exists(project.resolve(repository), LinkOption.NOFOLLOW_LINKS)) {
      return true;
    }
    String own = path.substring(Math.min(path.length(), repository.length()));
    boolean place = own.contains("/refs/") || own.endsWith("/HEAD") || own.endsWith("/packed-refs");
    return place && (git > 0 || !commits);
  }

  private static LayerFile file(String path, Path place, Path inProject) throws IOException {
    boolean there = Files.exists(inProject, LinkOption.NOFOLLOW_LINKS);
    return new LayerFile(
        path,
        there ? WorktreeLayer.content(inProject, FileFingerprint.of(inProject)) : null,
        WorktreeLayer.content(place, FileFingerprint.of(place)),
        there ? LayerFile.Known.UNSURE : LayerFile.Known.SEEN);
  }

  /// These files and what is saved beside them.
  List<LayerFile> with(List<LayerFile> files) {
    var all = new ArrayList<>(files);
    all.addAll(saved);
    return all;
  }

  /// What whoever merges the layer should know of what is saved; nothing where nothing is.
  List<String> told(String name) {
    return saved.isEmpty()
        ? List.of()
        : List.of(
            "Not merged, because git or Tenon leaves it out, but saved: "
                + named(saved.stream().map(LayerFile::path).toList())
                + ". 'tenon agents diff "
                + name
                + "' shows it, 'tenon agents merge "
                + name
                + "' brings it into the project.");
  }

  /// Why the layer stays; nothing where it need not.
  List<String> stays(String name) {
    return held.isEmpty()
        ? List.of()
        : List.of(
            what() + "; so its layer stays, until 'tenon agents drop " + name + "' removes it.");
  }

  /// Whether all that is not saved are files that git ignores: no repository is among it, and
  /// nothing whose name cannot be read.
  boolean isOutputAlone() {
    for (String path : held.keySet()) {
      if (('/' + path + '/').contains('/' + GIT + '/') || path.indexOf('\uFFFD') >= 0) {
        return false;
      }
    }
    return true;
  }

  /// What is not saved, and where it lies.
  String what() {
    return "Not merged and not saved, because it is a repository of its own or more than "
        + MOST_FILES
        + " files or "
        + (MOST_BYTES >> 20)
        + " MB: "
        + named(held.keySet())
        + ", the first of it at "
        + held.values().iterator().next();
  }

  /// How many there are, and the names of some; of a repository its folder.
  private static String named(Iterable<String> paths) {
    Set<String> names = new LinkedHashSet<>();
    int count = 0;
    for (String path : paths) {
      int git = ('/' + path + '/').indexOf('/' + GIT + '/');
      names.add(git < 0 ? path : path.substring(0, git) + GIT);
      count++;
    }
    String some = String.join(", ", names.stream().limit(NAMES).toList());
    return some
        + (names.size() > NAMES ? " and others" : "")
        + (count == 1 ? " (1 entry)" : " (" + count + " entries)");
  }
}
