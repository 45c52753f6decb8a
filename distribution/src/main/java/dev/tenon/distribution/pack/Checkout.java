package dev.tenon.distribution.pack;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What git knows about the sources.
final class Checkout {
  private Checkout() {}

  /// The commit, and whether the sources are still those of it.
  static String commit(Path root, Path log)
      throws IOException, InterruptedException, PackException {
    String commit = git(root, log, "rev-parse", "--short=12", "HEAD");
    boolean changed = !git(root, log, "status", "--porcelain", "--untracked-files=no").isEmpty();
    return commit + (changed ? ", changed" : "");
  }

  /// The time of everything in the package: `SOURCE_DATE_EPOCH`, or that of the commit.
  static Instant time(Path root, Path log, Map<String, String> environment)
      throws IOException, InterruptedException, PackException {
    String given = environment.get("SOURCE_DATE_EPOCH");
    String seconds = given == null ? git(root, log, "log", "-1", "--format=%ct") : given;
    try {
      return Instant.ofEpochSecond(Long.parseLong(seconds));
    } catch (NumberFormatException wrong) {
      throw new PackException("SOURCE_DATE_EPOCH must be a number of seconds, was '" + given + "'");
    }
  }

  private static String git(Path root, Path log, String... arguments)
      throws IOException, InterruptedException, PackException {
    var command = new ArrayList<>(List.of("git", "-C", root.toString()));
    command.addAll(List.of(arguments));
    return Processes.run(root, log, command).strip();
  }
}
