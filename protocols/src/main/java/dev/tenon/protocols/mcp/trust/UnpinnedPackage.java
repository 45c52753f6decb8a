package dev.tenon.protocols.mcp.trust;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Runners of packages take whatever version is the newest unless they are given an exact one.
public final class UnpinnedPackage {
  private static final Set<String> RUNNERS = Set.of("npx", "uvx", "bunx", "pnpx", "pipx");

  private UnpinnedPackage() {}

  /// What to say of a command that does so, or null.
  public static @Nullable String in(List<String> words) {
    String program = words.getFirst();
    String name = program.substring(program.lastIndexOf('/') + 1);
    if (!RUNNERS.contains(name)) {
      return null;
    }
    for (int i = 1; i < words.size(); i++) {
      String word = words.get(i);
      boolean takesValue = word.equals("--package") || word.equals("-p") || word.equals("--from");
      if (word.startsWith("-") && !takesValue) {
        continue;
      }
      if (takesValue) {
        continue;
      }
      if (word.equals("run") && name.equals("pipx")) {
        continue;
      }
      return isExact(word)
          ? null
          : name
              + " runs whatever version of "
              + word
              + " is the newest; name an exact one, such as "
              + bare(word)
              + (name.equals("uvx") || name.equals("pipx") ? "==1.2.3" : "@1.2.3");
    }
    return null;
  }

  private static String bare(String word) {
    int at = word.lastIndexOf('@');
    return at > 0 ? word.substring(0, at) : word;
  }

  private static boolean isExact(String word) {
    int at = word.lastIndexOf('@');
    int equals = word.indexOf("==");
    String version = equals > 0 ? word.substring(equals + 2) : at > 0 ? word.substring(at + 1) : "";
    return version.matches("[0-9]+(\\.[0-9]+)+([-+.][0-9A-Za-z.-]+)?");
  }
}
