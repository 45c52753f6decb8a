package dev.tenon.core.edit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.edit.hashline.Anchors;
import dev.tenon.core.edit.hashline.Hashline;
import dev.tenon.core.edit.lines.LineEdits;
import dev.tenon.core.edit.lines.ProposedEdit;
import dev.tenon.core.edit.match.ExactEdit;
import dev.tenon.core.edit.patch.EnvelopePatch;
import dev.tenon.core.edit.patch.SafePatch;
import dev.tenon.core.text.FileContent;
import dev.tenon.core.text.FileVersion;
import dev.tenon.core.text.Sha256;
import dev.tenon.core.text.TextFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// From bytes with LF and CRLF line ends, perhaps with a byte order mark, through every dialect
/// back to bytes: one line changes, and nothing else does.
class MixedEndingsTest {

  @Test
  void onlyTheLineChanges() {
    Property.holds(
        400,
        randoms -> {
          String target = randoms.freshLine().strip();
          var raw = new StringBuilder(randoms.once(3) ? "\uFEFF" : "");
          List<String> before = randoms.lines(15);
          List<String> after = randoms.lines(15);
          append(raw, before, randoms);
          raw.append(target).append(randoms.once(2) ? "\r\n" : "\n");
          append(raw, after, randoms);
          byte[] bytes = raw.toString().getBytes(StandardCharsets.UTF_8);
          if (!(FileContent.of(bytes, null) instanceof TextFile file)) {
            throw new AssertionError("not a text");
          }
          String wanted = raw.toString().replace(target, "replaced");
          for (Plan plan : plans(file, bytes, target, before.size())) {
            String text = plan.changes().getFirst().text();
            assertThat(new String(file.withText(text).bytes(), StandardCharsets.UTF_8))
                .isEqualTo(wanted);
          }
        });
  }

  private static void append(StringBuilder raw, List<String> lines, Randoms randoms) {
    for (String line : lines) {
      raw.append(line).append(randoms.once(2) ? "\r\n" : "\n");
    }
  }

  private static List<Plan> plans(TextFile file, byte[] bytes, String target, int index)
      throws PlanException {
    String sha256 = Sha256.of(bytes);
    var state = new FileState.Existing("f", file.lf(), new FileVersion(1, sha256));
    EditSource source =
        new EditSource() {
          @Override
          public FileState current(String path) {
            return state;
          }

          @Override
          public List<FileState.Existing> remembered(String path) {
            return List.of(state);
          }
        };
    var plans = new ArrayList<Plan>();
    plans.add(new ExactEdit("f", target, "replaced", ExactEdit.Occurrences.ONE).plan(source));
    plans.add(
        new SafePatch("f", "@@ -1 +1 @@\r\n-" + target + "\r\n+replaced\r\n", sha256).plan(source));
    plans.add(
        new Hashline("§f\n≔" + Anchors.anchor(target, index + 1) + "\nreplaced\n").plan(source));
    plans.add(
        new EnvelopePatch(
                "*** Begin Patch\n*** Update File: f\n-" + target + "\n+replaced\n*** End Patch\n")
            .plan(source));
    plans.add(
        new LineEdits(
                List.of(
                    new ProposedEdit(
                        "e",
                        "f",
                        ProposedEdit.Operation.REPLACE,
                        index + 1,
                        null,
                        "replaced\r\n",
                        "sha256:" + Sha256.of(target),
                        "")))
            .plan(source));
    return plans;
  }
}
