package dev.tenon.core.permission.command;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Looks for destructive commands in a text that nobody can parse for sure: a command line with a
/// mistake in it, a program in another language, what is piped into a shell. It sees every word
/// behind a separator as a possible command, quoted or not, so it raises false alarms; what can be
/// parsed is [DenyList]'s to judge.
final class DestructiveText {
  private static final Pattern FORK_BOMB =
      Pattern.compile("([^(){}|&;]+)\\(\\)\\{\\1\\|\\1&\\};?\\1");
  private static final Pattern DISK =
      Pattern.compile(">\\s?[\"']?/dev/(sd|hd|vd|xvd|nvme|mmcblk|disk)");
  private static final Pattern SEPARATOR = Pattern.compile("\\|\\||&&|[;|&\\n`]|\\$\\(|\\(|\\)");

  private static final Pattern QUOTE = Pattern.compile("[\"'\\\\]");

  /// Lists of other languages have commas and brackets where a shell has blanks.
  private static final Pattern BLANK = Pattern.compile("[ ,\\[\\]]+");

  private DestructiveText() {}

  /// What is dangerous about the text, if anything is.
  static Optional<String> danger(String text) {
    String even = text.toLowerCase(Locale.ROOT).replaceAll("\\s+", " ").strip();
    if (FORK_BOMB.matcher(even.replace(" ", "")).find()) {
      return Optional.of("it is a fork bomb");
    }
    if (DISK.matcher(even).find()) {
      return Optional.of("it writes to a disk device");
    }
    for (String piece : SEPARATOR.split(even, -1)) {
      Optional<String> danger = dangerOf(words(piece));
      if (danger.isPresent()) {
        return danger;
      }
    }
    return Optional.empty();
  }

  private static List<String> words(String piece) {
    return List.of(BLANK.split(QUOTE.matcher(piece).replaceAll("").strip(), -1));
  }

  private static Optional<String> dangerOf(List<String> words) {
    for (int at = 0; at < words.size(); at++) {
      String word = words.get(at);
      int start = Math.max(word.lastIndexOf('/'), word.lastIndexOf('=')) + 1;
      Optional<String> danger =
          DestructiveCall.danger(word.substring(start), words.subList(at + 1, words.size()));
      if (danger.isPresent()) {
        return danger;
      }
    }
    return Optional.empty();
  }
}
