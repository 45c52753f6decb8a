package dev.tenon.engine.hook;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Finds the script among the words that an interpreter is given.
///
/// @param inline letters of options behind which the program itself stands, or nothing of ours
/// @param valued letters of options whose next word belongs to them
/// @param bare whether a plain word is a file, too
record ScriptWord(String inline, String valued, boolean bare) {
  private static final ScriptWord SHELL = new ScriptWord("cs", "oO", false);
  private static final ScriptWord PYTHON = new ScriptWord("cm", "WX", true);
  private static final ScriptWord NODE = new ScriptWord("ep", "rC", false);
  private static final ScriptWord OTHER = new ScriptWord("e", "", false);
  private static final Map<String, ScriptWord> INTERPRETERS =
      Map.ofEntries(
          Map.entry("sh", SHELL),
          Map.entry("bash", SHELL),
          Map.entry("dash", SHELL),
          Map.entry("zsh", SHELL),
          Map.entry("ksh", SHELL),
          Map.entry("python", PYTHON),
          Map.entry("pypy", PYTHON),
          Map.entry("perl", new ScriptWord("eE", "I", true)),
          Map.entry("ruby", new ScriptWord("e", "rIC", false)),
          Map.entry("php", new ScriptWord("rRBE", "dcz", false)),
          Map.entry("lua", new ScriptWord("e", "l", false)),
          Map.entry("node", NODE),
          Map.entry("nodejs", NODE),
          Map.entry("tsx", NODE),
          Map.entry("ts-node", NODE),
          Map.entry("pwsh", new ScriptWord("cC", "", false)),
          Map.entry("osascript", OTHER),
          Map.entry("deno", OTHER),
          Map.entry("bun", OTHER),
          Map.entry("uv", OTHER));
  private static final Set<String> LONG_INLINE = Set.of("--eval", "--print", "--command", "-");

  /// @param name of the program, which may end with its version
  /// @param words behind it; an empty one is not known
  static Optional<String> of(String name, List<String> words) {
    ScriptWord interpreter = INTERPRETERS.get(name.replaceFirst("[0-9.]+$", ""));
    return interpreter == null ? Optional.empty() : interpreter.among(words);
  }

  private Optional<String> among(List<String> words) {
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (word.isEmpty() || LONG_INLINE.contains(word) || isInline(word)) {
        return Optional.empty();
      }
      if (word.startsWith("-") || word.equals("run")) {
        i += word.length() == 2 && valued.indexOf(word.charAt(1)) >= 0 ? 1 : 0;
        continue;
      }
      boolean path = bare || word.indexOf('/') >= 0 || word.lastIndexOf('.') > 0;
      return path ? Optional.of(word) : Optional.empty();
    }
    return Optional.empty();
  }

  private boolean isInline(String word) {
    if (!word.startsWith("-") || word.startsWith("--")) {
      return false;
    }
    return word.chars().skip(1).anyMatch(letter -> inline.indexOf(letter) >= 0);
  }
}
