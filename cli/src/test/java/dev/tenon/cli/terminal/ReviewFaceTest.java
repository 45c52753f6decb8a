package dev.tenon.cli.terminal;

import static dev.tenon.cli.terminal.review.StagedFiles.lines;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.cli.session.TimelineCommand;
import dev.tenon.cli.slash.ReviewCommand;
import dev.tenon.cli.slash.SlashCommand;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.review.StagedFiles;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.session.SessionStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Reviews and looks back in the whole face.
class ReviewFaceTest {
  private static final DisplayOptions LOOK =
      new DisplayOptions(Palette.COLOURED, Glyphs.UNICODE, DisplayOptions.Thinking.SHORT);

  @TempDir Path folder;
  private final AtomicLong clock = new AtomicLong();
  private final List<String> told = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger kept = new AtomicInteger();
  private StagedFiles files;

  @BeforeEach
  void stage() throws Exception {
    files = new StagedFiles(folder);
    files.edit("a.txt", lines(40), lines(40, 5, 30));
  }

  private SlashCommand review(Map<String, String> environment) {
    return new ReviewCommand(
            files.editing,
            told::add,
            kept::incrementAndGet,
            LOOK,
            environment,
            // Every look at the clock is a second after the one before.
            () -> clock.addAndGet(1_000_000_000),
            null)
        .slash();
  }

  private VirtualFace face(SlashCommand... commands) throws Exception {
    return new VirtualFace(folder, Mode.FULL, commands);
  }

  @Test
  void hunksAreDecidedAboutWrittenAndTold() throws Exception {
    try (VirtualFace face = face(review(Map.of()))) {
      face.says("/review").sees("0 of 2 decided");
      face.types("a").sees("1 of 2 decided");
      assertThat(Files.readString(files.root.resolve("a.txt"))).isEqualTo(lines(40));
      face.types("w").sees("Why is it rejected?");
      face.types("leave thirty").sees("leave thirty").types(VirtualFace.ENTER);
      face.sees("All is decided");
      face.types(VirtualFace.ENTER).sees("applied: a.txt (1 hunk)");
      face.sees("rejected: a.txt: leave thirty").seesLast("❯");
    }
    assertThat(files.root.resolve("a.txt")).content().isEqualTo(lines(40, 5));
    assertThat(told).singleElement().asString().contains("Reason: leave thirty", "+LINE 30");
    assertThat(kept).hasValue(1);
  }

  @Test
  void leavingKeepsEverythingAndSaysSo() throws Exception {
    try (VirtualFace face = face(review(Map.of()))) {
      face.says("/review").sees("0 of 2 decided");
      face.types("a").sees("1 of 2 decided");
      face.types("q").sees("all of it stays staged").types("q");
      face.sees("Nothing was applied.");
      face.sees("1 accepted and 1 undecided hunk stay staged; /review goes on.");
      face.says("/review").sees("1 of 2 decided").types("r").sees("2 of 2 decided");
      face.types(VirtualFace.ENTER).sees("applied: a.txt (1 hunk)");
      face.says("/review").sees("Nothing is staged.");
    }
    assertThat(files.root.resolve("a.txt")).content().isEqualTo(lines(40, 5));
  }

  @Test
  void aHunkIsEditedInTheEditorOfTheTerminal() throws Exception {
    try (VirtualFace face = face(review(Map.of()))) {
      face.says("/review").sees("0 of 2 decided");
      face.types("e").sees("The new lines of a hunk of a.txt").sees("LINE 5");
      face.types(" and more").sees("LINE 5 and more").types(VirtualFace.ENTER);
      face.sees("Edited and accepted; u takes it back.");
      face.types("n").types("r").sees("3 of 3 decided").types(VirtualFace.ENTER);
      face.sees("applied: a.txt (2 hunks)");
    }
    assertThat(files.root.resolve("a.txt"))
        .content()
        .isEqualTo(lines(40, 5).replace("LINE 5\n", "LINE 5 and more\n"));
  }

  @Test
  void aHunkIsEditedInAProgramAndWhatFailsChangesNothing() throws Exception {
    var environment = Map.of("EDITOR", "sed -i s/LINE/Line/", "PATH", "/usr/bin:/bin");
    try (VirtualFace face = face(review(environment))) {
      face.says("/review").sees("0 of 2 decided");
      face.types("e").sees("Edited and accepted").types("u").sees("Took back");
      face.types("q").sees("stays staged").types("q").sees("Nothing was applied.");
    }
    try (VirtualFace face = face(review(Map.of("EDITOR", "false", "PATH", "/usr/bin:/bin")))) {
      face.says("/review").sees("0 of 2 decided");
      face.types("e").sees("ended with status 1; the hunk is kept").sees("0 of 2 decided");
    }
  }

  @Test
  void aFileThatChangedMeanwhileIsShownAndNothingIsWritten() throws Exception {
    files.edit("b.txt", "x\n", "y\n");
    try (VirtualFace face = face(review(Map.of()))) {
      face.says("/review").sees("0 of 3 decided");
      Files.writeString(files.root.resolve("a.txt"), "meanwhile\n");
      face.types("A").sees("2 of 3 decided").types("A").sees("3 of 3 decided");
      face.types(VirtualFace.ENTER).sees("nothing was written");
      face.sees("has changed on the disk since it was staged");
      assertThat(files.root.resolve("b.txt")).content().isEqualTo("x\n");
      face.types("R").sees("1 accepted, 2 rejected").types(VirtualFace.ENTER);
      face.sees("applied: b.txt (1 hunk)");
    }
    assertThat(files.root.resolve("a.txt")).content().isEqualTo("meanwhile\n");
    assertThat(files.root.resolve("b.txt")).content().isEqualTo("y\n");
  }

  @Test
  void itFollowsTheWindow() throws Exception {
    try (VirtualFace face = face(review(Map.of()))) {
      face.says("/review").sees("0 of 2 decided");
      face.resizes(60, 15).sees("a accept  r reject  Enter apply  q leave  ? keys");
      face.resizes(20, 10).sees("· 1/2 a.txt");
      face.resizes(200, 50).sees("n/p next, previous");
      face.types("a").sees("1 of 2 decided");
    }
  }

  @Test
  void theTimelineShowsWhatWasChangedAndItsDiff() throws Exception {
    var log = SessionStore.inMemory(folder);
    var timeline =
        new TimelineCommand(() -> log, () -> change -> true, files.journal, LOOK).slash();
    try (VirtualFace face = face(review(Map.of()), timeline)) {
      face.says("/timeline").sees("Nothing has happened in this session yet.");
      face.says("/review").sees("0 of 2 decided").types("A").sees("2 of 2 decided");
      face.types(VirtualFace.ENTER).sees("applied: a.txt (2 hunks)");
      face.says("/timeline").sees("apply: a.txt  +2 −2").types(VirtualFace.ENTER);
      face.sees("takes it back.").sees("+ LINE 30");
      face.types("q").sees("Enter shows it with its diff").types(VirtualFace.ESCAPE);
      await().until(() -> !face.text().contains("Enter shows it"));
    }
  }
}
