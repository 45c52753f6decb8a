package dev.tenon.core.exec.repository;

import dev.tenon.core.exec.repository.GitConfig.Entry;
import dev.tenon.core.workspace.path.UserHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A repository, or a `.git` that leads to one, with all by which it can make git do something. One
/// that was there before any command is *trusted*: what it says is its owner's. Of another one
/// nothing is believed. Used by one thread at a time.
final class Repository {
  private static final int MOST_INCLUDES = 16;

  final Path path;
  private final List<GitVector> vectors;
  private boolean trusted;

  private Repository(Path path, List<GitVector> vectors) {
    this.path = path;
    this.vectors = new ArrayList<>(vectors);
  }

  /// @param git the folder that git keeps it in
  /// @param user what the user's own configuration says for every repository
  static Repository in(Path git, List<Entry> user) {
    var repository = new Repository(git, GitVector.of(git));
    for (Entry entry : user) {
      String hooks = entry.key().equals("core.hookspath") ? entry.value() : null;
      Path folder = hooks == null ? null : resolve(repository.files(), hooks);
      if (folder != null && folder.startsWith(repository.files())) {
        repository.vectors.add(new GitVector(folder, GitVector.Rule.FOLDER));
      }
    }
    return repository;
  }

  /// @param entry a `.git` that is a file or a link
  static Repository at(Path entry) {
    return new Repository(entry, List.of(new GitVector(entry, GitVector.Rule.ENTRY)));
  }

  /// Whether it is only the way to a repository.
  boolean isEntry() {
    return vectors.getFirst().rule == GitVector.Rule.ENTRY;
  }

  boolean isTrusted() {
    return trusted;
  }

  List<GitVector> vectors() {
    return List.copyOf(vectors);
  }

  /// Whether only git and its owner write there: file tools leave such folders alone.
  boolean isClosedToTools() {
    for (Path name : path) {
      if (name.toString().equals(".git")) {
        return true;
      }
    }
    return false;
  }

  /// Everything is as its owner wants it, also what its configuration leads to.
  ///
  /// @param roots what commands may write: only there anything can become different
  /// @param included files inside of the roots that the user's own configuration includes
  void trust(Collection<Path> roots, Collection<Path> included) {
    trusted = true;
    vectors.forEach(GitVector::accept);
    included.forEach(each -> watch(each, GitVector.Rule.CONFIGURATION));
    for (int i = 0; i < vectors.size() && i < GitVector.of(path).size() + MOST_INCLUDES; i++) {
      GitVector vector = vectors.get(i);
      if (vector.rule == GitVector.Rule.CONFIGURATION) {
        follow(vector, roots);
      }
    }
  }

  private void follow(GitVector config, Collection<Path> roots) {
    for (Entry entry : GitConfig.read(config.baseline().bytes()).orElse(List.of())) {
      String value = entry.value();
      boolean include = entry.section().startsWith("include") && entry.name().equals("path");
      boolean hooks = entry.key().equals("core.hookspath");
      if (value != null && (include || hooks)) {
        Path base = hooks ? files() : Objects.requireNonNull(config.path.getParent());
        Path other = resolve(base, value);
        if (other != null && roots.stream().anyMatch(other::startsWith)) {
          watch(other, hooks ? GitVector.Rule.FOLDER : GitVector.Rule.CONFIGURATION);
        }
      }
    }
  }

  private void watch(Path other, GitVector.Rule rule) {
    if (vectors.stream().noneMatch(each -> each.path.equals(other))) {
      var vector = new GitVector(other, rule);
      vector.accept();
      vectors.add(vector);
    }
  }

  /// The folder with the files; that of the repository itself when it has none.
  private Path files() {
    Path parent = path.getParent();
    if (parent != null && path.endsWith(".git")) {
      return parent;
    }
    return path;
  }

  /// A worktree of a trusted repository whose hooks are among the files: a new one has the same
  /// hooks, one that was there before keeps its own.
  ///
  /// @param files the worktree
  /// @param other the repository that it belongs to
  void sameHooksAs(Path files, Repository other) {
    Path theirs = other.files();
    for (GitVector each : other.vectors) {
      boolean among =
          each.rule == GitVector.Rule.FOLDER
              && each.path.startsWith(theirs)
              && !each.path.startsWith(other.path);
      if (among) {
        Path own = files.resolve(theirs.relativize(each.path));
        if (vectors.stream().noneMatch(known -> known.path.equals(own))) {
          var hooks = new GitVector(own, GitVector.Rule.FOLDER).like(each.baseline());
          if (trusted) {
            hooks.accept();
          }
          vectors.add(hooks);
        }
      }
    }
  }

  static @Nullable Path resolve(Path base, String value) {
    try {
      Path named =
          value.startsWith("~/")
              ? UserHome.path().resolve(value.substring(2))
              : base.resolve(value);
      Path whole = named.toAbsolutePath().normalize();
      // What is not there yet may be made by a command.
      Path there = whole.getParent();
      while (there != null && !Files.isDirectory(there)) {
        there = there.getParent();
      }
      return there == null ? null : there.toRealPath().resolve(there.relativize(whole));
    } catch (IOException | InvalidPathException nowhere) {
      return null;
    }
  }

  /// What of it is there and can be kept as it is by a mount.
  List<Path> mountable() {
    var paths = new ArrayList<Path>();
    for (GitVector each : vectors) {
      boolean wanted =
          switch (each.rule) {
            case CONFIGURATION, SAME -> Files.isRegularFile(each.path, LinkOption.NOFOLLOW_LINKS);
            case FOLDER ->
                Files.isDirectory(each.path, LinkOption.NOFOLLOW_LINKS)
                    && (each.path.endsWith("hooks") || !each.baseline().entries().isEmpty());
            case COMMON, NO_LINK, TODO, STRATEGY, OPTIONS, QUOTED, ENTRY -> false;
          };
      if (wanted) {
        paths.add(each.path);
      }
    }
    return paths;
  }
}
