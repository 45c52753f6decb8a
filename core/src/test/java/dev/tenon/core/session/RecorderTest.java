package dev.tenon.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.CompactedHistory;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Pricing;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What a conversation tells and what is in its session afterwards.
class RecorderTest {
  private final SessionLog log = SessionStore.inMemory(Path.of("/p"));
  private final List<String> problems = new ArrayList<>();
  private final SessionRecorder recorder =
      new SessionRecorder(
          log,
          "p/m",
          new SessionRecorder.Surroundings(
              () -> new Checkpoint("cp1", "s", Instant.EPOCH, "x"),
              name -> new Pricing(1, 2, 0, 0),
              problems::add));

  private void prompt(String text) {
    recorder.accept(new AgentEvent.PromptStarted(Message.User.of(text)));
    appended(Message.User.of(text));
  }

  private void appended(Message message) {
    recorder.accept(new AgentEvent.MessageAppended(message));
  }

  private void ended(Outcome.Ending ending, @Nullable String problem) {
    recorder.accept(
        new AgentEvent.PromptEnded(
            new Outcome(
                ending,
                "",
                1,
                Usage.NONE,
                Duration.ZERO,
                problem,
                ending == Outcome.Ending.FAILED ? ModelException.Kind.INVALID_REQUEST : null)));
  }

  private static Message.Assistant answer(String text) {
    return new Message.Assistant(
        List.of(new Part.Text(text)), StopReason.STOP, new Usage(1000, 500, 0, 0), "p/m");
  }

  private List<Message> context() throws IOException {
    return SessionContext.of(log).messages();
  }

  @Test
  void aCheckpointStandsBeforeEachPromptAndTheTitleIsItsBeginning() throws IOException {
    prompt("hello there\nmore");
    appended(answer("hi"));
    ended(Outcome.Ending.COMPLETED, null);

    List<Entry> entries = log.entries();
    assertThat(entries.getFirst().body())
        .isEqualTo(
            new Entry.Custom(
                SessionRecorder.CHECKPOINT, Json.object().put("checkpoint", "cp1").build()));
    assertThat(log.title()).contains("hello there");
    assertThat(context()).containsExactly(Message.User.of("hello there\nmore"), answer("hi"));
    Json.Obj said = ((Entry.Said) entries.getLast().body()).message();
    assertThat(said.objectOrEmpty("usage").objectOrEmpty("cost").decimal("total", 0))
        .isEqualTo(0.002);
    assertThat(problems).isEmpty();
  }

  @Test
  void aPromptThatFailedIsKeptAndNotSeenByTheModel() throws IOException {
    prompt("good");
    appended(answer("hi"));
    ended(Outcome.Ending.COMPLETED, null);
    prompt("bad");
    ended(Outcome.Ending.FAILED, "the provider refuses");

    assertThat(context()).containsExactly(Message.User.of("good"), answer("hi"));
    Entry.Said last = (Entry.Said) log.entries().getLast().body();
    assertThat(last.message().string("errorMessage")).isEqualTo("the provider refuses");
    assertThat(last.message().string("stopReason")).isEqualTo("error");
  }

  @Test
  void aPromptThatWasStoppedStays() throws IOException {
    prompt("stop me");
    ended(Outcome.Ending.ABORTED, null);
    assertThat(context()).containsExactly(Message.User.of("stop me"));
    assertThat(log.messageCount()).isEqualTo(2);
  }

  @Test
  void aShortenedHistoryIsRebuiltWordForWord() throws IOException {
    for (int i = 0; i < 4; i++) {
      prompt("prompt " + i);
      appended(answer("answer " + i));
      ended(Outcome.Ending.COMPLETED, null);
    }
    var note = Message.User.of("what the model sees instead");
    recorder.accept(
        new AgentEvent.HistoryCompacted(
            new CompactedHistory(
                note, "sum", 2, 900, 90, Json.object().put("goal", "x").build(), Usage.NONE)));
    prompt("next");

    assertThat(context())
        .containsExactly(
            note, Message.User.of("prompt 3"), answer("answer 3"), Message.User.of("next"));
    assertThat(log.messageCount()).isEqualTo(9);
  }
}
