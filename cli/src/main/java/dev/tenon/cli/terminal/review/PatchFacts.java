package dev.tenon.cli.terminal.review;

import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.text.VisibleText;
import java.util.HashMap;
import java.util.Map;

/// What is counted in patches for every picture, counted once: there may be thousands of them, and
/// one may have megabytes. Used by one thread.
final class PatchFacts {
  private static final int MOST = 20_000;

  private final Map<String, Facts> known = new HashMap<>();

  /// @param hidden the control and invisible characters
  record Facts(int added, int removed, int hidden) {}

  Facts of(Hunk hunk) {
    Facts facts = known.get(hunk.patch());
    if (facts == null) {
      if (known.size() == MOST) {
        known.clear();
      }
      facts = counted(hunk.patch());
      known.put(hunk.patch(), facts);
    }
    return facts;
  }

  private static Facts counted(String patch) {
    int added = 0;
    int removed = 0;
    for (int at = patch.indexOf('\n'); at >= 0; at = patch.indexOf('\n', at + 1)) {
      char sign = at + 1 < patch.length() ? patch.charAt(at + 1) : ' ';
      added += sign == '+' ? 1 : 0;
      removed += sign == '-' ? 1 : 0;
    }
    return new Facts(added, removed, VisibleText.count(patch));
  }
}
