package dev.tenon.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.model.Effort;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.RandomMessages;
import dev.tenon.core.workspace.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the model sees of random trees, next to a slow and simple reading of the same file.
class ContextTest {
  @TempDir Path home;

  @Test
  void theContextOfRandomTreesIsThatOfTheOracle() {
    var store = new SessionStore(home);
    Seeds.check(
        60,
        random -> {
          Path file;
          var leaves = new ArrayList<String>();
          try (SessionLog log = store.create(Path.of("/p"))) {
            log.append(SessionLogTest.user("root"));
            for (int i = 0; i < 60; i++) {
              grow(log, random, i);
              leaves.add(log.leafId().orElseThrow());
              if (random.nextInt(4) == 0) {
                log.branch(leaves.get(random.nextInt(leaves.size())));
              } else if (random.nextInt(25) == 0) {
                log.resetLeaf();
              }
            }
            file = log.file().orElseThrow();
          }
          try (SessionLog log = store.look(file)) {
            var oracle = new Oracle(file);
            for (String leaf : leaves) {
              compare(log.context(leaf), oracle.context(leaf));
              assertThat(log.contextCount(leaf)).isEqualTo(counted(log.path(leaf)));
            }
          }
          Files.delete(file);
        });
  }

  private static int counted(List<Entry> path) {
    int count = 0;
    for (int i = path.size() - 1; i >= 0; i--) {
      if (path.get(i).body() instanceof Entry.Compacted shorter) {
        List<String> before = path.subList(0, i).stream().map(Entry::id).toList();
        int kept = before.indexOf(shorter.firstKeptEntryId());
        return count + 1 + (kept < 0 ? 0 : spoken(path.subList(kept, i)));
      }
      count += spoken(path.subList(i, i + 1));
    }
    return count;
  }

  private static int spoken(List<Entry> entries) {
    return (int)
        entries.stream()
            .map(Entry::body)
            .filter(
                body ->
                    body instanceof Entry.Said
                        || body instanceof Entry.CustomSaid
                        || body instanceof Entry.BranchSummarized)
            .count();
  }

  private static void compare(SessionContext context, Map<String, Object> expected) {
    assertThat(texts(context.messages())).isEqualTo(expected.get("texts"));
    assertThat(context.origins()).hasSameSizeAs(context.messages());
    assertThat(context.thinkingLevel()).isEqualTo(expected.get("level"));
    assertThat(context.models()).isEqualTo(expected.get("models"));
    assertThat(context.injectedRules()).isEqualTo(expected.get("rules"));
    assertThat(context.mode()).isEqualTo(expected.get("mode"));
    assertThat(context.serviceTier()).isEqualTo(expected.get("tier"));
  }

  private static List<String> texts(List<Message> messages) {
    var texts = new ArrayList<String>();
    for (Message message : messages) {
      texts.add(
          switch (message) {
            case Message.User user -> user.text();
            case Message.Assistant assistant -> assistant.text();
            case Message.ToolResults results ->
                String.join("|", results.results().stream().map(Part.Result::text).toList());
          });
    }
    return texts;
  }

  private static void grow(SessionLog log, Random random, int i) throws IOException {
    List<Entry> path = log.path(log.leafId().orElse(null));
    log.append(
        switch (random.nextInt(12)) {
          case 0 -> new Entry.ModelChanged("p/m" + i, random.nextBoolean() ? null : "small");
          case 1 -> new Entry.ThinkingLevelChanged("level" + i);
          case 2 -> new Entry.RulesInjected(List.of("r" + i % 3, "s" + i));
          case 3 -> new Entry.ModeChanged("mode" + i, null);
          case 4 -> new Entry.ServiceTierChanged(random.nextBoolean() ? null : "tier" + i);
          case 5 -> new Entry.Custom("c", null);
          case 6 -> new Entry.CustomSaid("c", Json.of("note " + i), true, null, "agent");
          case 7 -> new Entry.BranchSummarized("root", "way " + i, null, false);
          case 8 ->
              new Entry.Compacted(
                  "short " + i,
                  null,
                  path.isEmpty() ? "" : path.get(random.nextInt(path.size())).id(),
                  1,
                  null);
          case 9 -> new Entry.Said(assistant("said " + i));
          default -> SessionLogTest.user("prompt " + i);
        });
  }

  private static Json.Obj assistant(String text) {
    return Json.object()
        .put("role", "assistant")
        .put("provider", "q")
        .put("model", "n")
        .array("content", List.of(Json.object().put("type", "text").put("text", text).build()))
        .build();
  }

  /// Reads the file as the description of the format says, entry by entry.
  private static final class Oracle {
    private final Map<String, Json.Obj> lines = new HashMap<>();

    Oracle(Path file) throws IOException, JsonException {
      for (String line : Files.readAllLines(file)) {
        Json.Obj json = Json.parseObject(line);
        lines.put(json.string("id", ""), json);
      }
    }

    Map<String, Object> context(String leaf) {
      var path = new ArrayList<Json.Obj>();
      for (Json.Obj at = lines.get(leaf); at != null; at = parent(at)) {
        path.addFirst(at);
      }
      var texts = new ArrayList<String>();
      var models = new HashMap<String, String>();
      var rules = new LinkedHashSet<String>();
      String level = "off";
      String mode = "none";
      String tier = null;
      int compaction = -1;
      String lastAssistant = null;
      for (int i = 0; i < path.size(); i++) {
        Json.Obj line = path.get(i);
        switch (line.string("type", "")) {
          case "compaction" -> compaction = i;
          case "thinking_level_change" -> level = line.string("thinkingLevel", "");
          case "mode_change" -> mode = line.string("mode", "");
          case "service_tier_change" -> tier = line.string("serviceTier");
          case "model_change" ->
              models.put(line.string("role", "default"), line.string("model", ""));
          case "ttsr_injection" ->
              line.array("injectedRules").forEach(rule -> rules.add(((Json.Str) rule).value()));
          case "message" -> {
            if (line.objectOrEmpty("message").string("role", "").equals("assistant")) {
              lastAssistant = "q/n";
            }
          }
          default -> {}
        }
      }
      boolean kept = compaction < 0;
      if (compaction >= 0) {
        texts.add(Summaries.compaction(path.get(compaction).string("summary", "")).text());
      }
      for (int i = 0; i < path.size(); i++) {
        Json.Obj line = path.get(i);
        if (i == compaction
            || (compaction >= 0
                && line.string("id", "").equals(path.get(compaction).string("firstKeptEntryId")))) {
          kept = true;
        }
        if (kept) {
          text(line, texts);
        }
      }
      if (!models.containsKey("default") && lastAssistant != null) {
        models.put("default", lastAssistant);
      }
      var all = new HashMap<String, Object>();
      all.put("texts", texts);
      all.put("level", level);
      all.put("models", models);
      all.put("rules", List.copyOf(rules));
      all.put("mode", mode);
      all.put("tier", tier);
      return all;
    }

    private Json.@Nullable Obj parent(Json.Obj line) {
      String id = line.string("parentId");
      return id == null ? null : lines.get(id);
    }

    private static void text(Json.Obj line, List<String> texts) {
      switch (line.string("type", "")) {
        case "message" ->
            texts.add(line.objectOrEmpty("message").objects("content").getFirst().string("text"));
        case "custom_message" -> texts.add(line.string("content"));
        case "branch_summary" -> texts.add(Summaries.branch(line.string("summary", "")).text());
        default -> {}
      }
    }
  }

  /// Whatever messages look like, they are the same after the way through the file.
  @Test
  void randomMessagesSurviveTheFile() {
    var store = new SessionStore(home);
    Seeds.check(
        150,
        random -> {
          var messages = new ArrayList<Message>();
          var made = new RandomMessages(random.nextLong());
          while (messages.size() < 12) {
            Message message = made.message();
            if (message instanceof Message.User user && !user.content().isEmpty()) {
              messages.add(message);
            } else if (message instanceof Message.Assistant assistant
                && !assistant.content().isEmpty()
                && assistant.calls().isEmpty()
                && assistant.model().indexOf('/') != 0) {
              messages.add(message);
            }
          }
          try (SessionLog log = store.create(Path.of("/p"))) {
            log.append(SessionLogTest.user("first"));
            for (Message message : messages) {
              for (Json.Obj json : MessageFormat.write(message, 1, null)) {
                log.append(new Entry.Said(json));
              }
            }
            List<Message> read = SessionContext.of(log).messages();
            assertThat(read.subList(1, read.size())).isEqualTo(messages);
            Files.delete(log.file().orElseThrow());
          }
        });
  }

  @Test
  void resultsOfOneAnswerBecomeOneMessage() throws Exception {
    var answer =
        new Message.Assistant(
            List.of(
                Part.Call.of("a", "read", Json.Obj.EMPTY),
                new Part.Call("b", "bash", Json.object().put("x", 1).build(), "sig", "bad")),
            dev.tenon.core.model.StopReason.TOOL_USE,
            new dev.tenon.core.model.Usage(1, 2, 3, 4),
            "p/m");
    var results =
        new Message.ToolResults(
            List.of(
                result("a", "text a", Part.Outcome.OK, "content"),
                result("b", "text b", Part.Outcome.FAILED, "other")));
    try (SessionLog log = SessionStore.inMemory(Path.of("/p"))) {
      for (Message message : List.of(Message.User.of("go"), answer, results)) {
        for (Json.Obj json : MessageFormat.write(message, 1, null)) {
          log.append(new Entry.Said(json));
        }
      }
      assertThat(log.messageCount()).isEqualTo(4);
      SessionContext context = SessionContext.of(log);
      assertThat(context.messages()).containsExactly(Message.User.of("go"), answer, results);
      assertThat(context.model()).contains("p/m");
      Part.Result first = ((Message.ToolResults) context.messages().get(2)).results().getFirst();
      assertThat(first.envelope().compact())
          .isEqualTo(results.results().getFirst().envelope().compact());
    }
  }

  private static Part.Result result(String id, String text, Part.Outcome outcome, String member) {
    return new Part.Result(
        id,
        "tool",
        outcome,
        Json.object()
            .put("ok", outcome == Part.Outcome.OK)
            .put("data", Json.object().put("fact", 1).put(member, text).build())
            .build(),
        text,
        List.of());
  }

  @Test
  void levelsOfOthersAreEfforts() throws Exception {
    Map<String, Effort> efforts =
        Map.of(
            "minimal", Effort.LOW, "xhigh", Effort.MAX, "off", Effort.OFF, "odd", Effort.DEFAULT);
    for (var each : efforts.entrySet()) {
      try (SessionLog log = SessionStore.inMemory(Path.of("/p"))) {
        log.append(new Entry.ThinkingLevelChanged(each.getKey()));
        assertThat(SessionContext.of(log).effort()).isEqualTo(each.getValue());
        assertThat(SessionContext.of(log).levelChosen()).isTrue();
      }
    }
  }

  private static Entry.Said command(String output) throws JsonException {
    return new Entry.Said(
        Json.parseObject(
            "{\"role\":\"bashExecution\",\"command\":\"make\",\"output\":\""
                + output
                + "\",\"exitCode\":3,\"excludeFromContext\":true,\"toldWithPrompt\":true}"));
  }

  /// A command that was to be told with the next prompt is still to be told where none has told it.
  @Test
  void commandsThatNoPromptHasToldAreUnheard() throws Exception {
    try (SessionLog log = SessionStore.inMemory(Path.of("/p"))) {
      log.append(command("one"));
      log.append(SessionLogTest.user("A notice that tells nothing"));
      log.append(command("two"));
      String one = EntryText.ownCommand("make", "exit code 3", "one\n");
      String two = EntryText.ownCommand("make", "exit code 3", "two");
      assertThat(SessionContext.of(log).unheard()).containsExactly(one, two);
      assertThat(texts(SessionContext.of(log).messages())).hasSize(1);
      Json.Obj told =
          Json.object()
              .put("role", "user")
              .array(
                  "content",
                  List.of(
                      Json.object().put("type", "text").put("text", "What was it?").build(),
                      Json.object().put("type", "text").put("text", one).build()))
              .build();
      log.append(new Entry.Said(told));
      assertThat(SessionContext.of(log).unheard()).containsExactly(two);
    }
  }
}
