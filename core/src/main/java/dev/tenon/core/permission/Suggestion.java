package dev.tenon.core.permission;

import dev.tenon.core.permission.command.Call;
import dev.tenon.core.permission.command.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What a person may allow once and for all after being asked about a command: the prefix that
/// names one kind of action, where [OfferedPrefixes] knows one; else exactly these words; nothing
/// where even that would be allowed too easily.
final class Suggestion {
  /// Programs whose name says nothing of what they will do, and those that one should look at each
  /// time.
  private static final Set<String> NEVER =
      Set.of(
          ("bash sh dash ash ksh zsh fish csh tcsh eval exec source . env sudo doas xargs find fd"
                  + " awk gawk perl php lua osascript rm rmdir dd mkfs chmod chown chgrp kill pkill"
                  + " killall shred truncate mv ln curl wget nc ssh scp sftp rsync crontab mount"
                  + " umount shutdown reboot su export declare alias trap command tee install open"
                  + " xdg-open chroot nsenter unshare watch entr time tmux screen")
              .split(" "));

  /// What git should be asked about each time, whatever follows.
  private static final Set<String> NEVER_GIT =
      Set.of(
          ("push reset clean checkout restore config rebase filter-branch submodule bisect difftool"
                  + " mergetool rm gc update-ref reflog")
              .split(" "));

  /// Options with which an interpreter takes code from the command line.
  private static final Set<String> CODE =
      Set.of("-c", "-e", "-p", "-r", "-E", "--eval", "--print", "--exec", "eval");

  private static final Set<String> INTERPRETERS =
      Set.of("python", "python3", "node", "nodejs", "ruby", "deno", "bun", "groovy", "scala");
  private static final int LONGEST = 100;
  private static final int LONGEST_LINE = 300;

  private Suggestion() {}

  static Optional<String> prefix(Call call) {
    if (call.role() != Call.Role.OWN
        || !call.concerns().isEmpty()
        || !call.inner().isEmpty()
        || NEVER.contains(call.program())) {
      return Optional.empty();
    }
    var known = new ArrayList<String>();
    for (Word word : call.words()) {
      if (!plain(word)) {
        break;
      }
      known.add(word.text());
    }
    int length = known.isEmpty() ? 0 : OfferedPrefixes.length(known);
    if (length > 0) {
      return Optional.of(CommandPattern.written(known.subList(0, length)));
    }
    boolean code = INTERPRETERS.contains(call.program()) && known.size() > 1 && hasCode(known);
    boolean bare = call.words().size() == 1 && OfferedPrefixes.knows(call.program());
    boolean delicate =
        call.program().equals("git") && (known.size() < 2 || NEVER_GIT.contains(known.get(1)));
    return code || bare || delicate ? Optional.empty() : whole(call);
  }

  private static boolean hasCode(List<String> words) {
    for (String word : words) {
      if (CODE.contains(word)) {
        return true;
      }
    }
    return false;
  }

  /// Exactly these words, if they are few.
  private static Optional<String> whole(Call call) {
    int length = 0;
    for (Word word : call.words()) {
      length += word.text().length() + 1;
      if (!plain(word)) {
        return Optional.empty();
      }
    }
    if (length > LONGEST_LINE) {
      return Optional.empty();
    }
    var words = new ArrayList<String>();
    for (Word word : call.words()) {
      words.add(word.text());
    }
    return Optional.of(CommandPattern.exactly(words));
  }

  private static boolean plain(Word word) {
    return word.constant()
        && word.text().indexOf(Word.HOME) < 0
        && !word.text().isEmpty()
        && word.text().length() < LONGEST
        && word.text().indexOf('\n') < 0;
  }

  /// The rule for exactly these words, for someone who knows what they want.
  static Optional<String> exact(Call call) {
    var words = new ArrayList<String>();
    for (Word word : call.words()) {
      if (!word.constant()
          || word.text().indexOf('\n') >= 0
          || word.text().indexOf(Word.HOME) >= 0) {
        return Optional.empty();
      }
      words.add(word.text());
    }
    return call.concerns().isEmpty() || call.role() == Call.Role.RAISING
        ? Optional.of(CommandPattern.written(words))
        : Optional.empty();
  }
}
