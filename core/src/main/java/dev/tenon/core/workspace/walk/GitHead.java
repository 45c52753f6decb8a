package dev.tenon.core.workspace.walk;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/// What is checked out in a repository, as its files say: no program is run for it, so that it can
/// be asked for at any time.
///
/// @param files the folder that holds the repository's `.git`
/// @param git where git keeps what belongs to this checkout
/// @param branch its name, or the beginning of the commit where no branch is checked out; as it
///   stands in the file, so for people only after it was made harmless
public record GitHead(Path files, Path git, String branch) {
  private static final String BRANCHES = "refs/heads/";
  private static final int ABBREVIATED = 8;
  private static final int LONGEST = 1024;

  /// What commands could be named by in a configuration, when `git status` runs.
  private static final String[] STARTS_PROGRAMS = {"filter", "include", "worktreeconfig"};

  /// Of the repository around a folder; empty without one, and where the files do not say it.
  public static Optional<GitHead> around(Path folder) {
    Path files = GitFolder.repositoryAround(folder);
    if (files == null) {
      return Optional.empty();
    }
    try {
      Path git = GitFolder.checkout(files);
      Path head = git.resolve("HEAD");
      String text =
          Files.isSymbolicLink(head)
              ? "ref: " + Files.readSymbolicLink(head)
              : new String(GitFolder.read(head), StandardCharsets.UTF_8).strip();
      return branch(text).map(branch -> new GitHead(files, git, branch));
    } catch (IOException | InvalidPathException unreadable) {
      return Optional.empty();
    }
  }

  private static Optional<String> branch(String head) {
    if (head.length() > LONGEST) {
      return Optional.empty();
    }
    if (!head.startsWith("ref:")) {
      return isCommit(head) ? Optional.of(head.substring(0, ABBREVIATED)) : Optional.empty();
    }
    String ref = head.substring("ref:".length()).strip();
    String name = ref.startsWith(BRANCHES) ? ref.substring(BRANCHES.length()) : ref;
    // What repositories with another store of references say, who keep the name elsewhere.
    return name.isEmpty() || name.equals(".invalid") ? Optional.empty() : Optional.of(name);
  }

  private static boolean isCommit(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.digit(text.charAt(i), 16) < 0) {
        return false;
      }
    }
    return text.length() >= 40;
  }

  /// Whether the repository's own configuration may name programs that a look at its state would
  /// start. Rather yes than no.
  public boolean mayStartPrograms() {
    try {
      Path config = GitFolder.common(git).resolve("config");
      if (Files.size(config) > GitFolder.MOST) {
        return true;
      }
      String text =
          new String(GitFolder.read(config), StandardCharsets.UTF_8).toLowerCase(Locale.ROOT);
      for (String name : STARTS_PROGRAMS) {
        if (text.contains(name)) {
          return true;
        }
      }
      return false;
    } catch (IOException | InvalidPathException unreadable) {
      return true;
    }
  }
}
