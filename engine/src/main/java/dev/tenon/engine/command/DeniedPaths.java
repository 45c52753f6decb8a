package dev.tenon.engine.command;

import dev.tenon.core.permission.PathPattern;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The files and folders that globs of rules mean, since a mount needs a path. A glob is looked for
/// below the writable folders, at most every few seconds and in a bounded number of files; one
/// without wildcards is a path already. Safe for several threads.
final class DeniedPaths {
  private static final long FRESH = 5_000_000_000L;
  private static final int MOST_ENTRIES = 200_000;
  private static final int MOST_MATCHES = 500;

  private final List<Path> roots;
  private final Supplier<List<PathPattern>> patterns;
  private List<String> lookedFor = List.of();
  private List<Path> found = List.of();
  private long at = System.nanoTime() - FRESH;

  DeniedPaths(List<Path> roots, Supplier<List<PathPattern>> patterns) {
    this.roots = List.copyOf(roots);
    this.patterns = patterns;
  }

  synchronized List<Path> now() {
    var all = new ArrayList<Path>();
    var globs = new ArrayList<PathPattern>();
    for (PathPattern pattern : patterns.get()) {
      Optional<Path> exact = pattern.exact();
      if (exact.isPresent()) {
        all.add(exact.get());
      } else {
        globs.add(pattern);
      }
    }
    all.addAll(matches(globs));
    return all;
  }

  private List<Path> matches(List<PathPattern> globs) {
    List<String> wanted = globs.stream().map(PathPattern::toString).toList();
    if (globs.isEmpty() || (wanted.equals(lookedFor) && System.nanoTime() - at < FRESH)) {
      return globs.isEmpty() ? List.of() : found;
    }
    var matching = new ArrayList<Path>();
    for (Path root : roots) {
      try {
        Files.walkFileTree(root, visitor(globs, matching));
      } catch (IOException unreadable) {
        // What this process cannot read, a command of the same user cannot either.
      }
    }
    lookedFor = wanted;
    found = List.copyOf(matching);
    at = System.nanoTime();
    return found;
  }

  private static FileVisitor<Path> visitor(List<PathPattern> globs, List<Path> matching) {
    return new SimpleFileVisitor<>() {
      private int seen;

      @Override
      public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
        if (folder.endsWith(".git/objects")) {
          return FileVisitResult.SKIP_SUBTREE;
        }
        if (hits(folder)) {
          matching.add(folder);
          return FileVisitResult.SKIP_SUBTREE;
        }
        return next();
      }

      @Override
      public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        if (!attributes.isSymbolicLink() && hits(file)) {
          matching.add(file);
        }
        return next();
      }

      @Override
      public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
        return next();
      }

      private boolean hits(Path path) {
        for (PathPattern glob : globs) {
          if (glob.covers(path)) {
            return true;
          }
        }
        return false;
      }

      private FileVisitResult next() {
        seen++;
        return seen > MOST_ENTRIES || matching.size() >= MOST_MATCHES
            ? FileVisitResult.TERMINATE
            : FileVisitResult.CONTINUE;
      }
    };
  }
}
