package dev.tenon.core.permission.program;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Programs that do nothing but run the one behind their options, with the options that are no more
/// than that.
public final class Wrapper {
  private static final Grammar XARGS =
      Grammar.of(
          "stops -0rtxpo -n: -P: -L: -s: -I: -E: -d: -e? -i? -l? --null"
              + " --delimiter= --no-run-if-empty --max-args= --max-procs= --max-lines?"
              + " --max-chars= --replace? --eof? --verbose --exit --interactive"
              + " --open-tty");
  private static final Map<String, Grammar> GRAMMARS =
      Map.ofEntries(
          Map.entry("nohup", Grammar.of("stops")),
          Map.entry("builtin", Grammar.of("stops")),
          Map.entry("setsid", Grammar.of("stops -cfw --ctty --fork --wait")),
          Map.entry("caffeinate", Grammar.of("stops -dimsu -t: -w:")),
          Map.entry("command", Grammar.of("stops -p")),
          Map.entry("exec", Grammar.of("stops -cl -a:")),
          Map.entry(
              "time", Grammar.of("stops -pvlq -f: --format= --portability --verbose --quiet")),
          Map.entry("nice", Grammar.of("stops -# -n: --adjustment=")),
          Map.entry("ionice", Grammar.of("stops -t -c: -n: --class= --classdata= --ignore")),
          Map.entry("stdbuf", Grammar.of("stops -i: -o: -e: --input= --output= --error=")),
          Map.entry(
              "timeout",
              Grammar.of(
                  "stops -fpv -k: -s: --kill-after= --signal= --foreground --preserve-status"
                      + " --verbose")),
          Map.entry("xargs", XARGS));

  private Wrapper() {}

  /// The place of the first word that is no option, the number of words when there is none, or a
  /// negative number when the options before it are not understood.
  public static <W extends Argument<W>> int operand(String name, List<W> words) {
    Grammar grammar = GRAMMARS.get(name);
    if (grammar == null) {
      return -1;
    }
    Optional<Arguments<W>> read = Arguments.read(grammar, words);
    return read.isEmpty() ? -1 : words.size() - read.get().operands().size();
  }

  /// How `xargs` takes words; empty when they do not come from its standard input, or when that is
  /// not known.
  public static <W extends Argument<W>> Optional<Feed> feed(List<W> words) {
    Optional<Arguments<W>> read = Arguments.read(XARGS, words);
    if (read.isEmpty()) {
      return Optional.empty();
    }
    boolean exact = read.get().has("0") || read.get().has("--null");
    return Optional.of(new Feed(exact));
  }

  /// How `xargs` takes its words from its standard input.
  ///
  /// @param exact whether each name comes to exactly one word
  public record Feed(boolean exact) {}
}
