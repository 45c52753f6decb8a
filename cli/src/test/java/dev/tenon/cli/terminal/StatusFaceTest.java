package dev.tenon.cli.terminal;

import static dev.tenon.cli.terminal.VirtualFace.CTRL_D;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.status.RunningTask;
import dev.tenon.cli.terminal.status.StatusFacts;
import dev.tenon.cli.terminal.status.StatusSource;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.tool.ToolResult.Checklist;
import dev.tenon.engine.config.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What stands around the editor of the face, and what its window is told.
@Timeout(90)
class StatusFaceTest {
  private static final String FOCUS_LOST = "\033[O";
  private static final String FOCUS_GAINED = "\033[I";
  private static final String UNTIL_GO = "run until [ -e go ]; do sleep 0.05; done";
  private static final String STATE = "  trial/model · mode full · ~/x · main *2 · ■■···· 25%";

  @TempDir Path folder;
  private final Known known = new Known();
  private VirtualFace face;

  private void open(Mode mode, Settings.Notify notify) throws IOException {
    face =
        new VirtualFace(
            folder,
            mode,
            DisplayOptions.Waiting.MOVING,
            new StatusHooks(
                known,
                new Settings.Window(
                    new Settings.StatusLine(true, List.of(Settings.StatusSegment.values()), ""),
                    true,
                    notify)));
  }

  @AfterEach
  void close() {
    face.close();
  }

  /// What the test knows of the conversation.
  private static final class Known implements StatusSource {
    final AtomicInteger looks = new AtomicInteger();
    volatile List<RunningTask> tasks = List.of();
    volatile List<Checklist.Line> plan = List.of();

    @Override
    public StatusFacts facts() {
      return new StatusFacts(
          "trial/model",
          "",
          "full",
          StatusFacts.Wall.UNKNOWN,
          "~/x",
          "/home/ann/x",
          Optional.of(
              new StatusFacts.Git("main", Optional.of(new StatusFacts.Changes(2, 0, 2, 0)))),
          new StatusFacts.Context(250, 1000),
          new StatusFacts.Tokens(0, 0),
          OptionalDouble.empty(),
          tasks.size(),
          "id",
          "Mend it");
    }

    @Override
    public void look() {
      looks.incrementAndGet();
    }

    @Override
    public List<RunningTask> tasks() {
      return tasks;
    }

    @Override
    public List<Checklist.Line> plan() {
      return plan;
    }

    @Override
    public String ask(String state) {
      return "";
    }

    @Override
    public boolean hasCommand() {
      return false;
    }
  }

  private void go() throws IOException {
    Files.createFile(folder.resolve("go"));
  }

  @Test
  void theStateStandsBelowTheEditorIdleAndWorking() throws IOException {
    open(Mode.FULL, Settings.Notify.AUTO);
    face.sees("❯\n" + STATE);
    face.types("draft").sees("❯ draft\n" + STATE);
    face.types("\025");
    face.says(UNTIL_GO).sees("Running bash").sees("❯\n" + STATE);
    go();
    face.sees("All results are in.").sees("❯\n" + STATE + " · ").seesLast(" tokens");
    await().until(() -> known.looks.get() >= 2);
    face.types(CTRL_D);
    assertThat(face.exits()).isZero();
    await().until(() -> !face.text().contains("mode full ·"));
  }

  @ParameterizedTest
  @CsvSource({"100,8,true", "100,7,false", "20,10,true", "20,2,false"})
  void aLowWindowKeepsItsRows(int columns, int rows, boolean shown) throws IOException {
    open(Mode.FULL, Settings.Notify.AUTO);
    face.sees(STATE);
    face.resizes(columns, rows).types("draft").sees("❯ draft");
    await().until(() -> face.text().contains("mode full") == shown);
  }

  @Test
  void thePlanAndWhatRunsStandAboveTheEditor() throws IOException {
    known.plan =
        List.of(
            new Checklist.Line(Checklist.State.HEADING, "Build"),
            new Checklist.Line(Checklist.State.ACTIVE, "parse"));
    known.tasks =
        List.of(
            new RunningTask(
                "bash-1",
                "npm run dev",
                RunningTask.State.RUNNING,
                Duration.ofSeconds(5),
                "ready",
                List.of()));
    open(Mode.FULL, Settings.Notify.AUTO);
    face.sees("  └─ bash-1 5 s npm run dev · ready\n❯\n");
    assertThat(face.text()).doesNotContain("→ parse").contains("1 job");
    face.says(UNTIL_GO)
        .sees("esc to stop\nBuild\n  → parse\n  └─ bash-1 5 s npm run dev · ready\n❯\n");
    face.resizes(100, 12).types("x");
    await().until(() -> !face.text().contains("→ parse"));
    face.resizes(100, 40).types("y").sees("→ parse");
    known.plan = List.of(new Checklist.Line(Checklist.State.DONE, "parse"));
    await().until(() -> !face.text().contains("parse"));
    known.tasks = List.of();
    await().until(() -> !face.text().contains("bash-1"));
    go();
    face.sees("All results are in.");
  }

  @Test
  void theTitleFollowsTheWorkAndIsGivenBack() throws IOException {
    open(Mode.ASK, Settings.Notify.AUTO);
    face.sees(STATE);
    await().until(() -> face.sent().contains("\033]2;Mend it - tenon\007"));
    assertThat(face.sent()).contains("\033[22;2t");
    face.says("run touch made").sees("1. No");
    await().until(() -> face.sent().contains("\033]2;? Mend it - tenon\007"));
    assertThat(face.sent()).contains("\033]2;● Mend it - tenon\007");
    face.answers(2).sees("All results are in.").seesLast(" tokens");
    face.types(CTRL_D);
    face.exits();
    await().until(() -> face.sent().contains("\033[?1004l\033]2;\007\033[23;2t"));
  }

  @Test
  void whoLooksElsewhereIsCalledAndWhatTheTerminalTellsIsNeverTyped() throws IOException {
    open(Mode.ASK, Settings.Notify.BELL);
    face.sees(STATE);
    assertThat(face.sent()).contains("\033[?1004h");
    face.types("ab" + FOCUS_LOST + FOCUS_GAINED + "c" + FOCUS_LOST).sees("❯ abc\n");
    face.types("\025");
    face.says("run touch made").sees("1. No");
    await().until(() -> face.sent().replaceAll("\033\\][^\007]*\007", "").contains("\007"));
    int bells = bells();
    face.types(FOCUS_GAINED);
    face.answers(2).sees("All results are in.").sees("❯\n");
    assertThat(bells()).isEqualTo(bells);
  }

  private int bells() {
    return face.sent().replaceAll("\033\\][^\007]*\007", "").replaceAll("[^\007]", "").length();
  }

  /// A focus that changes is no key: it takes no hint away, and does not count as typing for
  /// others.
  @Test
  void aFocusThatChangesLeavesAQuestionAsItIs() throws IOException {
    open(Mode.ASK, Settings.Notify.AUTO);
    face.says("run touch made").sees("❯ 1. No");
    face.after(Duration.ofSeconds(1)).types("2").sees("❯ 2. ");
    face.after(Duration.ofSeconds(1)).types(FOCUS_LOST + FOCUS_GAINED);
    face.types(VirtualFace.ENTER).sees("All results are in.");
    assertThat(folder.resolve("made")).exists();
  }

  @Test
  void aProgramThatGetsTheTerminalGetsItAsItWasFound() throws IOException {
    open(Mode.FULL, Settings.Notify.AUTO);
    face.types("my draft").sees("❯ my draft");
    face.types("\007").sees("❯ my edited\n" + STATE);
    String given = "\033[?1004l\033]2;\007\033[23;2t";
    String taken = "\033[?1004h\033[22;2t\033]2;Mend it - tenon\007";
    assertThat(face.sent()).contains(given);
    assertThat(face.sent().substring(face.sent().indexOf(given))).contains(taken);
  }

  @Test
  void nothingIsToldToAWindowThatShouldNotKnow() throws IOException {
    face = new VirtualFace(folder, Mode.FULL);
    face.says("hello").sees("You said: hello");
    assertThat(face.sent()).doesNotContain("\033]2;", "\033[?1004", "\033[22;2t");
  }
}
