package dev.tenon.core.edit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.edit.diff.DiffHunk;
import dev.tenon.core.edit.diff.TextLines;
import dev.tenon.core.edit.diff.UnifiedDiff;
import dev.tenon.core.edit.hashline.Anchors;
import dev.tenon.core.edit.hashline.Hashline;
import dev.tenon.core.edit.hashline.Hashline.Duplicates;
import dev.tenon.core.edit.match.ExactEdit;
import dev.tenon.core.edit.patch.EnvelopePatch;
import dev.tenon.core.edit.patch.SafePatch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Whatever a model sends, the outcome is a plan for the present state or a failure with a message.
class GarbageTest {

  @FunctionalInterface
  private interface Dialect {
    Plan plan(MemoryFiles files, String input) throws PlanException;
  }

  private static void survives(Dialect dialect, Sample sample) {
    int[] planned = new int[1];
    Property.holds(
        3000,
        randoms -> {
          String text = randoms.text(20);
          var files = MemoryFiles.of("f", text).write("g", randoms.text(5));
          if (randoms.once(2)) {
            files.read("f").write("f", randoms.edited(text, 2));
          }
          String input = mangled(sample.input(randoms, text), randoms);
          try {
            assertThat(files.after(dialect.plan(files, input))).isNotNull();
            planned[0]++;
          } catch (PlanException refused) {
            assertThat(refused.failure().message()).isNotBlank();
            assertThat(LatestFileState.of(refused.failure(), files)).isNotNull();
          }
        });
    if (Long.getLong("seed") == null) {
      assertThat(planned[0]).isGreaterThan(30);
    }
  }

  @FunctionalInterface
  private interface Sample {
    String input(Randoms randoms, String text);
  }

  /// Lines lost, doubled, swapped, cut and joined, signs changed.
  private static String mangled(String input, Randoms randoms) {
    var lines = new ArrayList<>(TextLines.split(input));
    for (int i = 0; i < randoms.below(4) && !lines.isEmpty(); i++) {
      int at = randoms.below(lines.size());
      String line = lines.get(at);
      switch (randoms.below(7)) {
        case 0 -> lines.remove(at);
        case 1 -> lines.add(at, line);
        case 2 -> Collections.swap(lines, at, randoms.below(lines.size()));
        case 3 -> lines.set(at, line.substring(randoms.below(line.length() + 1)));
        case 4 -> lines.set(at, line + " " + randoms.line());
        case 5 -> lines.add(at, randoms.line());
        default ->
            lines.set(at, "+- @»«≔§*\\".charAt(randoms.below(10)) + line.replaceFirst("^.", ""));
      }
    }
    return String.join("\n", lines) + (randoms.once(3) ? "" : "\n");
  }

  @Test
  void safePatch() {
    survives(
        (files, input) -> new SafePatch("f", input, files.sha256("f")).plan(files),
        (randoms, text) -> UnifiedDiff.of("f", text, randoms.edited(text, 3)));
  }

  @Test
  void envelopePatch() {
    survives(
        (files, input) -> new EnvelopePatch(input).plan(files),
        (randoms, text) -> {
          var out = new StringBuilder("*** Begin Patch\n");
          out.append(randoms.once(3) ? "*** Add File: new\n+x\n" : "");
          out.append(randoms.once(3) ? "*** Delete File: g\n" : "");
          out.append("*** Update File: f\n");
          out.append(randoms.once(3) ? "*** Move to: h\n" : "");
          for (DiffHunk hunk : UnifiedDiff.hunks(text, randoms.edited(text, 3), 2)) {
            String body = hunk.text();
            out.append("@@ ").append(randoms.once(3) ? randoms.line() : "");
            out.append(body.substring(body.indexOf('\n')));
          }
          return out.append("*** End Patch\n").toString();
        });
  }

  @Test
  void hashline() {
    for (Duplicates duplicates : Duplicates.values()) {
      survives(
          (files, input) -> new Hashline(input, duplicates).plan(files),
          (randoms, text) -> {
            List<String> lines = TextLines.split(text);
            var out = new StringBuilder("§f\n");
            for (int i = 0; i < 1 + randoms.below(4); i++) {
              String anchor = "BOF";
              if (!lines.isEmpty()) {
                int at = randoms.below(lines.size());
                anchor = Anchors.anchor(lines.get(at), at + 1);
              }
              out.append("»«≔".charAt(randoms.below(3))).append(anchor).append('\n');
              out.append(randoms.line()).append('\n').append(randoms.line()).append('\n');
            }
            return out.toString();
          });
    }
  }

  @Test
  void exactEdit() {
    survives(
        (files, input) -> {
          int middle = input.length() / 2;
          var which =
              input.length() % 2 == 0 ? ExactEdit.Occurrences.ONE : ExactEdit.Occurrences.ALL;
          return new ExactEdit("f", input.substring(0, middle), input, which).plan(files);
        },
        (randoms, text) -> text.substring(randoms.below(text.length() + 1)) + randoms.freshLine());
  }
}
