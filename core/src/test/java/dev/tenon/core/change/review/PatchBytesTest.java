package dev.tenon.core.change.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.Editing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.PlanFailure.Code;
import dev.tenon.core.edit.Property;
import dev.tenon.core.edit.Randoms;
import dev.tenon.core.edit.patch.EnvelopePatch;
import dev.tenon.core.workspace.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What patch envelopes make of real files, byte for byte, written at once and staged.
class PatchBytesTest {
  private static final Attribution AGENT = new Attribution(Origin.AGENT, "apply_patch", "call-1");

  @TempDir Path temporary;

  private record Project(Path root, Workspace workspace, Editing editing, Journal journal) {
    void write(String path, String text) throws Exception {
      Files.writeString(root.resolve(path), text);
    }

    void read(String path) throws Exception {
      workspace.saw(workspace.snapshot(root.resolve(path)));
    }

    void patch(String body) throws Exception {
      var patch = new EnvelopePatch("*** Begin Patch\n" + body + "*** End Patch\n");
      editing.commit(patch.plan(editing).transaction(), AGENT);
    }

    String now(String path) throws Exception {
      if (editing instanceof StagedEditing staged) {
        staged.review().acceptAll();
        staged.review().apply(Review.Rest.PENDING);
      }
      return Files.readString(root.resolve(path));
    }
  }

  private Project direct() throws Exception {
    Path folder = Files.createTempDirectory(temporary, "direct");
    Path root = Files.createDirectory(folder.resolve("project"));
    Workspace workspace = Workspace.open(root.toRealPath());
    Journal journal = ProjectJournal.open(folder.resolve("state"), workspace, "s1");
    return new Project(workspace.root(), workspace, new DirectEditing(workspace, journal), journal);
  }

  private Project staged() throws Exception {
    var staged = new StagedProject(Files.createTempDirectory(temporary, "staged").toRealPath());
    return new Project(staged.root, staged.workspace, staged.editing, staged.journal);
  }

  private List<Project> both() throws Exception {
    return List.of(direct(), staged());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a^b^c^          | -b^+B^        | a^B^c^",
        "a~b~c~          | -b^+B^        | a~B~c~",
        "a<b<c<          | -b^+B^        | a<B<c<",
        "a<b<c           | ' b^-c^+C^'   | a<b<C",
        "a<b<c           | +d^           | a<b<c<d",
        "a<b~c^d<        | -b^+B^+BB^    | a<B~BB~c^d<",
        "a<b~c^d<        | ' a^+x^ b^'   | a<x<b~c^d<",
        "a<b~c^d<        | ' b^+x^ c^'   | a<b~x~c^d<",
        "x~x^x~          | '-x^ x^ x^'   | x^x~",
        "x~x^x~          | ' x^-x^ x^'   | x~x~",
        "x^x~x^          | ' x^ x^-x^'   | x^x~",
        "k<l^m<n^        | '-l^ m^'      | k<m<n^",
        "one two<three^b^ | -b^+B^       | one two<three^B^",
        "a<b^c^          | '-a<b^+z^'    | z^c^"
      })
  void lineEndsStay(String before, String chunk, String after) throws Exception {
    for (Project project : both()) {
      project.write("f", ends(before));
      // In the chunk, a lone return is a character.
      project.patch("*** Update File: f\n@@\n" + ends(chunk));
      assertThat(project.now("f")).as(project.toString()).isEqualTo(ends(after));
    }
  }

  /// `^` is LF, `~` CRLF and `<` a lone CR.
  private static String ends(String text) {
    return text.replace("^", "\n").replace("~", "\r\n").replace("<", "\r");
  }

  @Test
  void aReplacedFileComesBack() throws Exception {
    for (Project project : both()) {
      project.write("f", "a\nb\n");
      project.write("g", "old\r\ntext");
      project.write("h", "was\n");
      for (String path : List.of("f", "g", "h")) {
        project.read(path);
      }
      project.editing.beginPrompt("replace");
      project.patch("*** Add File: h\n+now\n*** Update File: f\n*** Move to: g\n-b\n+B\n");
      assertThat(project.now("g")).isEqualTo("a\nB\n");
      assertThat(project.now("h")).isEqualTo("now\n");
      assertThat(project.root.resolve("f")).doesNotExist();

      assertThat(new Undo(project.journal).undoLatestPrompt().conflicts()).isEmpty();

      assertThat(Files.readString(project.root.resolve("f"))).isEqualTo("a\nb\n");
      assertThat(Files.readString(project.root.resolve("g"))).isEqualTo("old\r\ntext");
      assertThat(Files.readString(project.root.resolve("h"))).isEqualTo("was\n");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a~b~     | old^      | ''     | a~b~",
        "a^b^     | old~      | ''     | a^b^",
        "a<b^c~   | old~text~ | ''     | a<b^c~",
        "a<b^c~d~ | x^        | -c^+C^ | a<b^C~d~",
        "a~b~     | a^b^      | ''     | a~b~",
        "a^b      | a^b       | ''     | a^b",
        "a^b      | a^b       | -b^+B^ | a^B"
      })
  void aFileThatIsMovedOverAnotherStaysWhatItIs(
      String moved, String replaced, String chunk, String after) throws Exception {
    for (Project project : both()) {
      project.write("f", ends(moved));
      project.write("g", ends(replaced));
      Files.setPosixFilePermissions(
          project.root.resolve("f"), PosixFilePermissions.fromString("rwxr-x---"));
      project.read("f");
      project.read("g");
      project.editing.beginPrompt("move");
      project.patch("*** Update File: f\n*** Move to: g\n" + ends(chunk));
      assertThat(project.now("g")).isEqualTo(ends(after));
      assertThat(project.root.resolve("f")).doesNotExist();
      if (project.editing instanceof DirectEditing) {
        assertThat(Files.getPosixFilePermissions(project.root.resolve("g")))
            .isEqualTo(PosixFilePermissions.fromString("rwxr-x---"));
      }

      assertThat(new Undo(project.journal).undoLatestPrompt().conflicts()).isEmpty();

      assertThat(Files.readString(project.root.resolve("f"))).isEqualTo(ends(moved));
      assertThat(Files.readString(project.root.resolve("g"))).isEqualTo(ends(replaced));
    }
  }

  // --- by chance
  // -----------------------------------------------------------------------------------

  @Test
  void nothingOutsideOfTheHunkChanges() throws Exception {
    var applied = new int[2];
    List<Project> projects = both();
    Property.holds(
        400,
        randoms -> {
          List<String> ends =
              randoms.oneOf(
                  List.of(
                      List.of("\n", "\r\n"),
                      List.of("\n", "\r"),
                      List.of("\r"),
                      List.of("\r\n", "\n", "\r")));
          List<String> before = lines(randoms, ends, 6);
          List<String> gone = lines(randoms, ends, 3);
          List<String> after = lines(randoms, ends, 6);
          List<String> come = lines(randoms, List.of("\n"), 3);
          boolean nothingToDo = gone.isEmpty() && come.isEmpty();
          boolean nothingThere = before.isEmpty() && gone.isEmpty() && after.isEmpty();
          if (nothingToDo || nothingThere) {
            return;
          }
          var chunk = new StringBuilder("@@\n");
          before.forEach(line -> chunk.append(' ').append(line.strip()).append('\n'));
          gone.forEach(line -> chunk.append('-').append(line.strip()).append('\n'));
          come.forEach(line -> chunk.append('+').append(line.strip()).append('\n'));
          after.forEach(line -> chunk.append(' ').append(line.strip()).append('\n'));
          String head = String.join("", before);
          String tail = String.join("", after);
          for (int i = 0; i < 2; i++) {
            Project project = projects.get(i);
            String name = "f" + randoms.freshLine().hashCode();
            project.write(name, head + String.join("", gone) + tail);
            try {
              project.patch("*** Update File: " + name + "\n" + chunk);
            } catch (PlanException refused) {
              assertThat(refused.failure().code()).isIn(Code.AMBIGUOUS, Code.NO_CHANGE);
              continue;
            }
            applied[i]++;
            String now = project.now(name);
            assertThat(shown(now))
                .as("%s: %s", i, chunk)
                .startsWith(shown(head))
                .endsWith(shown(tail));
            String inner = now.substring(head.length(), now.length() - tail.length());
            assertThat(inner.replace("\r\n", "\n").replace('\r', '\n'))
                .isEqualTo(String.join("", come));
          }
        });
    if (Long.getLong("seed") == null) {
      assertThat(applied[0]).isGreaterThan(250);
      assertThat(applied[1]).isGreaterThan(250);
    }
  }

  private static String shown(String text) {
    return text.replace("\r", "<").replace("\n", "^");
  }

  /// Few different lines, so that many are alike, and each with its own end.
  private static List<String> lines(Randoms randoms, List<String> ends, int most) {
    var lines = new ArrayList<String>();
    int count = randoms.below(most + 1);
    for (int i = 0; i < count; i++) {
      lines.add(randoms.oneOf(List.of("a", "b", "c d", "}")) + randoms.oneOf(ends));
    }
    return lines;
  }
}
