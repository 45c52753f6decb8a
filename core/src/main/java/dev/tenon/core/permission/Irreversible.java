package dev.tenon.core.permission;

import dev.tenon.core.permission.command.Call;
import dev.tenon.core.permission.command.Word;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Calls that take away what undo cannot give back, because it is not in the journal: the history
/// that git keeps, and everything that git ignores. Mode auto asks about them although the wall
/// keeps them inside. This is a reading of text: a script does the same unread.
final class Irreversible {
  private static final Set<String> REMOVING =
      Set.of("rm", "rmdir", "mv", "shred", "unlink", "truncate", "rsync");

  private Irreversible() {}

  /// Why undo could not take it back; empty when nothing is known against it.
  static Optional<String> reason(Call call) {
    List<Word> words = call.words();
    if (call.program().equals("git")) {
      return git(words);
    }
    if (REMOVING.contains(call.program()) || deletes(call)) {
      for (Word word : words.subList(1, words.size())) {
        if (isRepository(word.text())) {
          return Optional.of("it removes what git keeps, which undo cannot bring back");
        }
      }
    }
    return Optional.empty();
  }

  private static boolean deletes(Call call) {
    return call.program().equals("find") && call.words().stream().anyMatch(it -> it.is("-delete"));
  }

  private static boolean isRepository(String text) {
    String path = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    return path.equals(".git") || path.endsWith("/.git") || path.contains(".git/");
  }

  private static Optional<String> git(List<Word> words) {
    int at = 1;
    while (at < words.size() && words.get(at).startsWith("-")) {
      boolean value = words.get(at).is("-C") || words.get(at).is("-c");
      at += value ? 2 : 1;
    }
    if (at >= words.size()) {
      return Optional.empty();
    }
    List<Word> rest = words.subList(at + 1, words.size());
    boolean asked =
        switch (words.get(at).text()) {
          case "reset" -> has(rest, "--hard", "--merge", "--keep");
          case "clean" -> !bundled(rest, 'n') && !has(rest, "--dry-run");
          case "branch" -> bundled(rest, 'D') || bundled(rest, 'd') || has(rest, "--delete");
          case "tag" -> bundled(rest, 'd') || has(rest, "--delete");
          case "stash" -> has(rest, "drop", "clear", "pop");
          case "reflog" -> has(rest, "expire", "delete");
          case "update-ref" -> bundled(rest, 'd');
          case "gc" -> rest.stream().anyMatch(it -> it.startsWith("--prune"));
          case "worktree" -> has(rest, "remove", "prune");
          case "filter-branch", "prune", "prune-packed" -> true;
          default -> false;
        };
    return asked
        ? Optional.of("it takes away what git keeps or ignores, which undo cannot bring back")
        : Optional.empty();
  }

  private static boolean has(List<Word> words, String... wanted) {
    for (Word word : words) {
      if (List.of(wanted).contains(word.text())) {
        return true;
      }
    }
    return false;
  }

  private static boolean bundled(List<Word> words, char letter) {
    for (Word word : words) {
      String text = word.text();
      if (text.startsWith("-") && !text.startsWith("--") && text.indexOf(letter) > 0) {
        return true;
      }
    }
    return false;
  }
}
