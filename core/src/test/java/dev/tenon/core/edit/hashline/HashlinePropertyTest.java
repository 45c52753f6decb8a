package dev.tenon.core.edit.hashline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.edit.MemoryFiles;
import dev.tenon.core.edit.Plan;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.PlanFailure;
import dev.tenon.core.edit.Property;
import dev.tenon.core.edit.Randoms;
import dev.tenon.core.edit.diff.TextLines;
import dev.tenon.core.edit.hashline.Hashline.Duplicates;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HashlinePropertyTest {

  /// Random operations, and the result built line by line without any of the planner's code.
  private static final class Case {
    final String text;
    final StringBuilder input = new StringBuilder("§f\n");
    final String wanted;

    Case(Randoms randoms) {
      text = randoms.text(30);
      List<String> lines = TextLines.split(text);
      var out = new ArrayList<String>();
      var operations = new ArrayList<String>();
      if (randoms.once(4)) {
        operations.add("»BOF\n" + payload(randoms, out));
      }
      for (int i = 0; i < lines.size(); i++) {
        String anchor = Anchors.anchor(lines.get(i), i + 1);
        if (randoms.once(6)) {
          operations.add("«" + anchor + "\n" + payload(randoms, out));
        }
        if (randoms.once(6)) {
          int last = Math.min(lines.size() - 1, i + randoms.below(3));
          String end = Anchors.anchor(lines.get(last), last + 1);
          String range = i == last && randoms.once(2) ? anchor : anchor + ".." + end;
          operations.add("≔" + range + "\n" + (randoms.once(3) ? "" : payload(randoms, out)));
          i = last;
          anchor = end;
        } else {
          out.add(lines.get(i));
        }
        if (randoms.once(6)) {
          operations.add("»" + anchor + "\n" + payload(randoms, out));
        }
      }
      if (operations.isEmpty() || randoms.once(4)) {
        operations.add("»EOF\n" + payload(randoms, out));
      }
      // The order of the request does not matter.
      while (!operations.isEmpty()) {
        input.append(operations.remove(randoms.below(operations.size())));
      }
      boolean ended = text.isEmpty() || text.endsWith("\n");
      String joined = String.join("\n", out);
      wanted = out.isEmpty() ? "" : ended ? joined + "\n" : joined;
    }

    private static String payload(Randoms randoms, List<String> out) {
      var payload = new StringBuilder();
      for (int i = 0; i < 1 + randoms.below(3); i++) {
        String line = randoms.once(4) ? "" : randoms.freshLine();
        out.add(line);
        payload.append(line).append('\n');
      }
      return payload.toString();
    }
  }

  @Test
  void equalsAWalkOverTheLines() {
    Property.holds(
        4000,
        randoms -> {
          var one = new Case(randoms);
          if (one.text.equals(one.wanted)) {
            return;
          }
          var files = MemoryFiles.of("f", one.text);
          Plan plan = new Hashline(one.input.toString(), Duplicates.KEEP).plan(files);
          assertThat(files.after(plan)).containsEntry("f", one.wanted);
        });
  }

  /// Somebody else changes, inserts and deletes lines meanwhile; the model's line is replaced where
  /// it is now, or the plan fails because it is gone.
  @Test
  void editsOfOthersSurvive() {
    Property.holds(
        3000,
        randoms -> {
          var lines = new ArrayList<String>();
          for (int i = 0; i < 3 + randoms.size(); i++) {
            lines.add(randoms.freshLine());
          }
          String seen = String.join("\n", lines) + "\n";
          int target = randoms.below(lines.size());
          String line = lines.get(target);
          String input = "§f\n≔" + Anchors.anchor(line, target + 1) + "\nreplaced\n";
          boolean touched = false;
          for (int i = 0; i < 1 + randoms.below(4); i++) {
            int at = randoms.below(lines.size());
            switch (randoms.below(3)) {
              case 0 -> lines.add(at, randoms.freshLine());
              case 1 -> touched |= lines.remove(at).equals(line);
              default -> touched |= lines.set(at, randoms.freshLine()).equals(line);
            }
            if (lines.isEmpty()) {
              lines.add("");
            }
          }
          String now = String.join("\n", lines) + "\n";
          var files = MemoryFiles.of("f", seen).read("f").write("f", now);
          try {
            Plan plan = new Hashline(input).plan(files);
            assertThat(touched).as("planned although the line is gone").isFalse();
            assertThat(files.after(plan)).containsEntry("f", now.replace(line, "replaced"));
          } catch (PlanException refused) {
            assertThat(touched).as(refused.getMessage()).isTrue();
            assertThat(refused.failure().code())
                .isIn(PlanFailure.Code.STALE, PlanFailure.Code.NOT_FOUND);
          }
        });
  }

  /// Without any memory of what the model saw, an anchor of a changed line does not fit.
  @Test
  void aChangedLineIsNeverPlanned() {
    int[] lucky = new int[1];
    Property.holds(
        2000,
        randoms -> {
          var lines = new ArrayList<>(randoms.lines(20));
          lines.add(randoms.freshLine());
          int at = lines.size() - 1;
          String input = "§f\n≔" + Anchors.anchor(lines.get(at), at + 1) + "\nreplaced\n";
          String other = randoms.freshLine();
          lines.set(at, other);
          try {
            new Hashline(input).plan(MemoryFiles.of("f", String.join("\n", lines) + "\n"));
            lucky[0]++;
          } catch (PlanException refused) {
            assertThat(refused.failure().code()).isEqualTo(PlanFailure.Code.STALE);
          }
        });
    // Two letters collide once in 647 lines.
    assertThat(lucky[0]).isLessThan(15);
  }
}
