package dev.tenon.core.exec.repository;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The repositories below the folders that commands may write, found by their content. Before a
/// command it knows which ones are there, and what of them a mount should keep; after one it
/// compares: what git would run, load or fetch because of the command is renamed, what was there
/// before is brought back, and a note says so. Used by one thread at a time.
public final class Repositories {
  /// More than so many are only compared: each takes several mounts.
  private static final int MOST_MOUNTED = 32;

  private static final int MOST_NOTES = 20;
  private static final int MOST_ROUNDS = 4;

  /// Builds make them and delete them, with repositories of tests and packages inside: a mount
  /// would be in the way.
  private static final Set<String> BUILT =
      Set.of(
          "node_modules", "target", "build", "out", "dist", "vendor", "venv", ".venv", ".gradle");

  private final FolderIndex index;
  private final Map<Path, Repository> known = new LinkedHashMap<>();
  private final Set<Path> present = new HashSet<>();
  private final Set<Path> said = new HashSet<>();

  /// Those in which something could not be moved aside.
  private final Set<Path> stuck = new HashSet<>();

  private final List<String> later = new ArrayList<>();
  private @Nullable UserConfig user;
  private Collection<Path> roots = List.of();
  private Set<Path> without = Set.of();
  private int running;
  private boolean looked;
  private boolean saidFull;

  public Repositories() {
    this(FolderIndex.MOST);
  }

  Repositories(int mostFolders) {
    index = new FolderIndex(mostFolders);
  }

  /// Before a command: what is there and was not a command's doing is its owner's.
  ///
  /// @param writable what the command may write, real paths
  /// @param hidden what of it no command sees
  /// @return what should be read-only
  public List<Path> expect(Collection<Path> writable, Set<Path> hidden) {
    roots = List.copyOf(writable);
    without = Set.copyOf(hidden);
    if (running == 0 || !looked) {
      index.refresh(roots, without);
      boolean first = !looked;
      looked = true;
      if (first) {
        said.addAll(index.unreadable());
      }
      List<Repository> fresh = meet();
      for (Repository each : fresh) {
        if (first || each.isClosedToTools()) {
          each.trust(roots, user().includedIn(roots));
        }
      }
      fresh.forEach(this::hooksOfWorktree);
      if (!first) {
        adopt();
      }
    }
    running++;
    return mountable();
  }

  /// After a command: what was set aside, in words.
  public List<String> inspect() {
    running = Math.max(0, running - 1);
    return looked ? look() : List.of();
  }

  private List<String> look() {
    var notes = new ArrayList<>(later);
    later.clear();
    for (int round = 0; round < MOST_ROUNDS; round++) {
      index.refresh(roots, without);
      meet().forEach(this::hooksOfWorktree);
      int before = notes.size();
      GitJudge judge = judge();
      known.values().forEach(each -> inspect(each, judge, notes));
      if (notes.size() == before) {
        break;
      }
    }
    for (Path folder : index.unreadable()) {
      if (said.add(folder)) {
        notes.add(Notes.shown(folder) + " cannot be looked at: do not use git there");
      }
    }
    if (index.isFull() && !saidFull) {
      saidFull = true;
      notes.add(
          "there are too many folders to look for repositories in all of them: look before you use"
              + " git in a folder that a command made");
    }
    return Notes.atMost(MOST_NOTES, notes);
  }

  private void inspect(Repository repository, GitJudge judge, List<String> notes) {
    if (!present.contains(repository.path)) {
      return;
    }
    for (GitVector vector : repository.vectors()) {
      Path at = vector.path;
      try {
        for (Map.Entry<Path, String> fault : vector.faults(judge).entrySet()) {
          at = fault.getKey();
          notes.add(Notes.movedAside(at, vector.setAside(at, judge), fault.getValue()));
        }
      } catch (IOException refused) {
        stuck.add(repository.path);
        notes.add(
            Notes.shown(at)
                + " could not be looked at or moved aside: do not use git there before you have"
                + " looked at it");
      }
    }
  }

  /// While no command runs, only its owner changes a repository that file tools leave alone.
  private void adopt() {
    GitJudge judge = judge();
    for (Repository each : known.values()) {
      if (!each.isClosedToTools() && !each.isTrusted()) {
        inspect(each, judge, later);
      }
      boolean settled = stuck.contains(each.path) || !present.contains(each.path);
      if (!each.isClosedToTools() || settled) {
        continue;
      }
      for (GitVector vector : each.vectors()) {
        try {
          if (!vector.faults(judge).isEmpty()) {
            each.trust(roots, user().includedIn(roots));
            break;
          }
        } catch (IOException unreadable) {
          // The look after the command says so.
        }
      }
    }
  }

  private UserConfig user() {
    UserConfig read = user;
    if (read == null) {
      read = UserConfig.read();
      user = read;
    }
    return read;
  }

  /// Brings [#known] up to date.
  ///
  /// @return the new ones
  private List<Repository> meet() {
    Map<Path, FolderIndex.Signs> marked = index.marked();
    var fresh = new ArrayList<Repository>();
    present.clear();
    marked.forEach(
        (folder, signs) -> {
          if (signs.repository()) {
            present.add(folder);
            Repository old = known.get(folder);
            if (old == null || old.isEntry()) {
              fresh.add(Repository.in(folder, user().entries()));
            }
          }
          Path entry = folder.resolve(".git");
          if (signs.entry() && isNoFolder(entry)) {
            present.add(entry);
            Repository old = known.get(entry);
            if (old == null || !old.isEntry()) {
              fresh.add(Repository.at(entry));
            }
          }
        });
    // A trusted one that is gone may come back as it was, with the next checkout.
    known.values().removeIf(each -> !each.isTrusted() && !present.contains(each.path));
    fresh.forEach(each -> known.put(each.path, each));
    stuck.retainAll(present);
    return fresh;
  }

  private static boolean isNoFolder(Path entry) {
    return !Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)
        && Files.exists(entry, LinkOption.NOFOLLOW_LINKS);
  }

  private void hooksOfWorktree(Repository fresh) {
    Path worktrees = fresh.path.getParent();
    Path common = worktrees == null ? null : worktrees.getParent();
    Repository owner = common == null ? null : known.get(common);
    if (owner == null || !owner.isTrusted() || !"worktrees".equals(nameOf(worktrees))) {
      return;
    }
    Path entry = GitLinks.pointed(fresh.path.resolve("gitdir"), "");
    Path files = entry == null ? null : entry.getParent();
    if (files != null) {
      fresh.sameHooksAs(files, owner);
    }
  }

  private static @Nullable String nameOf(@Nullable Path path) {
    return path == null ? null : String.valueOf(path.getFileName());
  }

  private GitJudge judge() {
    Set<Path> all = Set.copyOf(present);
    Set<Path> trusted =
        known.values().stream()
            .filter(Repository::isTrusted)
            .map(each -> each.path)
            .collect(Collectors.toSet());
    return new GitJudge(new GitLinks(roots, all, trusted));
  }

  private List<Path> mountable() {
    var paths = new ArrayList<Path>();
    int mounted = 0;
    for (Repository each : known.values()) {
      boolean kept = each.isTrusted() && present.contains(each.path) && isKept(each);
      if (kept && mounted < MOST_MOUNTED) {
        mounted++;
        for (Path path : each.mountable()) {
          if (roots.stream().anyMatch(path::startsWith)) {
            paths.add(path);
          }
        }
      }
    }
    return paths;
  }

  /// Whether nobody would want to delete it in passing: not what a build makes, no worktree, and
  /// nothing that git itself may track and check out.
  private boolean isKept(Repository repository) {
    Path git = repository.path;
    if ("worktrees".equals(nameOf(git.getParent())) || !repository.isClosedToTools()) {
      return roots.contains(git);
    }
    for (Path root : roots) {
      if (git.startsWith(root)) {
        for (Path name : root.relativize(git)) {
          if (BUILT.contains(name.toString())) {
            return false;
          }
        }
      }
    }
    return true;
  }
}
