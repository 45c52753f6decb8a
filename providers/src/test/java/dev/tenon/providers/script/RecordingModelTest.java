package dev.tenon.providers.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Effort;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.ToolSpec;
import dev.tenon.core.model.Usage;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingModelTest {
  private static final Json.Obj PATH = Json.object().put("path", "a").put("n", 1).build();

  @TempDir private Path folder;

  private final List<String> warnings = new ArrayList<>();

  private static Request asking(Message... messages) {
    return Request.of("S", List.of(messages), List.of(new ToolSpec("t", "d", Json.Obj.EMPTY)));
  }

  private static Request hello() {
    return asking(Message.User.of("Hello"));
  }

  private RecordingModel record(Model inner) throws IOException {
    return RecordingModel.of(inner, folder, warnings::add);
  }

  private List<String> files() throws IOException {
    try (var all = Files.list(folder)) {
      return all.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  private static List<ModelEvent> events(Model model, Request request) throws Exception {
    var events = new ArrayList<ModelEvent>();
    model.stream(request, events::add);
    return events;
  }

  @Test
  void whatWasRecordedIsReplayed() throws Exception {
    ScriptedModel original =
        ScriptedModel.of(
            Step.answer()
                .part(new Part.Thinking("Hm", "seal"))
                .text("I look.")
                .call("t", PATH)
                .using(new Usage(1, 2, 3, 4)),
            Step.says("Done."));
    RecordingModel recording = record(original);
    Request first = hello();
    var seen = new ArrayList<ModelEvent>();
    Message.Assistant answer = recording.stream(first, seen::add);
    Request second =
        asking(
            Message.User.of("Hello"),
            answer,
            new Message.ToolResults(
                List.of(new Part.Result("call_1_3", "t", Part.Outcome.OK, PATH, "ok", List.of()))));
    Message.Assistant end = recording.stream(second, event -> {});
    assertThat(files()).containsExactly("0001.json", "0002.json");

    ReplayingModel replaying = ReplayingModel.of(folder, ReplayingModel.Match.EXACT);
    var replayed = new ArrayList<ModelEvent>();
    assertThat(replaying.stream(first, replayed::add)).isEqualTo(answer);
    assertThat(replayed).isEqualTo(seen);
    assertThat(replaying.remaining()).isEqualTo(1);
    assertThat(replaying.stream(second, event -> {})).isEqualTo(end);
    assertThatThrownBy(() -> replaying.stream(second, event -> {}))
        .isInstanceOf(ModelException.class)
        .hasMessage(
            "the recording "
                + folder
                + " is exhausted: it holds 2 exchange(s), and this is request 3");
    assertThat(warnings).isEmpty();
  }

  @Test
  void timesAreRelativeToTheRequest() throws Exception {
    var clock = new AtomicLong(5_000_000_000L);
    Model slow =
        (request, sink) -> {
          sink.accept(new ModelEvent.Started("a/b"));
          clock.addAndGet(250_000_000);
          sink.accept(new ModelEvent.Done(StopReason.STOP, Usage.NONE));
          return new Message.Assistant(List.of(), StopReason.STOP, Usage.NONE, "a/b");
        };
    new RecordingModel(slow, folder, warnings::add, clock::get).stream(hello(), event -> {});
    assertThat(Files.readString(folder.resolve("0001.json")))
        .contains("{\"at\":0,\"event\":{\"type\":\"started\"")
        .contains("{\"at\":250,\"event\":{\"type\":\"done\"");
  }

  @Test
  void aFailureIsRecordedAndReplayed() throws Exception {
    RecordingModel recording =
        record(
            ScriptedModel.of(
                Step.says("half")
                    .failing(ModelException.Kind.STREAM_CUT_LATE, "cut", Duration.ofSeconds(2))));
    assertThatThrownBy(() -> recording.stream(hello(), event -> {})).hasMessage("cut");
    var events = new ArrayList<ModelEvent>();
    assertThatThrownBy(
            () ->
                ReplayingModel.of(folder, ReplayingModel.Match.EXACT).stream(hello(), events::add))
        .hasMessage("cut")
        .isInstanceOfSatisfying(
            ModelException.class,
            failure -> {
              assertThat(failure.kind()).isEqualTo(ModelException.Kind.STREAM_CUT_LATE);
              assertThat(failure.retryAfter()).contains(Duration.ofSeconds(2));
              assertThat(events.getLast()).isEqualTo(new ModelEvent.Failed(failure));
            });
  }

  @Test
  void cancellationIsRecordedWhole() throws Exception {
    RecordingModel recording = record(ScriptedModel.of(Step.says("half").hanging()));
    var shown = new CountDownLatch(1);
    var ended = new ConcurrentLinkedQueue<String>();
    Thread caller =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    recording.stream(
                        hello(),
                        event -> {
                          if (event instanceof ModelEvent.TextEnded) {
                            shown.countDown();
                          }
                        });
                  } catch (InterruptedException cancelled) {
                    ended.add("cancelled");
                  } catch (ModelException failure) {
                    ended.add("failed");
                  }
                });
    shown.await();
    caller.interrupt();
    caller.join();
    assertThat(ended).containsExactly("cancelled");
    assertThat(Files.readString(folder.resolve("0001.json"))).endsWith("\"cancelled\": true\n}\n");
    assertThatThrownBy(
            () ->
                ReplayingModel.of(folder, ReplayingModel.Match.EXACT).stream(hello(), event -> {}))
        .hasMessageContaining("0001.json was cancelled while it was recorded");
  }

  @Test
  void numbersGoOnAndNobodyIsOverwritten() throws Exception {
    Files.writeString(folder.resolve("0007.json"), "mine");
    Files.writeString(folder.resolve("0008.json.part"), "somebody is at work");
    Files.writeString(folder.resolve("notes.json"), "{}");
    RecordingModel one = record(ScriptedModel.of(Step.says("a"), Step.says("b")));
    RecordingModel two = record(ScriptedModel.of(Step.says("c")));
    one.stream(hello(), event -> {});
    two.stream(hello(), event -> {});
    one.stream(hello(), event -> {});
    assertThat(files())
        .containsExactly(
            "0007.json", "0008.json.part", "0009.json", "0010.json", "0011.json", "notes.json");
    assertThat(Files.readString(folder.resolve("0007.json"))).isEqualTo("mine");
    assertThat(warnings).isEmpty();
  }

  @Test
  void manyAtOnceAllGetAFile() throws Exception {
    int many = 40;
    RecordingModel recording =
        record(
            ScriptedModel.named(
                "scripted/many", java.util.Collections.nCopies(many, Step.says("x"))));
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < many; i++) {
      threads.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      recording.stream(hello(), event -> {});
                    } catch (ModelException | InterruptedException impossible) {
                      throw new IllegalStateException(impossible);
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(files()).hasSize(many).allMatch(name -> name.matches("\\d{4}\\.json"));
    ReplayingModel replaying = ReplayingModel.of(folder, ReplayingModel.Match.EXACT);
    for (int i = 0; i < many; i++) {
      assertThat(replaying.stream(hello(), event -> {}).text()).isEqualTo("x");
    }
  }

  @Test
  void onlyTheOwnerReadsAFile() throws Exception {
    record(ScriptedModel.of(Step.says("a"))).stream(hello(), event -> {});
    Path file = folder.resolve("0001.json");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void aFolderThatVanishedCostsNoAnswer() throws Exception {
    Path gone = folder.resolve("gone");
    RecordingModel recording =
        RecordingModel.of(ScriptedModel.of(Step.says("kept")), gone, warnings::add);
    Files.delete(gone);
    assertThat(recording.stream(hello(), event -> {}).text()).isEqualTo("kept");
    assertThat(warnings)
        .hasSize(1)
        .first()
        .asString()
        .startsWith("could not record")
        .contains("gone");
  }

  @Test
  void aDifferentRequestIsRefusedWithTheDifference() throws Exception {
    record(ScriptedModel.of(Step.says("a"))).stream(hello(), event -> {});
    Request other =
        new Request(
            "Another system",
            List.of(Message.User.of("Hello world"), Message.User.of("and more")),
            List.of(),
            99,
            Effort.HIGH);
    var events = new ArrayList<ModelEvent>();
    assertThatThrownBy(
            () -> ReplayingModel.of(folder, ReplayingModel.Match.EXACT).stream(other, events::add))
        .hasMessage(
            """
            request 1 differs from the recorded one in %s:
              system: recorded "S", now "Another system"
              messages[0].content[0].text: recorded "Hello", now "Hello world"
              messages: 1 were recorded, now there are 2
              tools: 1 were recorded, now there are 0
              maxOutputTokens: recorded 16384, now 99
              and 1 more\
            """
                .formatted(folder.resolve("0001.json")));
    assertThat(events).hasSize(2).last().isInstanceOf(ModelEvent.Failed.class);
  }

  @Test
  void longTextsAreShownAroundTheirDifference() {
    String start = "x".repeat(500);
    assertThat(
            RequestDifference.exact(
                asking(Message.User.of(start + "cat" + start)),
                asking(Message.User.of(start + "dog" + start))))
        .singleElement()
        .asString()
        .contains("xxcatxx")
        .contains("xxdogxx")
        .hasSizeLessThan(250);
  }

  @Test
  void orderOfMembersAndCountedTokensDoNotMatter() {
    Json.Obj swapped = Json.object().put("n", 1).put("path", "a").build();
    assertThat(
            RequestDifference.exact(
                asking(called(PATH, new Usage(1, 1, 1, 1))), asking(called(swapped, Usage.NONE))))
        .isEmpty();
    assertThat(
            RequestDifference.exact(
                asking(called(PATH, Usage.NONE)),
                asking(called(PATH.with("path", Json.of("b")), Usage.NONE))))
        .containsExactly("messages[0].content[0].arguments.path: recorded \"a\", now \"b\"");
  }

  @Test
  void aLenientReplayLooksAtTheShapeOnly() throws Exception {
    record(ScriptedModel.of(Step.says("a"))).stream(
        asking(Message.User.of("Hello"), called(PATH, Usage.NONE)), event -> {});
    Request similar =
        new Request(
            "Other",
            List.of(Message.User.of("Bye"), called(Json.Obj.EMPTY, Usage.NONE)),
            List.of(),
            1,
            Effort.LOW);
    assertThat(events(ReplayingModel.of(folder, ReplayingModel.Match.LENIENT), similar))
        .isNotEmpty();
    assertThatThrownBy(
            () ->
                ReplayingModel.of(folder, ReplayingModel.Match.LENIENT).stream(
                    asking(Message.User.of("Hello")), event -> {}))
        .hasMessageEndingWith("messages: 2 were recorded, now there are 1");
  }

  private static Message called(Json.Obj arguments, Usage usage) {
    return new Message.Assistant(
        List.of(Part.Call.of("c", "t", arguments)), StopReason.TOOL_USE, usage, "a/b");
  }

  @Test
  void whatCannotBeReplayedIsNamed() throws Exception {
    Path missing = folder.resolve("missing");
    assertThatThrownBy(() -> ReplayingModel.of(missing, ReplayingModel.Match.EXACT))
        .isInstanceOf(IOException.class)
        .hasMessage("cannot replay " + missing + ": there is no such folder");
    assertThatThrownBy(() -> ReplayingModel.of(folder, ReplayingModel.Match.EXACT))
        .hasMessageContaining("it holds no recording");
    Files.writeString(folder.resolve("0001.json"), "{\"version\":1,");
    assertThatThrownBy(
            () ->
                ReplayingModel.of(folder, ReplayingModel.Match.EXACT).stream(hello(), event -> {}))
        .hasMessageContaining("0001.json is broken: ");
    Files.writeString(folder.resolve("0001.json"), "{\"version\":2}");
    assertThatThrownBy(
            () ->
                ReplayingModel.of(folder, ReplayingModel.Match.EXACT).stream(hello(), event -> {}))
        .hasMessageContaining("version: is 2, but only 1 can be read");
  }
}
