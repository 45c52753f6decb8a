package dev.tenon.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.model.Message;
import dev.tenon.core.permission.Mode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The model's questions and its plan on an emulated terminal.
class AskFaceTest {
  private static final String DOWN = "\033[B";
  private static final String UP = "\033[A";
  private static final String RIGHT = "\033[C";
  private static final String LEFT = "\033[D";

  @TempDir Path folder;
  private VirtualFace face;

  /// What a person needs to see what has changed.
  private static final Duration MOMENT = Duration.ofSeconds(1);

  @BeforeEach
  void open() throws IOException {
    face = new VirtualFace(folder, Mode.FULL);
  }

  @AfterEach
  void close() {
    face.close();
  }

  @Test
  void enterTakesTheRecommendedOption() {
    face.says("ask one").sees("? Which store?").sees("❯ 2. Files (Recommended)");
    face.enters().sees("✓ Files").seesLast("\n\n❯");
    assertThat(answer()).isEqualTo("User selected: Files");
  }

  @Test
  void arrowsAndNumbersChoose() {
    face.says("ask one").sees("❯ 2. Files").after(MOMENT);
    face.types(UP).sees("❯ 1. SQLite").enters().sees("✓ SQLite").seesLast("\n\n❯");
    assertThat(answer()).isEqualTo("User selected: SQLite");
    face.says("ask one").sees("❯ 2. Files").answers(1).sees("All results").seesLast("\n\n❯");
    assertThat(answer()).isEqualTo("User selected: SQLite");
  }

  @Test
  void somethingElseCanBeTypedAndTakenBack() {
    face.says("ask one").sees("❯ 2. Files").after(MOMENT);
    face.types(DOWN).sees("❯ 3. ").enters().sees("❯ 3. Other:");
    face.types("Red").sees("3. Other: Red").types(VirtualFace.ESCAPE).sees("3. Other (type your");
    // What was written is there again.
    face.enters().sees("❯ 3. Other: Red").types("is").sees("Other: Redis");
    face.enters().sees("✓ Redis").seesLast("\n\n❯");
    assertThat(answer()).isEqualTo("User provided custom input: Redis");
  }

  @Test
  void whatIsTypedAtAQuestionIsTheAnswer() {
    face.says("ask one").sees("❯ 2. Files").after(MOMENT);
    face.types("MySQL rather").sees("❯ 3. Other: MySQL rather").enters();
    face.sees("✓ MySQL rather").seesLast("\n\n❯");
    assertThat(answer()).isEqualTo("User provided custom input: MySQL rather");
  }

  @Test
  void severalAreChosenInTheOrderOfTheirChoice() {
    face.says("ask many").sees("❯ [ ] 1. Linux").after(MOMENT);
    face.types(DOWN).sees("❯ [ ] 2. macOS").after(MOMENT);
    face.types(" ").sees("❯ [x] 2. macOS").types(UP).sees("❯ [ ] 1. Linux").after(MOMENT);
    face.types(" ").sees("❯ [x] 1. Linux").answers(5).seesLast("\n\n❯");
    assertThat(answer()).isEqualTo("User selected: macOS, Linux");
  }

  @Test
  void severalQuestionsAreAnsweredInAnyOrder() {
    face.says("ask both").sees("(1/2) Which store?").after(MOMENT);
    face.types(RIGHT).sees("(2/2) Which systems?").after(MOMENT);
    face.types(" ").sees("[x] 1. Linux");
    face.types(LEFT).sees("(1/2) Which store?").answers(1).sees("(2/2) Which systems?");
    assertThat(face.text()).contains("[x] 1. Linux");
    face.answers(5).seesLast("\n\n❯");
    assertThat(answer()).isEqualTo("User answers:\ndb: SQLite\nos: Linux");
  }

  @Test
  void aQuestionThatNobodyAnswersAnswersItself() {
    face.patience.set(Duration.ofSeconds(30));
    face.says("ask both").sees("(in 31 s the marked answer)");
    face.after(Duration.ofSeconds(29));
    face.sees("(in 2 s the marked answer)");
    face.after(Duration.ofSeconds(2));
    face.sees("Which store? · Files (nobody answered in time)").seesLast("\n\n❯");
    assertThat(answer())
        .isEqualTo(
            "User answers:\ndb: Files (by default: nobody answered in time)\n"
                + "os: Linux (by default: nobody answered in time)");
  }

  @Test
  void whoHasTouchedAQuestionHasAllTheTime() {
    face.patience.set(Duration.ofSeconds(30));
    face.says("ask one").sees("(in 31 s the marked answer)").after(MOMENT);
    face.types(UP).sees("❯ 1. SQLite").after(Duration.ofMinutes(5));
    assertThat(face.text()).doesNotContain("the marked answer");
    face.enters().sees("✓ SQLite").seesLast("\n\n❯");
    assertThat(answer()).isEqualTo("User selected: SQLite");
  }

  @Test
  void aQuestionWhoseEndNobodySawWaits() {
    face.patience.set(Duration.ofSeconds(30));
    face.resizes(30, 9);
    face.says("ask long").sees("PgDn").after(Duration.ofMinutes(5));
    assertThat(face.text()).contains("PgDn").doesNotContain("the marked");
    face.resizes(100, 40);
    face.sees("(in 31 s the marked answer)").sees("the end of it").after(Duration.ofSeconds(31));
    face.sees("(nobody answered in time)").seesLast("\n\n❯");
  }

  @Test
  void whoTypesAnAnswerHasAllTheTime() {
    face.patience.set(Duration.ofSeconds(30));
    face.says("ask one").sees("❯ 2. Files").answers(3).sees("❯ 3. Other:");
    face.after(Duration.ofMinutes(5));
    face.types("mine").sees("Other: mine").enters().seesLast("\n\n❯");
    assertThat(answer()).isEqualTo("User provided custom input: mine");
  }

  @Test
  void escapeStopsThePrompt() {
    face.says("ask one").sees("❯ 2. Files").after(MOMENT);
    face.types(VirtualFace.ESCAPE).sees("■ Stopped.");
    assertThat(face.text()).doesNotContain("2. Files");
    face.says("hello").sees("You said: hello");
  }

  @Test
  void aPlanIsToldInALine() {
    face.says("plan").sees("✓ 3 things to do; now print");
  }

  private String answer() {
    for (Message message : face.conversation.get().history().reversed()) {
      if (message instanceof Message.ToolResults results) {
        return results.results().getFirst().text();
      }
    }
    return "";
  }
}
