package dev.tenon.protocols.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.edit.diff.UnifiedDiff;
import dev.tenon.core.json.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DiffContentTest {
  private static final Path ROOT = Path.of("/p");

  private static Json.Obj hunk(String path, Json before, String after) {
    return Json.object()
        .put("type", "diff")
        .put("path", path)
        .put("oldText", before)
        .put("newText", after)
        .build();
  }

  @Test
  void filesThatComeGoAndLackALineEnd() {
    String diff =
        UnifiedDiff.render(UnifiedDiff.NO_FILE, "b/new", "", "a\nb")
            + UnifiedDiff.render("a/old", UnifiedDiff.NO_FILE, "x\n", "")
            + UnifiedDiff.of("same", "1\n-- 2\n3", "1\n++ 2\n3");
    DiffContent content = DiffContent.of(diff, ROOT, ClientPaths.REAL);
    assertThat(content.content())
        .isEqualTo(
            List.of(
                hunk("/p/new", Json.Null.VALUE, "a\nb"),
                hunk("/p/old", Json.of("x\n"), ""),
                hunk("/p/same", Json.of("1\n-- 2\n3"), "1\n++ 2\n3")));
    assertThat(content.places().getFirst().string("path")).isEqualTo("/p/new");
  }

  @Test
  void aCutDiffShowsWhatThereIs() {
    String diff = UnifiedDiff.of("a", "1\n2\n3\n4\n", "1\n2\nthree\n4\n");
    for (int end = 0; end <= diff.length(); end++) {
      DiffContent content =
          DiffContent.of(diff.substring(0, end) + "\n[… cut]", ROOT, ClientPaths.REAL);
      assertThat(content.content().size()).as("cut at " + end).isLessThanOrEqualTo(1);
    }
    assertThat(DiffContent.of("no diff at all", ROOT, ClientPaths.REAL).content()).isEmpty();
  }

  /// The hunks put together again lead from one text to the other.
  @Test
  void everyHunkIsInBothTexts() {
    var random = new Random(42);
    for (int round = 0; round < 300; round++) {
      String before = text(random);
      String after = text(random);
      DiffContent content =
          DiffContent.of(UnifiedDiff.of("a", before, after), ROOT, ClientPaths.REAL);
      String now = before;
      int from = 0;
      for (Json.Obj hunk : content.content()) {
        String old = hunk.string("oldText", "");
        int at = old.isEmpty() ? from : now.indexOf(old, from);
        assertThat(at).as(before + "→" + after).isGreaterThanOrEqualTo(0);
        String fresh = hunk.string("newText", "");
        now = now.substring(0, at) + fresh + now.substring(at + old.length());
        from = at + fresh.length();
      }
      assertThat(now).isEqualTo(after);
    }
  }

  /// Lines that are all different but for those that stay.
  private static String text(Random random) {
    var text = new StringBuilder();
    for (int line = 0; line < 30; line++) {
      if (random.nextInt(10) > 0) {
        text.append(line).append(random.nextInt(4) == 0 ? "-" + random.nextInt() : "").append('\n');
      }
    }
    return random.nextBoolean() && !text.isEmpty()
        ? text.substring(0, text.length() - 1)
        : text.toString();
  }
}
