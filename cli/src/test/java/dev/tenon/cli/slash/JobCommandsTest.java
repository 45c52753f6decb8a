package dev.tenon.cli.slash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.exec.background.Background;
import dev.tenon.core.exec.background.Cron;
import dev.tenon.core.exec.background.CronExpression;
import dev.tenon.core.exec.background.Job;
import dev.tenon.core.exec.background.JobFailedException;
import dev.tenon.core.exec.background.Jobs;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JobCommandsTest {
  private final Background background = new Background(Jobs.Limits.DEFAULT);
  private final SlashCommand command = new JobCommands(background).slash();
  private final List<String> printed = new ArrayList<>();

  @AfterEach
  void close() {
    background.close();
  }

  @Test
  void listsShowsAndCancels() throws Exception {
    assertThat(says("")).isEqualTo("No background jobs and no schedules.");
    Job server =
        background
            .jobs()
            .start(
                Job.Type.BASH,
                "npm run\ndev",
                job -> {
                  job.appendOutput("listening\n");
                  new CountDownLatch(1).await();
                  return "";
                });
    Job failing =
        background
            .jobs()
            .start(
                Job.Type.BASH,
                "false",
                job -> {
                  throw new JobFailedException("[exit code 1]");
                });
    Cron.Schedule schedule =
        background
            .cron()
            .create(CronExpression.parse("*/5 * * * *"), Cron.Recurrence.RECURRING, "look");
    await().until(() -> !failing.running() && !server.readOutputSince(0).text().isEmpty());
    assertThat(says(""))
        .containsPattern("bash-1 +running +\\d+ s  npm run dev")
        .containsPattern("bash-2 +failed")
        .contains(schedule.id(), "(every 5 minutes): look");
    assertThat(says("bash-1")).contains("bash-1 running", "\nlistening");
    assertThat(says("bash-2")).contains("bash-2 failed", "[exit code 1]");
    assertThat(command.candidates().of("", ""))
        .contains("bash-1", "cancel bash-1", "cancel " + schedule.id())
        .doesNotContain("cancel bash-2");
    assertThat(says("cancel bash-1")).isEqualTo("Cancelled bash-1.");
    assertThat(server.status()).isEqualTo(Job.Status.CANCELLED);
    assertThat(says("cancel bash-1")).isEqualTo("bash-1 is over already.");
    assertThat(says("cancel " + schedule.id())).contains("Cancelled the schedule");
    assertThat(says("cancel all")).contains("has ended");
    assertThat(says("")).isEqualTo("No background jobs and no schedules.");
  }

  @Test
  void whatIsNotThereIsNamed() {
    assertThatThrownBy(() -> says("bash-9"))
        .isInstanceOf(CommandException.class)
        .hasMessage("There is no job 'bash-9'; /jobs lists all.");
    assertThatThrownBy(() -> says("cancel bash-9")).hasMessageContaining("bash-9");
    assertThatThrownBy(() -> says("cancel")).hasMessageContaining("/jobs cancel ID");
  }

  private String says(String argument) throws Exception {
    command.action().run(argument, new Printed());
    return printed.removeLast();
  }

  private final class Printed implements CommandContext {
    @Override
    public Conversation conversation() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void print(String text) {
      printed.add(text);
    }

    @Override
    public Optional<String> ask(String question) {
      return Optional.empty();
    }

    @Override
    public void prompt(String text) {}

    @Override
    public void prefill(String text) {}

    @Override
    public void startOver() {}

    @Override
    public void leave() {}
  }
}
