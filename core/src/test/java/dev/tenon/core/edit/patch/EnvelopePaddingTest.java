package dev.tenon.core.edit.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tenon.core.edit.MemoryFiles;
import dev.tenon.core.edit.Plan;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.PlanFailure;
import dev.tenon.core.edit.PlanFailure.Code;
import dev.tenon.core.edit.Property;
import dev.tenon.core.edit.Randoms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// White space around markers, and what stands around the envelope.
class EnvelopePaddingTest {
  private static final String FILE = "a\nb\nc\n";

  private static MemoryFiles files() {
    return MemoryFiles.of("f", FILE).read("f").write("g", "g\n").read("g");
  }

  private static Map<String, String> applied(MemoryFiles files, String input) throws PlanException {
    return files.after(new EnvelopePatch(input).plan(files));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*** Begin Patch\n*** Update File: f\n@@\n a\n-b\n+B\n*** End Patch",
        "\n\n*** Begin Patch\n\n*** Update File: f\n\n@@\n a\n-b\n+B\n\n*** End Patch\n\n\n",
        " *** Begin Patch \n*** Update File: f\n@@\n a\n-b\n+B\n *** End Patch \n",
        "\t*** Begin Patch\t\n  *** Update File:   f  \n@@\n a\n-b\n+B\n*** End Patch\n",
        "*** Begin Patch\n  *** Update File: f\n  @@\n-b\n+B\n  *** End of File\n  *** End Patch",
        "*** Begin Patch\n*** Update File: f\n  @@ a\n-b\n+B\n*** End Patch",
        "*** Begin Patch\n*** Update File: f\n@@ a  \n-b\n+B\n\n*** End Patch",
        "```\n*** Begin Patch\n*** Update File: f\n@@\n a\n-b\n+B\n*** End Patch\n```",
        "```diff\n*** Begin Patch\n*** Update File: f\n@@\n a\n-b\n+B\n*** End Patch\n```\n",
        "~~~\n\n  *** Begin Patch\n*** Update File: f\n@@\n a\n-b\n+B\n  *** End Patch\n\n~~~\n",
        "~~~~patch\n*** Begin Patch\n*** Update File: f\n@@\n a\n-b\n+B\n*** End Patch\n~~~~",
        "  *** Begin Patch\n  *** Update File: f\n  @@\n   a\n  -b\n  +B\n\n  *** End Patch\n",
        "\t*** Begin Patch\n\t*** Update File: f\n\t@@\n\t a\n\t-b\n\t+B\n\t*** End Patch\n",
        "*** Begin Patch\r\n*** Update File: f\r\n@@\r\n a\r\n-b\n+B\r\n*** End Patch\r\n",
        "*** Begin Patch\r*** Update File: f\r@@\r a\r-b\r+B\r*** End Patch\r",
        "*** Begin Patch\n*** Update File:f\n@@\n a\n-b\n+B\n*** End Patch"
      })
  void isAppliedHoweverItIsPadded(String input) throws PlanException {
    assertThat(applied(files(), input)).containsEntry("f", "a\nB\nc\n");
  }

  private static PlanFailure failure(MemoryFiles files, String input) {
    return catchThrowableOfType(PlanException.class, () -> new EnvelopePatch(input).plan(files))
        .failure();
  }

  @Test
  void severalPaddedSectionsAreAllApplied() throws PlanException {
    String input =
        """
        *** Begin Patch
          *** Update File: f
          *** Move to: moved
        @@
        -b
        +B
          *** Add File: new
        +one
          *** Delete File: g
        \t*** Add File: newer
        +two
         *** End Patch
        """;
    assertThat(applied(files(), input))
        .isEqualTo(Map.of("moved", "a\nB\nc\n", "new", "one\n", "newer", "two\n"));
    assertThat(new EnvelopePatch(input).paths()).containsExactly("f", "moved", "new", "g", "newer");
  }

  // --- what looks like a marker and is a line of the file --------------------------------------

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*** End Patch",
        "  *** End Patch",
        "*** Update File: g",
        "*** Delete File: g",
        "*** Add File: h",
        "*** Move to: h",
        "*** End of File",
        "*** Begin Patch",
        "@@ -1,2 +1,2 @@",
        "@@",
        "\t*** Delete File: g",
        "```",
        "~~~"
      })
  void aLineOfTheFileIsNoMarker(String line) throws PlanException {
    String text = "a\n" + line + "\nb\nc\n";
    var files = MemoryFiles.of("f", text).read("f").write("g", "g\n").read("g");
    String head = "*** Begin Patch\n*** Update File: f\n@@\n a\n";

    // It stays, in the middle and at the end of the chunk, before a section and before the end.
    String middle = head + " " + line + "\n-b\n+B\n*** End Patch\n";
    assertThat(applied(files, middle))
        .isEqualTo(Map.of("f", text.replace("\nb\n", "\nB\n"), "g", "g\n"));
    String before = "*** Begin Patch\n*** Update File: f\n@@\n-a\n+A\n " + line + "\n";
    for (String end : List.of("*** End Patch\n", "*** Update File: g\n-g\n+G\n*** End Patch\n")) {
      assertThat(applied(files, before + end)).containsEntry("f", text.replace("a\n", "A\n"));
    }
    // It goes, and it comes.
    assertThat(applied(files, head + "-" + line + "\n b\n*** End Patch\n"))
        .containsEntry("f", "a\nb\nc\n");
    assertThat(applied(files, head + "+" + line + "\n " + line + "\n*** End Patch\n"))
        .containsEntry("f", "a\n" + line + "\n" + line + "\nb\nc\n");
    assertThat(applied(files, "*** Begin Patch\n*** Add File: n\n+" + line + "\n*** End Patch\n"))
        .containsEntry("n", line + "\n");
  }

  /// A padded marker that is dropped with a chunk without changes would be lost in silence.
  @Test
  void aMarkerIsNeverLeftOutAsContext() throws PlanException {
    String input =
        "*** Begin Patch\n*** Update File: f\n  *** Move to: moved\n@@\n-b\n+B\n*** End Patch\n";
    assertThat(applied(files(), input)).containsEntry("moved", "a\nB\nc\n").doesNotContainKey("f");
    String deletes =
        "*** Begin Patch\n*** Update File: f\n-b\n+B\n@@\n  *** Delete File: g\n*** End Patch\n";
    assertThat(applied(files(), deletes)).isEqualTo(Map.of("f", "a\nB\nc\n"));
  }

  @Test
  void aPatchThatFitsInNoReadingSaysWhy() {
    PlanFailure failure =
        failure(
            files(),
            "*** Begin Patch\n*** Update File: f\n-no\n+x\n  *** Delete File: g\n*** End Patch\n");
    assertThat(failure.code()).isEqualTo(Code.NO_MATCH);
    assertThat(failure(files(), "*** Begin Patch\n  *** Rename File: f\n*** End Patch").message())
        .startsWith("line 2:");
    assertThat(failure(files(), "  *** Begin Patch\n*** Delete File: g\n").message())
        .isEqualTo("The patch has no line *** End Patch; perhaps it was cut off.");
  }

  /// Whatever it touches, it has named before.
  @Test
  void namesEveryPathThatItChanges() throws PlanException {
    for (String input :
        List.of(
            "*** Begin Patch\n*** Delete File:g\n*** End Patch\n",
            "*** Begin Patch\n \t*** Delete File: g\n*** End Patch\n",
            "*** Begin Patch\r*** Delete File: g\r*** End Patch\r",
            "x *** Begin Patch\n*** Begin Patch\n*** Delete File: g\r\n*** End Patch")) {
      assertThat(applied(files(), input)).doesNotContainKey("g");
      assertThat(new EnvelopePatch(input).paths()).contains("g");
    }
  }

  // --- over an existing file ---------------------------------------------------------------------

  @Test
  void replacesAFileThatTheModelHasRead() throws PlanException {
    String add = "*** Begin Patch\n*** Add File: g\n+new\n*** End Patch\n";
    Plan plan = new EnvelopePatch(add).plan(files());
    assertThat(files().after(plan)).containsEntry("g", "new\n");
    assertThat(plan.warnings()).containsExactly("g existed already; it was replaced.");

    String move = "*** Begin Patch\n*** Update File: f\n*** Move to: g\n-b\n+B\n*** End Patch\n";
    assertThat(applied(files(), move)).isEqualTo(Map.of("g", "a\nB\nc\n"));
    String only = "*** Begin Patch\n*** Update File: f\n*** Move to: g\n*** End Patch\n";
    assertThat(applied(files(), only)).isEqualTo(Map.of("g", FILE));
  }

  @Test
  void refusesToReplaceWhatTheModelDoesNotKnow() {
    var unread = MemoryFiles.of("f", FILE).write("g", "g\n");
    var stale = files().write("g", "other\n");
    for (MemoryFiles files : List.of(unread, stale)) {
      for (String body : List.of("*** Add File: g\n+x\n", "*** Update File: f\n*** Move to: g\n")) {
        PlanFailure failure = failure(files, "*** Begin Patch\n" + body + "*** End Patch\n");
        assertThat(failure.code()).isEqualTo(Code.EXISTS);
        assertThat(failure.suggestions())
            .contains("To replace it, read g first and send the patch again.");
      }
    }
  }

  @Test
  void aTargetThatThePatchChangesItselfIsRefused() {
    String body = "*** Update File: g\n-g\n+G\n*** Update File: f\n*** Move to: g\n";
    assertThat(failure(files(), "*** Begin Patch\n" + body + "*** End Patch\n").code())
        .isEqualTo(Code.INVALID);
  }

  // --- by chance
  // -----------------------------------------------------------------------------------

  @Test
  void paddingByChanceChangesNothing() {
    Property.holds(
        2000,
        randoms -> {
          String body = "@@\n a\n-b\n+B\n";
          String plain =
              "*** Begin Patch\n*** Update File: f\n" + body + "*** Delete File: g\n*** End Patch";
          var lines = new ArrayList<String>();
          for (String line : plain.lines().toList()) {
            lines.add(line.startsWith("***") || line.equals("@@") ? padded(randoms, line) : line);
          }
          String fence = randoms.oneOf(List.of("", "\n", "```\n", "```text\n", "~~~\n", "\n\n"));
          String end = randoms.oneOf(List.of("\n", "\r\n"));
          String input = fence + String.join("\n", lines) + "\n" + fence;
          assertThat(applied(files(), input.replace("\n", end)))
              .isEqualTo(Map.of("f", "a\nB\nc\n"));
        });
  }

  private static String padded(Randoms randoms, String line) {
    List<String> spaces = List.of("", "", " ", "  ", "\t", " \t ");
    return randoms.oneOf(spaces) + line + randoms.oneOf(spaces);
  }
}
