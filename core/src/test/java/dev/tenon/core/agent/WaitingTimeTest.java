package dev.tenon.core.agent;

import static dev.tenon.core.agent.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.tool.OutputBound;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.workspace.Workspace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A call does nothing while a person thinks about it, so that is not the time that it took.
class WaitingTimeTest {
  private static final Duration THOUGHT = Duration.ofMillis(400);

  @TempDir Path folder;
  private final Script model = new Script();
  private final List<AgentEvent.ToolFinished> finished = new CopyOnWriteArrayList<>();

  /// Answers whether the time of the call is what is left of the prompt's at most.
  private boolean leavesOutTheWait(Approver.Answer answer) throws Exception {
    Workspace workspace = Workspace.open(folder);
    var runner =
        new ToolRunner(
            List.of(
                Probe.reading(
                    "late",
                    (what, context) -> {
                      context.permits().request(new Access.Write("y"));
                      return ToolResult.Text.of("did " + what);
                    })),
            workspace,
            new DirectEditing(
                workspace, ProjectJournal.open(folder.resolve("state"), workspace, "test")),
            new ModePolicy(Mode.ASK),
            question -> {
              // Nobody counts it down: the time of somebody who thinks.
              assertThat(new CountDownLatch(1).await(THOUGHT.toMillis(), TimeUnit.MILLISECONDS))
                  .isFalse();
              return answer;
            },
            OutputBound.DEFAULT);
    var conversation =
        new Conversation(
            new Setup(
                model,
                "system",
                runner,
                Setup.Limits.DEFAULT,
                PromptReader.plain(),
                Compactor.none()),
            event -> {
              if (event instanceof AgentEvent.ToolFinished ended) {
                finished.add(ended);
              }
            });
    model.calls(call("1", "late", "what", "it")).says("fine");
    long began = System.nanoTime();
    conversation.prompt("go");
    long all = System.nanoTime() - began;
    assertThat(finished).hasSize(1);
    return finished.getFirst().took().plus(THOUGHT).toNanos() <= all;
  }

  @ParameterizedTest
  @EnumSource(
      value = Approver.Answer.Kind.class,
      names = {"ONCE", "NO"})
  void anAnswerIsNotTheTimeOfTheCall(Approver.Answer.Kind kind) throws Exception {
    assertThat(
            leavesOutTheWait(
                kind == Approver.Answer.Kind.ONCE ? Approver.Answer.ONCE : Approver.Answer.NO))
        .isTrue();
  }

  @Test
  void whatIsAllowedTookItsOwnTime() throws Exception {
    leavesOutTheWait(Approver.Answer.ONCE);
    assertThat(finished.getFirst().result().text()).isEqualTo("did it");
    assertThat(finished.getFirst().took()).isPositive();
  }
}
