package dev.tenon.core.exec.repository;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One file or folder by which git can be made to run, load or fetch something: what it was before
/// any command, and what it was at the last look. Used by one thread at a time.
final class GitVector {
  /// What may be there that was not there before.
  enum Rule {
    /// Configuration with harmless entries.
    CONFIGURATION,
    /// A folder in which git finds programs or addresses: nothing new.
    FOLDER,
    /// Nothing new.
    SAME,
    /// `commondir`: the way back from a worktree to its repository.
    COMMON,
    /// Anything but a link.
    NO_LINK,
    /// What a rebase has still to do: no programs.
    TODO,
    /// A strategy of merging that is git's own.
    STRATEGY,
    /// Options of a cherry-pick, written like configuration.
    OPTIONS,
    /// Paths in quotes, which older versions of git give to a shell.
    QUOTED,
    /// `.git` that is no folder: the way to the repository.
    ENTRY
  }

  final Path path;
  final Rule rule;
  private Content baseline = Content.NOTHING;
  private @Nullable FileState seen;

  GitVector(Path path, Rule rule) {
    this.path = path;
    this.rule = rule;
  }

  Content baseline() {
    return baseline;
  }

  /// The same as somewhere else is as it should be.
  GitVector like(Content other) {
    baseline = other;
    return this;
  }

  /// What is there now is as it should be, whatever it is.
  void accept() {
    try {
      FileState state = FileState.of(path);
      baseline = state.read(path);
      seen = state;
    } catch (IOException unreadable) {
      seen = null;
    }
  }

  /// What would be new to git since the baseline, in words, for each file; empty when it is
  /// harmless, or nothing has changed since the last look.
  Map<Path, String> faults(GitJudge judge) throws IOException {
    FileState state = FileState.of(path);
    // In a folder a file can be written without a trace in the folder's own state.
    boolean folder = rule == Rule.FOLDER && state.kind() == FileState.Kind.FOLDER;
    if (state.equals(seen) && !folder) {
      return Map.of();
    }
    seen = null;
    if (state.kind() == FileState.Kind.ABSENT) {
      seen = state;
      return Map.of();
    }
    Content now = state.read(path);
    Map<Path, String> faults = judge.faults(this, now);
    if (faults.isEmpty() && !state.isYoung() && dependsOnNothingElse(now)) {
      seen = state;
    }
    return faults;
  }

  /// Whether what is right today stays right as long as the file is the same.
  private boolean dependsOnNothingElse(Content now) {
    return switch (rule) {
      case ENTRY, COMMON -> false;
      case CONFIGURATION -> !now.text().toLowerCase(Locale.ROOT).contains("worktree");
      case FOLDER, SAME, NO_LINK, TODO, STRATEGY, OPTIONS, QUOTED -> true;
    };
  }

  /// Moves a file with a fault aside, and brings back what was there before.
  ///
  /// @return where it is now
  Path setAside(Path file, GitJudge judge) throws IOException {
    Content old = file.equals(path) ? baseline : entry(file);
    Content kept = rule == Rule.CONFIGURATION ? judge.harmless(this) : Content.NOTHING;
    Path aside = Aside.move(file);
    if (old != null && old.kind() != FileState.Kind.ABSENT) {
      Aside.restore(file, old);
    } else if (kept.kind() == FileState.Kind.FILE) {
      Aside.restore(file, kept);
    }
    return aside;
  }

  private @Nullable Content entry(Path file) {
    return baseline.entries().get(String.valueOf(file.getFileName()));
  }

  /// The vectors of the folder that git keeps a repository in.
  static List<GitVector> of(Path git) {
    var all = new ArrayList<GitVector>();
    add(all, git, Rule.NO_LINK, "info", "modules", "worktrees", "sequencer");
    add(all, git, Rule.NO_LINK, "rebase-merge", "rebase-apply");
    add(all, git, Rule.CONFIGURATION, "config", "config.worktree");
    add(all, git, Rule.FOLDER, "hooks", "remotes", "branches", "gitweb");
    add(all, git, Rule.SAME, "info/attributes");
    add(all, git, Rule.COMMON, "commondir");
    add(all, git, Rule.TODO, "rebase-merge/git-rebase-todo");
    add(all, git, Rule.STRATEGY, "rebase-merge/strategy", "rebase-apply/strategy");
    add(all, git, Rule.OPTIONS, "sequencer/opts");
    add(all, git, Rule.QUOTED, "BISECT_NAMES");
    return all;
  }

  private static void add(List<GitVector> all, Path git, Rule rule, String... names) {
    for (String name : names) {
      all.add(new GitVector(git.resolve(name), rule));
    }
  }
}
