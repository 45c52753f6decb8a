package dev.tenon.core.permission.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Programs that print names of files: what the names begin with.
public final class PipedNames {
  private static final Set<String> OTHER_OUTPUT = Set.of("-printf", "-ls", "-exec", "-print0");

  private PipedNames() {}

  /// How the names begin that a program prints: an empty text for names that may begin with
  /// anything. Empty when it prints something else.
  ///
  /// @param exact whether they must be separated by NUL, instead of by line ends
  public static <W extends Argument<W>> Optional<List<String>> starts(
      String name, List<W> words, boolean exact) {
    if (Reading.files(name, words).isEmpty()) {
      return Optional.empty();
    }
    return switch (name) {
      case "find", "gfind" -> find(words, exact);
      case "fd", "fdfind" -> any(given(words, 1, "-0", "--print0") == exact);
      case "ls" -> any(!exact && words.size() < 3);
      case "rg" ->
          any(
              given(words, 1, "-l", "--files", "--files-with-matches")
                  && given(words, 1, "-0", "--null") == exact);
      case "grep", "egrep", "fgrep" ->
          any(
              (given(words, 1, "-l", "-rl", "--files-with-matches") || given(words, 1, "-lr"))
                  && given(words, 1, "-Z", "--null") == exact);
      case "git" -> any(words.get(1).is("ls-files") && given(words, 2, "-z") == exact);
      default -> Optional.empty();
    };
  }

  /// Whether a program prints some of the lines that it reads from its standard input.
  public static boolean filters(String name, List<? extends Argument<?>> words) {
    return switch (name) {
      case "sort", "uniq", "head", "tail" -> {
        boolean plain = true;
        for (Argument<?> word : words.subList(1, words.size())) {
          String text = word.text();
          boolean digits = text.length() > 1 && Character.isDigit(text.charAt(1));
          plain &= text.equals("-u") || text.equals("-r") || (text.startsWith("-") && digits);
        }
        yield plain;
      }
      case "grep" ->
          words.size() == 2
              || (words.size() == 3
                  && Set.of("-v", "-i", "-E", "-vE").contains(words.get(1).text()));
      default -> false;
    };
  }

  private static Optional<List<String>> any(boolean names) {
    return names ? Optional.of(List.of("")) : Optional.empty();
  }

  private static boolean given(List<? extends Argument<?>> words, int from, String... options) {
    for (Argument<?> word : words.subList(from, words.size())) {
      for (String option : options) {
        if (word.is(option)) {
          return true;
        }
      }
    }
    return false;
  }

  private static <W extends Argument<W>> Optional<List<String>> find(List<W> words, boolean exact) {
    int separated = 0;
    for (W word : words) {
      if (word.is("-print0") && exact) {
        separated++;
      } else if (OTHER_OUTPUT.contains(word.text()) || (exact && word.is("-print"))) {
        return Optional.empty();
      }
    }
    if (exact && separated == 0) {
      return Optional.empty();
    }
    var starts = new ArrayList<String>();
    for (W start : FindReading.starts(words)) {
      starts.add(start.text());
    }
    return Optional.of(starts.isEmpty() ? List.of(".") : starts);
  }
}
