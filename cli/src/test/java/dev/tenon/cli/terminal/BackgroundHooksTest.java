package dev.tenon.cli.terminal;

import static dev.tenon.cli.terminal.VirtualFace.CTRL_C;
import static dev.tenon.cli.terminal.VirtualFace.ENTER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.exec.background.Job;
import dev.tenon.core.exec.background.Notice;
import dev.tenon.core.permission.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What goes on beside the conversation, as a person sees it: news of background work, and commands
/// of their own.
class BackgroundHooksTest {
  @TempDir Path folder;
  private VirtualFace face;

  @BeforeEach
  void open() throws IOException {
    face = new VirtualFace(folder, Mode.FULL);
  }

  @AfterEach
  void close() {
    face.close();
  }

  private void post(Notice.Kind kind, String source, String text) {
    face.background.notices().post(new Notice(kind, source, source + " says " + text, text));
  }

  // ---- news

  @Test
  void newsStartATurnWhenNobodyTypes() {
    post(Notice.Kind.ENDED, "bash-1", "news of the build");
    face.sees("• bash-1 says news of the build");
    face.sees("● You said: news of the build").seesLast("❯");
    face.says("count").sees("● 3 messages");
  }

  @Test
  void newsStandAboveALineThatIsBeingTypedAndGoWithIt() {
    face.types("half a").sees("❯ half a");
    post(Notice.Kind.ENDED, "bash-1", "some news");
    face.sees("• bash-1 says some news").seesLast("❯ half a");
    assertThat(face.text()).doesNotContain("You said");
    face.types(" line" + ENTER).sees("● You said: half a line").seesLast("❯");
    face.says("count").sees("● 4 messages");
  }

  @Test
  void aScheduledPromptWaitsForTheEndOfTheTurn() throws IOException {
    face.says("run until [ -e go ]; do sleep 0.05; done").sees("Running bash");
    post(Notice.Kind.PROMPT, "ab12cd34", "time to look");
    face.sees("• It is time: ab12cd34 says time to look");
    Files.createFile(folder.resolve("go"));
    face.sees("● All results are in.").sees("● You said: time to look").seesLast("❯");
  }

  @Test
  void newsInTheMiddleOfATurnReachTheModelInIt() throws IOException {
    face.says("run until [ -e go ]; do sleep 0.05; done").sees("Running bash");
    post(Notice.Kind.PRINTED, "bash-1", "it has begun");
    face.sees("• bash-1 says it has begun");
    Files.createFile(folder.resolve("go"));
    face.sees("● You said: it has begun").seesLast("❯");
  }

  @Test
  void thereIsAnEndToTurnsThatNobodyAskedFor() {
    post(Notice.Kind.PRINTED, "bash-1", "one");
    face.sees("● You said: one").seesLast("❯");
    post(Notice.Kind.PRINTED, "bash-1", "two");
    face.sees("● You said: two").sees("News of background work waits from now on");
    post(Notice.Kind.PRINTED, "bash-1", "three");
    face.sees("• bash-1 says three").seesLast("❯");
    assertThat(face.text()).doesNotContain("You said: three");
    face.says("count").sees("● 6 messages").seesLast("❯");
    post(Notice.Kind.PRINTED, "bash-1", "four");
    face.sees("● You said: four");
  }

  @Test
  void aTurnThatWasStoppedDoesNotStartAgainByItself() {
    post(Notice.Kind.PRINTED, "bash-1", "hang");
    face.sees("Waiting for the model…");
    face.types(CTRL_C).sees("■ Stopped.").seesLast("❯");
    post(Notice.Kind.PRINTED, "bash-1", "hang again");
    face.sees("• bash-1 says hang again").seesLast("❯");
    assertThat(face.text()).doesNotContain("Waiting");
  }

  @Test
  void newsCanBeToldToWait() {
    face.unaskedTurns = 0;
    post(Notice.Kind.ENDED, "bash-1", "later");
    face.sees("• bash-1 says later").seesLast("❯");
    face.says("count").sees("● 2 messages");
  }

  @Test
  void aNewConversationEndsWhatTheOldOneStarted() throws Exception {
    Job job =
        face.background
            .jobs()
            .start(
                Job.Type.BASH,
                "forever",
                it -> {
                  new CountDownLatch(1).await();
                  return "";
                });
    face.says("/clear").sees("A new conversation.");
    assertThat(job.status()).isEqualTo(Job.Status.CANCELLED);
    assertThat(face.background.jobs().all()).isEmpty();
  }

  // ---- commands of the person

  @Test
  void aCommandRunsAndTheModelGetsToKnow() {
    face.says("!echo out; echo err >&2; exit 3").sees("out\nerr\n(exit code 3)").seesLast("❯");
    assertThat(face.told).containsExactly("out\nerr\n");
    face.says("!!echo secret").sees("\nsecret\n").seesLast("❯");
    assertThat(face.told).hasSize(1);
    face.says("!").sees("!COMMAND runs a command");
  }

  @Test
  void itsOutputIsShownWhileItRunsAndControlCStopsIt() {
    face.says("!echo $$ > pid; echo begun; sleep 60").sees("\nbegun");
    face.types(CTRL_C).sees("Stopped.").seesLast("❯");
    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () ->
                ProcessHandle.of(Long.parseLong(Files.readString(folder.resolve("pid")).strip()))
                    .filter(ProcessHandle::isAlive)
                    .isEmpty());
    assertThat(face.running()).isTrue();
    face.says("hello").sees("● You said: hello");
  }

  @Test
  void whatACommandPrintsCannotHurtTheTerminal() {
    face.says("!printf '\\033[2J\\033]0;owned\\007red\\n'").sees("\nred\n").seesLast("❯");
    assertThat(face.text()).contains("printf");
  }

  @Test
  void aCommandTypedWhileTheModelWorksWaits() throws IOException {
    face.says("run until [ -e go ]; do sleep 0.05; done").sees("Running bash");
    face.says("!echo mine").sees("afterwards: !echo mine");
    Files.createFile(folder.resolve("go"));
    face.sees("● All results are in.").sees("\nmine\n").seesLast("❯");
  }
}
