package dev.tenon.cli.terminal.review;

import static dev.tenon.cli.terminal.review.StagedFiles.lines;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.change.review.ReviewException;
import dev.tenon.core.change.weave.Hunk;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReviewModelTest {
  @TempDir Path folder;
  private StagedFiles files;

  @BeforeEach
  void open() throws Exception {
    files = new StagedFiles(folder);
  }

  private String disk(String path) throws Exception {
    return Files.readString(files.root.resolve(path));
  }

  @Test
  void nothingIsWrittenBeforeItIsApplied() throws Exception {
    files.edit("a.txt", lines(40), lines(40, 5, 30));
    ReviewModel model = files.model();
    model.accept();
    model.next(1);
    model.reject("because");
    assertThat(disk("a.txt")).isEqualTo(lines(40));
    assertThat(model.rejections())
        .singleElement()
        .extracting(Rejection::reason)
        .isEqualTo("because");
    model.apply();
    assertThat(disk("a.txt")).isEqualTo(lines(40, 5));
    assertThat(model.isEmpty()).isTrue();
    var undo = new Undo(files.journal);
    undo.undoLatestPrompt();
    assertThat(disk("a.txt")).isEqualTo(lines(40));
  }

  @Test
  void decisionsAreTakenBackOneByOne() throws Exception {
    files.edit("a.txt", lines(40), lines(40, 5, 20, 35));
    ReviewModel model = files.model();
    model.accept();
    model.go(1);
    model.reject("");
    assertThat(model.count(Hunk.Status.PENDING)).isEqualTo(1);
    model.undo();
    assertThat(model.place()).isEqualTo(1);
    assertThat(model.current().hunk().status()).isEqualTo(Hunk.Status.PENDING);
    model.undo();
    assertThat(model.place()).isZero();
    assertThat(model.count(Hunk.Status.PENDING)).isEqualTo(3);
    assertThatThrownBy(model::undo).isInstanceOf(ReviewException.class);
  }

  @Test
  void theNextUndecidedOneIsFoundAroundTheEnd() throws Exception {
    files.edit("a.txt", lines(40), lines(40, 5, 20, 35));
    ReviewModel model = files.model();
    model.go(2);
    model.accept();
    assertThat(model.next(1)).isTrue();
    assertThat(model.place()).isZero();
    assertThat(model.next(-1)).isTrue();
    assertThat(model.place()).isEqualTo(1);
    model.acceptAll();
    assertThat(model.next(1)).isFalse();
  }

  @Test
  void aFileIsDecidedAboutAsAWholeAsFarAsItIsUndecided() throws Exception {
    files.edit("a.txt", lines(40), lines(40, 5, 20, 35)).edit("b.txt", "x\n", "y\n");
    ReviewModel model = files.model();
    model.reject("no");
    assertThat(model.acceptFile()).isEqualTo(2);
    assertThat(model.count(Hunk.Status.REJECTED)).isEqualTo(1);
    assertThat(model.count(Hunk.Status.PENDING)).isEqualTo(1);
    // When nothing is undecided it means all of it.
    assertThat(model.rejectFile("all")).isEqualTo(2);
    assertThat(model.count(Hunk.Status.REJECTED)).isEqualTo(3);
  }

  @Test
  void aHunkIsSplitAtItsBoundariesOrBeforeALine() throws Exception {
    files.edit("a.txt", "x\n", "a\nb\n\nc\nd\nx\n").edit("b.txt", "x\n", "a\nb\nx\n");
    ReviewModel model = files.model();
    assertThat(model.split(OptionalInt.empty())).isEqualTo(2);
    assertThat(model.items()).hasSize(3);
    model.accept();
    model.go(1);
    model.reject("");
    model.goToFile(1);
    assertThatThrownBy(() -> model.split(OptionalInt.of(9))).isInstanceOf(ReviewException.class);
    assertThat(model.split(OptionalInt.of(2))).isEqualTo(2);
    model.accept();
    model.apply();
    assertThat(disk("a.txt")).isEqualTo("a\nb\n\nx\n");
    assertThat(disk("b.txt")).isEqualTo("a\nx\n");
  }

  @Test
  void aSearchFindsLinesAndNames() throws Exception {
    files.edit("a.txt", lines(40), lines(40, 5, 30)).edit("other.md", "x\n", "Needle\n");
    ReviewModel model = files.model();
    assertThat(model.search("LINE 30")).isTrue();
    assertThat(model.place()).isEqualTo(1);
    assertThat(model.search("needle")).isTrue();
    assertThat(model.place()).isEqualTo(2);
    assertThat(model.search("a.TXT")).isTrue();
    assertThat(model.place()).isZero();
    assertThat(model.search("nowhere")).isFalse();
    assertThat(model.place()).isZero();
  }

  @Test
  void anEditedHunkIsThePersonsAndOneUndoTakesItBack() throws Exception {
    files.edit("a.txt", "one\r\ntwo\r\nthree\r\n", "one\nTWO\nthree\n");
    ReviewModel model = files.model();
    HunkRegion region = model.region();
    assertThat(region.text()).isEqualTo("TWO");
    model.edited(region, "Two\nand a half");
    assertThat(model.count(Hunk.Status.PENDING)).isZero();
    assertThat(model.items()).anyMatch(item -> item.hunk().origin() == Origin.USER);
    model.undo();
    assertThat(model.count(Hunk.Status.ACCEPTED)).isZero();
    model.edited(model.region(), "Two\nand a half");
    model.apply();
    assertThat(disk("a.txt")).isEqualTo("one\r\nTwo\r\nand a half\r\nthree\r\n");
  }

  @Test
  void anEditThatDoesNotFitChangesNothing() throws Exception {
    files.edit("a.txt", lines(40), lines(40, 5, 30));
    ReviewModel model = files.model();
    HunkRegion region = model.region();
    // Meanwhile the other hunk is taken out, so the text is another one.
    model.go(1);
    model.reject("");
    model.go(0);
    assertThatThrownBy(() -> model.edited(region, "five")).isInstanceOf(CommitException.class);
    assertThat(model.current().hunk().status()).isEqualTo(Hunk.Status.PENDING);
    assertThat(model.items()).hasSize(2);
    assertThatThrownBy(() -> model.edited(model.region(), "LINE 5"))
        .hasMessage("Nothing was changed.");
    assertThatThrownBy(() -> model.edited(model.region(), "  "))
        .hasMessageContaining("stays as it was");
    model.go(1);
    assertThatThrownBy(model::region).hasMessageContaining("rejected");
  }

  @Test
  void aLineWithoutAnEndIsEditedWithoutOne() throws Exception {
    files.edit("end.txt", "a\nb", "a\nB");
    ReviewModel model = files.model();
    model.edited(model.region(), "bee");
    model.apply();
    assertThat(disk("end.txt")).isEqualTo("a\nbee");
  }

  @Test
  void whereLinesAreOnlyRemovedOthersCanBeWritten() throws Exception {
    files.edit("a.txt", lines(10), lines(10).replace("line 5\n", ""));
    ReviewModel model = files.model();
    assertThat(model.region().text()).isEmpty();
    model.edited(model.region(), "five");
    model.apply();
    assertThat(disk("a.txt")).isEqualTo(lines(10).replace("line 5\n", "five\n"));
  }

  @Test
  void aFileThatChangedMeanwhileIsNamedAndHoldsNothingElseBack() throws Exception {
    files.edit("a.txt", "x\n", "y\n").edit("b.txt", "x\n", "y\n").create("new.txt", "n\n");
    Files.writeString(files.root.resolve("a.txt"), "meanwhile\n");
    Files.writeString(files.root.resolve("new.txt"), "meanwhile\n");
    ReviewModel model = files.model();
    model.compareWithDisk();
    assertThat(model.conflict(model.files().get(0)).orElseThrow())
        .contains("has changed on the disk");
    assertThat(model.conflict(model.files().get(1))).isEmpty();
    assertThat(model.conflict(model.files().get(2)).orElseThrow()).contains("exists");
    model.acceptAll();
    assertThatThrownBy(model::apply).isInstanceOf(CommitException.class);
    assertThat(disk("b.txt")).isEqualTo("x\n");
    model.goToFile(0);
    model.rejectFile("");
    model.goToFile(2);
    model.rejectFile("");
    model.apply();
    assertThat(disk("a.txt")).isEqualTo("meanwhile\n");
    assertThat(disk("b.txt")).isEqualTo("y\n");
  }

  @Test
  void aLinkThatAppearedIsNoWayOut() throws Exception {
    files.edit("a.txt", "x\n", "y\n");
    Path elsewhere = Files.writeString(folder.resolve("elsewhere.txt"), "x\n");
    Files.delete(files.root.resolve("a.txt"));
    Files.createSymbolicLink(files.root.resolve("a.txt"), elsewhere);
    ReviewModel model = files.model();
    model.compareWithDisk();
    assertThat(model.conflict(model.files().getFirst())).isPresent();
    model.acceptAll();
    assertThatThrownBy(model::apply).isInstanceOf(CommitException.class);
    assertThat(elsewhere).content().isEqualTo("x\n");
  }

  @Test
  void aFileThatIsNoTextIsDecidedAboutAsAWhole() throws Exception {
    files.create("pic.png", "\u0089PNG\r\n\0\0".getBytes(StandardCharsets.ISO_8859_1));
    ReviewModel model = files.model();
    assertThatThrownBy(model::region).isInstanceOf(ReviewModel.NotEditableException.class);
    assertThatThrownBy(() -> model.split(OptionalInt.empty())).isInstanceOf(ReviewException.class);
    model.accept();
    model.apply();
    assertThat(files.root.resolve("pic.png")).exists();
  }

  @Test
  void nothingStagedIsEmpty() {
    ReviewModel model = files.model();
    assertThat(model.isEmpty()).isTrue();
    assertThat(model.next(1)).isFalse();
    assertThat(model.search("x")).isFalse();
    assertThat(ReviewModel.waiting(files.editing)).isZero();
  }

  @Test
  void aThousandHunksAreQuick() throws Exception {
    var changed = new ArrayList<Integer>();
    for (int i = 0; i < 1000; i++) {
      changed.add(5 + i * 10);
    }
    String before = lines(10_010);
    var after = new StringBuilder(before);
    for (int number : changed.reversed()) {
      int at = after.indexOf("line " + number + "\n");
      after.replace(at, at + 4, "LINE");
    }
    files.edit("a.txt", before, after.toString());
    ReviewModel model = files.model();
    assertThat(model.items()).hasSize(1000);
    long start = System.nanoTime();
    for (int i = 0; i < 10; i++) {
      model.accept();
      model.next(1);
      model.reject("");
      model.next(1);
    }
    model.undo();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
    assertThat(model.count(Hunk.Status.PENDING)).isEqualTo(981);
  }
}
