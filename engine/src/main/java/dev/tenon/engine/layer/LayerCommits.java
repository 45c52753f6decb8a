package dev.tenon.engine.layer;

import dev.tenon.core.exec.shell.Confinement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Keeps commits that a helper made in its layer: merging brings its files, and the commits would
/// go with the layer. They are packed there, unpacked in the project's repository, and kept under
/// `refs/tenon/ID`, where no branch, index or checkout of the person is touched.
final class LayerCommits {
  private final Path root;
  private final GitPlumbing project;
  private final GitPlumbing layer;

  /// @param root of the project
  /// @param view in which git sees the layer
  /// @param directory in which it is asked there
  LayerCommits(Path root, Confinement view, Path directory) {
    this.root = root;
    this.project = new GitPlumbing(root, Map.of());
    this.layer = new GitPlumbing(directory, Map.of(), view);
  }

  /// Keeps what is new. Answers the names under which that is found.
  List<String> keep(String id) throws IOException, InterruptedException {
    if (!isRepository()) {
      return List.of();
    }
    Map<String, String> there = refs(layer);
    Map<String, String> here = refs(project);
    var names = new ArrayList<String>();
    var wanted = new StringBuilder();
    for (Map.Entry<String, String> each : there.entrySet()) {
      if (!here.containsValue(each.getValue())) {
        wanted.append(each.getValue()).append('\n');
        names.add(each.getKey());
      }
    }
    if (names.isEmpty()) {
      return List.of();
    }
    for (String known : here.values()) {
      wanted.append('^').append(known).append('\n');
    }
    byte[] revisions = wanted.toString().getBytes(StandardCharsets.UTF_8);
    byte[] pack = layer.bytes(revisions, "pack-objects", "--revs", "--stdout", "-q");
    project.bytes(pack, "unpack-objects", "-q");
    var kept = new ArrayList<String>();
    for (String name : names) {
      String ref = "refs/tenon/" + id + "/" + name.replaceFirst("^refs/", "");
      project.run("update-ref", "-m", "tenon: helper " + id, ref, there.getOrDefault(name, ""));
      kept.add(ref);
    }
    return List.copyOf(kept);
  }

  /// Whether the project lies in a repository, looked up without git.
  private boolean isRepository() {
    for (Path at = root; at != null; at = at.getParent()) {
      if (Files.exists(at.resolve(".git"))) {
        return true;
      }
    }
    return false;
  }

  /// Where branches, tags, the stash and the head stand.
  private static Map<String, String> refs(GitPlumbing git)
      throws IOException, InterruptedException {
    var refs = new TreeMap<String, String>();
    String all = git.run("for-each-ref", "--format=%(objectname) %(refname)");
    all.lines()
        .forEach(
            line -> {
              int space = line.indexOf(' ');
              refs.put(line.substring(space + 1), line.substring(0, space));
            });
    if (git.succeeds("rev-parse", "--verify", "--quiet", "HEAD^{commit}")) {
      refs.put("HEAD", git.run("rev-parse", "HEAD^{commit}"));
    }
    return refs;
  }
}
