package dev.tenon.core.permission.command;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Looks for destructive commands in a text that nobody can parse for sure: a command line with a
/// mistake in it, a program in another language, what is piped into a shell. It sees every word
/// behind a separator as a possible command, quoted or not, so it raises false alarms; what can be
/// parsed is [DenyList]'s to judge.
final class DestructiveText {
  /// The longest name of a function that is looked at.
  private static final int LONGEST_NAME = 200;

  /// How many words behind a command that was met before are its arguments.
  private static final int NEAR = 64;

  private static final Pattern DISK =
      Pattern.compile(">[|&]?\\s?[\"']?/dev/(sd|hd|vd|xvd|nvme|mmcblk|disk)");
  private static final Pattern SEPARATOR = Pattern.compile("\\|\\||&&|[;|&\\n`]|\\$\\(|\\(|\\)");

  private static final Pattern QUOTE = Pattern.compile("[\"'\\\\]");

  /// Lists of other languages have commas and brackets where a shell has blanks.
  private static final Pattern BLANK = Pattern.compile("[ ,\\[\\]]+");

  /// What libraries call the removal of a folder with all that is in it.
  private static final List<String> REMOVING =
      List.of("rmtree(", "rmsync(", "rm_rf(", "rm_r(", "remove_dir_all(", "removeall(", "fs.rm(");

  private DestructiveText() {}

  /// What is dangerous about the text, if anything is.
  static Optional<String> danger(String text) {
    String even = text.toLowerCase(Locale.ROOT).replaceAll("\\s+", " ").strip();
    if (isForkBomb(even.replace(" ", ""))) {
      return Optional.of("it is a fork bomb");
    }
    if (DISK.matcher(even).find()) {
      return Optional.of("it writes to a disk device");
    }
    for (String function : REMOVING) {
      if (removes(even, function)) {
        return Optional.of(DestructiveCall.REMOVES);
      }
    }
    DestructivePaths paths = DestructivePaths.UNKNOWN;
    for (String piece : SEPARATOR.split(even, -1)) {
      List<String> words = words(piece);
      Optional<String> danger = dangerOf(words, paths);
      if (danger.isPresent()) {
        return danger;
      }
      int change = words.indexOf("cd");
      if (change >= 0 && change + 1 < words.size()) {
        paths = paths.changed(words.get(change + 1));
      }
    }
    return Optional.empty();
  }

  /// Whether a function that removes folders is given everything.
  private static boolean removes(String text, String function) {
    for (int at = text.indexOf(function); at >= 0; at = text.indexOf(function, at + 1)) {
      int start = at + function.length();
      int end = start;
      while (end < text.length()
          && end - start < LONGEST_NAME
          && "),".indexOf(text.charAt(end)) < 0) {
        end++;
      }
      String path = QUOTE.matcher(text.substring(start, end)).replaceAll("").strip();
      if (DestructivePaths.UNKNOWN.isEverything(path)) {
        return true;
      }
    }
    return false;
  }

  /// Whether a function is there that pipes itself into itself, `:(){:|:&};:` by any name. No
  /// regular expression: a line may be long, and one that goes back would take its square.
  private static boolean isForkBomb(String text) {
    for (int at = text.indexOf("(){"); at > 0; at = text.indexOf("(){", at + 1)) {
      int body = at + 3;
      int pipe = text.indexOf('|', body);
      if (pipe < 0) {
        return false;
      }
      if (pipe > body && pipe - body <= LONGEST_NAME) {
        String name = text.substring(body, pipe);
        String twice = name + "&}";
        int end = pipe + 1 + twice.length();
        if (text.startsWith(name, at - name.length())
            && text.startsWith(twice, pipe + 1)
            && (text.startsWith(name, end) || text.startsWith(";" + name, end))) {
          return true;
        }
      }
    }
    return false;
  }

  private static List<String> words(String piece) {
    return List.of(BLANK.split(QUOTE.matcher(piece).replaceAll("").strip(), -1));
  }

  /// The first word of each name is judged with all that follows, further ones with what is near: a
  /// line of nothing but names would take the square of its length.
  private static Optional<String> dangerOf(List<String> words, DestructivePaths paths) {
    var seen = new HashSet<String>();
    for (int at = 0; at < words.size(); at++) {
      String word = words.get(at);
      String name = word.substring(Math.max(word.lastIndexOf('/'), word.lastIndexOf('=')) + 1);
      int end = seen.add(name) ? words.size() : Math.min(words.size(), at + 1 + NEAR);
      Optional<String> danger = DestructiveCall.danger(name, words.subList(at + 1, end), paths);
      if (danger.isPresent()) {
        return danger;
      }
    }
    return Optional.empty();
  }
}
