package dev.tenon.core.session.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.agent.CompactedHistory;
import dev.tenon.core.agent.Compactor;
import dev.tenon.core.evidence.Goal;
import dev.tenon.core.evidence.WorkPlan;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.ModelInfo;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.TokenCounter;
import dev.tenon.core.model.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompactionTest {
  private static final ModelInfo SMALL =
      new ModelInfo("openai/gpt-small", 20_000, 4_000, null, Set.of());

  private final List<Request> requests = new ArrayList<>();

  @Test
  void aHistoryFarFromTheWindowStaysAsItIs() throws Exception {
    assertThat(compact(Compactor.Occasion.Routine.VALUE, chat(5), Optional.empty())).isEmpty();
    assertThat(requests).isEmpty();
  }

  @Test
  void aHistoryNearTheWindowIsSummarised() throws Exception {
    List<Message> history = chat(200);
    CompactedHistory shorter =
        compact(Compactor.Occasion.Routine.VALUE, history, Optional.empty()).orElseThrow();
    assertThat(shorter.tokensBefore()).isGreaterThan(12_800);
    assertThat(shorter.tokensAfter()).isLessThan(shorter.tokensBefore() / 2);
    assertThat(shorter.kept()).isBetween(1, 199);
    assertThat(history.get(history.size() - shorter.kept()))
        .isNotInstanceOf(Message.ToolResults.class);
    assertThat(shorter.message().text())
        .contains("Did this and that.", "Use tabs.", "<goal>\nprompt 0", "recall_history");
    assertThat(shorter.summary()).doesNotContain("Use tabs.");
  }

  @Test
  void whatTheProviderCountedIsBelieved() throws Exception {
    var answer =
        new Message.Assistant(
            List.of(new Part.Text("short")),
            StopReason.STOP,
            new Usage(15_000, 500, 0, 0),
            SMALL.name());
    List<Message> history = new ArrayList<>(chat(4));
    history.add(Message.User.of("how large is this?"));
    history.add(answer);
    var situation =
        new Compactor.Situation(
            new Request("system", history, List.of(), 4_000, dev.tenon.core.model.Effort.DEFAULT),
            1_000,
            answer.usage().total(),
            history.size(),
            Optional.empty());
    assertThat(
            compaction(this::answers, 200)
                .compact(Compactor.Occasion.Routine.VALUE, situation, tokens -> true))
        .isPresent();
  }

  @Test
  void theFocusOfThePersonReachesTheModel() throws Exception {
    compact(new Compactor.Occasion.Asked("the parser"), chat(20), Optional.empty());
    assertThat(((Message.User) requests.getFirst().messages().getFirst()).text())
        .contains("the parser");
  }

  @Test
  void aFailingModelStillLeavesAUsableNote() throws Exception {
    Model broken =
        (request, sink) -> {
          throw new ModelException(ModelException.Kind.SERVER, "out of order");
        };
    CompactedHistory shorter =
        compaction(broken, 2_000)
            .compact(
                new Compactor.Occasion.Asked(""), situation(chat(50), Optional.empty()), t -> true)
            .orElseThrow();
    assertThat(shorter.message().text()).contains("out of order", "answer 3", "<goal>\nprompt 0");
  }

  @Test
  void aTranscriptThatTheModelCannotTakeIsGivenInSmallerPortions() throws Exception {
    Model choosy =
        (request, sink) -> {
          long tokens = TokenCounter.OPENAI.count(request.messages());
          if (tokens > 2_000) {
            throw new ModelException(ModelException.Kind.CONTEXT_OVERFLOW, "too large");
          }
          return answers(request, sink);
        };
    CompactedHistory shorter =
        compaction(choosy, 500)
            .compact(
                Compactor.Occasion.Overflow.VALUE,
                situation(chat(150), Optional.empty()),
                t -> true)
            .orElseThrow();
    assertThat(shorter.summary()).contains("Did this and that.");
    assertThat(requests.size()).isGreaterThan(3);
    assertThat(((Message.User) requests.getLast().messages().getFirst()).text())
        .contains("<summary_so_far>");
  }

  @Test
  void anExchangeThatIsTooLargeByItselfIsSummarisedWhole() throws Exception {
    var history = new ArrayList<Message>();
    history.add(Message.User.of("read it all"));
    history.add(calls("c1"));
    history.add(result("c1", "x ".repeat(40_000)));
    CompactedHistory shorter =
        compact(Compactor.Occasion.Overflow.VALUE, history, Optional.empty()).orElseThrow();
    assertThat(shorter.kept()).isZero();
    assertThat(shorter.message().text()).contains("<goal>\nread it all");
    assertThat(shorter.tokensAfter()).isLessThan(5_000);
  }

  @Test
  void loadedSkillsAreKeptWordForWordOverRounds() throws Exception {
    String greet = "<skill name=\"greet\" folder=\"/g\">\nSay hello.\n\n  Twice.\n</skill>";
    String fill = "<skill name=\"fill\" folder=\"/f\">\nFill it.\n</skill>\n- a.py";
    var history = new ArrayList<Message>();
    history.add(
        new Message.User(List.of(new Part.Text(greet), new Part.Text("Use the skill greet."))));
    history.add(calls("c1"));
    history.add(named("c1", "skill", fill, Json.Obj.EMPTY));
    history.addAll(chat(60));
    CompactedHistory first =
        compact(new Compactor.Occasion.Asked(""), history, Optional.empty()).orElseThrow();
    assertThat(first.message().text())
        .contains("\n" + greet + "\n", "\n" + fill + "\n", "Use the skill greet.");
    List<Message> later = new ArrayList<>();
    later.add(first.message());
    later.addAll(chat(60));
    CompactedHistory second =
        compact(new Compactor.Occasion.Asked(""), later, Optional.of(first)).orElseThrow();
    assertThat(second.message().text()).contains("\n" + greet + "\n", "\n" + fill + "\n");
    assertThat(second.message().text().indexOf(greet))
        .isEqualTo(second.message().text().lastIndexOf(greet));
  }

  @Test
  void thePlanAndTheGoalAreKeptWordForWordHoweverMuchIsDecidedLater() throws Exception {
    String edited =
        new WorkPlan(
                "Two of one", List.of("Edit a.txt", "Run it"), List.of("sh check.sh"), List.of())
            .markdown();
    String goal = "The goal \"Two of one\" is open.\n1. sh check.sh";
    var history = new ArrayList<Message>();
    history.add(Message.User.of("plan it"));
    history.add(calls("p"));
    history.add(named("p", "plan_ready", "# Plan: as the model had it", Json.Obj.EMPTY));
    history.addAll(chat(3));
    history.add(Message.User.of(WorkPlan.APPROVED + " Carry it out.\n\n" + edited));
    history.add(calls("g"));
    history.add(named("g", "goal", goal, Json.Obj.EMPTY));
    for (int i = 0; i < 150; i++) {
      history.add(calls("a" + i));
      history.add(named("a" + i, "ask", "colour " + i, Json.Obj.EMPTY));
    }
    history.addAll(chat(60));
    Optional<CompactedHistory> before = Optional.empty();
    for (int round = 0; round < 3; round++) {
      CompactedHistory shorter =
          compact(new Compactor.Occasion.Asked(""), history, before).orElseThrow();
      assertThat(shorter.message().text())
          .as("round " + round)
          .contains(edited.strip(), goal)
          .doesNotContain("as the model had it");
      before = Optional.of(shorter);
      history.clear();
      history.add(shorter.message());
      history.addAll(chat(60));
    }
  }

  @Test
  void aGoalOfThePersonsIsKeptWordForWordAsItWasSetLast() throws Exception {
    String goal = Goal.SET + "\nTwo of one [active]\n1. 'sh check.sh' succeeds";
    var history = new ArrayList<Message>();
    history.addAll(chat(3));
    history.add(
        Message.User.of(
            Goal.CHANGE + "\n" + Goal.SET + "\nAn older one\n" + Goal.CHANGE_END + "\n\nGo."));
    history.add(
        Message.User.of(
            Goal.CHANGE
                + "\nThe person has dropped the goal.\n"
                + Goal.CHANGE_END
                + "\n\n"
                + Goal.CHANGE
                + "\n"
                + goal
                + "\n"
                + Goal.CHANGE_END
                + "\n\nGo on. "
                + "much ".repeat(20_000)));
    for (int i = 0; i < 150; i++) {
      history.add(calls("a" + i));
      history.add(named("a" + i, "ask", "colour " + i, Json.Obj.EMPTY));
    }
    history.addAll(chat(60));
    Optional<CompactedHistory> before = Optional.empty();
    for (int round = 0; round < 3; round++) {
      CompactedHistory shorter =
          compact(new Compactor.Occasion.Asked(""), history, before).orElseThrow();
      assertThat(shorter.message().text()).as("round " + round).contains("The goal: " + goal);
      before = Optional.of(shorter);
      history.clear();
      history.add(shorter.message());
      history.addAll(chat(60));
    }
  }

  /// Whatever is said, decided and touched, over several rounds: word for word in the note, pairs
  /// whole, and the result smaller.
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void theMemoryIsKeptWordForWordOverManyRounds(long seed) throws Exception {
    var random = new Random(seed);
    Optional<CompactedHistory> previous = Optional.empty();
    List<Message> history = new ArrayList<>();
    var said = new ArrayList<String>();
    var hashes = new ArrayList<String>();
    String todo = "";
    for (int round = 0; round < 4; round++) {
      for (int i = 0; i < 12; i++) {
        String words =
            "r" + round + " p" + i + " " + word(random) + "\n\t\"" + word(random) + "\" – ✓";
        said.add(words);
        history.add(Message.User.of(words));
        int steps = random.nextInt(3);
        for (int step = 0; step < steps; step++) {
          String id = "c" + round + "-" + i + "-" + step;
          history.add(calls(id));
          if (random.nextInt(3) == 0) {
            todo = "[ ] " + word(random);
            history.add(named(id, "todo_write", todo, Json.Obj.EMPTY));
          } else {
            String hash = "%064x".formatted(random.nextLong() & Long.MAX_VALUE);
            hashes.add(hash);
            history.add(
                named(
                    id,
                    "read_file",
                    "text " + "lorem ipsum ".repeat(random.nextInt(200)),
                    Json.object()
                        .put("ok", true)
                        .put(
                            "data",
                            Json.object()
                                .put("path", "src/F" + hash.substring(56) + ".java")
                                .put("sha256", hash)
                                .build())
                        .build()));
          }
        }
        history.add(says("answer " + word(random)));
      }
      CompactedHistory shorter =
          compact(new Compactor.Occasion.Asked(""), history, previous).orElseThrow();
      String note = shorter.message().text();
      var kept = history.subList(history.size() - shorter.kept(), history.size());
      String everything = note + text(kept);
      for (String words : said) {
        assertThat(everything).contains(words);
      }
      for (String hash : hashes) {
        assertThat(everything).contains(hash);
      }
      assertThat(everything).contains(todo).contains("Use tabs.");
      assertThat(kept.isEmpty() || !(kept.getFirst() instanceof Message.ToolResults)).isTrue();
      assertPaired(kept);
      var next = new ArrayList<Message>();
      next.add(shorter.message());
      next.addAll(kept);
      history = next;
      // What survives a restart is the JSON alone.
      previous =
          Optional.of(
              new CompactedHistory(
                  shorter.message(),
                  shorter.summary(),
                  shorter.kept(),
                  0,
                  0,
                  Json.parseObject(shorter.memory().compact()),
                  Usage.NONE));
    }
  }

  private static void assertPaired(List<Message> messages) {
    for (int i = 0; i < messages.size(); i++) {
      if (messages.get(i) instanceof Message.Assistant answer && !answer.calls().isEmpty()) {
        assertThat(messages.get(i + 1)).isInstanceOf(Message.ToolResults.class);
      }
    }
  }

  private static String text(List<Message> messages) {
    var out = new StringBuilder();
    for (Message message : messages) {
      switch (message) {
        case Message.User user -> out.append(user.text());
        case Message.Assistant assistant -> out.append(assistant.text());
        case Message.ToolResults results ->
            results.results().forEach(it -> out.append(it.text()).append(it.envelope().compact()));
      }
    }
    return out.toString();
  }

  private static String word(Random random) {
    return Long.toString(random.nextLong() & Long.MAX_VALUE, 36);
  }

  private Optional<CompactedHistory> compact(
      Compactor.Occasion occasion, List<Message> history, Optional<CompactedHistory> previous)
      throws InterruptedException {
    return compaction(this::answers, 1_000)
        .compact(occasion, situation(history, previous), tokens -> true);
  }

  private static Compaction compaction(Model model, long keep) {
    return new Compaction(
        model,
        SMALL,
        new CompactionLimits(CompactionLimits.Trigger.AUTOMATIC, 80, keep),
        10_000_000);
  }

  private static Compactor.Situation situation(
      List<Message> history, Optional<CompactedHistory> previous) {
    return new Compactor.Situation(
        new Request("system", history, List.of(), 4_000, dev.tenon.core.model.Effort.DEFAULT),
        text(history).length(),
        0,
        0,
        previous);
  }

  private Message.Assistant answers(
      Request request, java.util.function.Consumer<dev.tenon.core.model.ModelEvent> sink) {
    requests.add(request);
    return says(
        """
        ## Summary
        Working on it.

        ## Progress
        Did this and that.

        ## Decisions
        - Use tabs.
        - none
        """);
  }

  private static List<Message> chat(int exchanges) {
    var messages = new ArrayList<Message>();
    for (int i = 0; i < exchanges; i++) {
      messages.add(Message.User.of("prompt " + i + " " + "please do the next thing ".repeat(4)));
      messages.add(calls("c" + i));
      messages.add(result("c" + i, "one two three four five six seven eight ".repeat(6)));
      messages.add(says("answer " + i));
    }
    return messages;
  }

  private static Message.Assistant says(String text) {
    return new Message.Assistant(
        List.of(new Part.Text(text)), StopReason.STOP, Usage.NONE, SMALL.name());
  }

  private static Message.Assistant calls(String id) {
    return new Message.Assistant(
        List.of(Part.Call.of(id, "read_file", Json.Obj.EMPTY)),
        StopReason.TOOL_USE,
        Usage.NONE,
        SMALL.name());
  }

  private static Message.ToolResults result(String id, String text) {
    return named(id, "grep", text, Json.Obj.EMPTY);
  }

  private static Message.ToolResults named(String id, String tool, String text, Json.Obj envelope) {
    return new Message.ToolResults(
        List.of(new Part.Result(id, tool, Part.Outcome.OK, envelope, text, List.of())));
  }
}
