package dev.tenon.protocols.mcp.host;

import dev.tenon.core.text.Sha256;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/// Names of servers' tools as the model has them: `mcp__SERVER__TOOL`, in letters that every
/// provider takes, at most 64, no two alike. The same tool always has the same name, whichever
/// others there are and whichever came first: what another one could be called as well, or could
/// pass for a name with a hash, has a hash itself.
final class ToolNames {
  private static final int LONGEST = 64;
  private static final int HASH = 8;

  private static final Pattern HASHED = Pattern.compile("_[0-9a-f]{" + HASH + "}$");

  private final Set<String> taken = new HashSet<>();

  String name(String server, String tool) {
    String plain = "mcp__" + server + "__" + tool.replaceAll("[^A-Za-z0-9_-]", "_");
    boolean exact =
        plain.endsWith("__" + tool)
            && plain.length() <= LONGEST
            && !(server + "_").contains("__")
            && !HASHED.matcher(plain).find();
    String name = exact ? plain : hashed(plain, server + "\0" + tool);
    return taken.add(name) ? name : fresh(plain, server, tool);
  }

  private static String hashed(String plain, String whole) {
    String head = plain.substring(0, Math.min(plain.length(), LONGEST - HASH - 1));
    return head + "_" + Sha256.of(whole).substring(0, HASH);
  }

  private String fresh(String plain, String server, String tool) {
    for (int i = 1; ; i++) {
      String name = hashed(plain, server + "\0" + tool + "\0" + i);
      if (taken.add(name)) {
        return name;
      }
    }
  }
}
