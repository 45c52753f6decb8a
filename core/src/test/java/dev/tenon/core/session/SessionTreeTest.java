package dev.tenon.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SessionTreeTest {
  private final SessionLog log = SessionStore.inMemory(Path.of("/p"));
  private String labelled = "";

  static Json.Obj assistant(String text, String call, String reason) {
    var content = new java.util.ArrayList<Json>();
    if (!text.isEmpty()) {
      content.add(Json.object().put("type", "text").put("text", text).build());
    }
    if (!call.isEmpty()) {
      content.add(
          Json.object()
              .put("type", "toolCall")
              .put("id", "t")
              .put("name", "bash")
              .put("arguments", Json.object().put("command", call).build())
              .build());
    }
    return Json.object()
        .put("role", "assistant")
        .array("content", content)
        .put("stopReason", reason)
        .build();
  }

  private static Json.Obj result(String text) {
    return Json.object()
        .put("role", "toolResult")
        .put("toolCallId", "t")
        .put("toolName", "bash")
        .array("content", List.of(Json.object().put("type", "text").put("text", text).build()))
        .build();
  }

  @BeforeEach
  void grow() throws IOException {
    log.append(new Entry.ModelChanged("p/m", null));
    log.append(SessionLogTest.user("Start task"));
    labelled = log.append(new Entry.Said(assistant("Plan", "", "stop"))).id();
    log.append(new Entry.Labelled(labelled, "milestone"));
    log.append(SessionLogTest.user("Try A"));
    log.append(new Entry.Said(assistant("", "ls -l", "toolUse")));
    log.append(new Entry.Said(result("listing")));
    log.append(new Entry.Said(assistant("A result", "", "stop")));
    log.branch(labelled);
    log.append(SessionLogTest.user("Try B"));
    log.append(new Entry.Said(assistant("B result", "", "stop")));
  }

  private List<String> shown(TreeFilter filter, String search) throws IOException {
    return SessionTree.of(log).lines(filter, search).stream()
        .map(
            line ->
                line.indent()
                    + (line.item().active() ? "• " : "")
                    + (line.item().label() == null ? "" : "[" + line.item().label() + "] ")
                    + line.item().text())
        .toList();
  }

  @Test
  void branchesAreIndentedAndTheActivePathIsMarked() throws IOException {
    assertThat(shown(TreeFilter.DEFAULT, ""))
        .containsExactly(
            "• user: Start task",
            "• [milestone] assistant: Plan",
            "├─ user: Try A",
            "│  result of bash: listing",
            "│  assistant: A result",
            "└─ • user: Try B",
            "   • assistant: B result");
  }

  @Test
  void filtersHideWhatTheySay() throws IOException {
    assertThat(shown(TreeFilter.NO_TOOLS, "")).hasSize(6).noneMatch(it -> it.contains("listing"));
    assertThat(shown(TreeFilter.USER_ONLY, ""))
        .containsExactly("• user: Start task", "├─ user: Try A", "└─ • user: Try B");
    assertThat(shown(TreeFilter.LABELED_ONLY, "")).containsExactly("• [milestone] assistant: Plan");
    assertThat(shown(TreeFilter.ALL, "")).hasSize(10).anyMatch(it -> it.contains("bash ls -l"));
  }

  @Test
  void allWordsOfASearchHaveToOccur() throws IOException {
    assertThat(shown(TreeFilter.DEFAULT, "b TRY")).singleElement().asString().contains("Try B");
    assertThat(shown(TreeFilter.DEFAULT, "MILESTONE plan")).hasSize(1);
    assertThat(shown(TreeFilter.ALL, "ls -l")).hasSize(1);
    assertThat(shown(TreeFilter.DEFAULT, "nothing of this")).isEmpty();
  }

  @Test
  void wordsAreFoundAtTheEndOfALongMessageAsWell() throws IOException {
    log.append(SessionLogTest.user("Look " + "at it ".repeat(10_000) + "with a Spyglass"));
    log.append(new Entry.Said(assistant("Seen ".repeat(10_000) + "a lighthouse", "", "stop")));
    assertThat(shown(TreeFilter.DEFAULT, "spyglass")).singleElement().asString().contains("Look");
    assertThat(shown(TreeFilter.DEFAULT, "seen lighthouse")).hasSize(1);
  }

  /// What a search looks at does not grow with the session without an end; the latest messages are
  /// found whole, of the others their beginnings.
  @Test
  void whatIsKeptForSearchesHasAnEnd() throws IOException {
    for (int i = 0; i < 60; i++) {
      log.append(SessionLogTest.user("first" + i + " " + "x ".repeat(50_000) + "last" + i));
      log.append(new Entry.Said(result("out" + i + " " + "y ".repeat(2_000) + "tail" + i)));
    }
    var items = SessionTree.of(log).lines(TreeFilter.ALL, "");
    assertThat(items.stream().mapToLong(line -> line.item().search().length()).sum())
        .isLessThan(4_500_000);
    assertThat(shown(TreeFilter.ALL, "first0")).hasSize(1);
    assertThat(shown(TreeFilter.ALL, "out59")).hasSize(1);
    assertThat(shown(TreeFilter.ALL, "tail59")).isEmpty();
  }

  @Test
  void anAnswerThatOnlyCallsIsShownWhenItFailedOrIsTheLeaf() throws IOException {
    log.append(new Entry.Said(assistant("", "make", "aborted")));
    log.append(new Entry.Said(assistant("", "sleep", "toolUse")));
    assertThat(shown(TreeFilter.DEFAULT, ""))
        .anyMatch(it -> it.contains("make"))
        .anyMatch(it -> it.contains("sleep"));
    log.append(SessionLogTest.user("more"));
    assertThat(shown(TreeFilter.DEFAULT, "")).noneMatch(it -> it.contains("sleep"));
  }

  /// The model gets them in the role of the user, but nobody has said them.
  @Test
  void whatTheProgramRemindsTheModelOfIsNotThePersonsWord() throws IOException {
    log.append(SessionLogTest.user("<tenon-reminder>\nThe goal is not proved.\n</tenon-reminder>"));
    log.append(
        SessionLogTest.user(
            "<system-interrupt reason=\"rule_violation\" rule=\"r\">\nStop.\n</system-interrupt>"));
    log.append(SessionLogTest.user("<hook>\nYou may not end yet.\n</hook>"));
    log.append(SessionLogTest.user("<b>bold</b> words of a person"));
    assertThat(shown(TreeFilter.DEFAULT, ""))
        .endsWith(
            "   • reminder: The goal is not proved.",
            "   • reminder after a stop: Stop.",
            "   • reminder of a hook: You may not end yet.",
            "   • user: <b>bold</b> words of a person");
    assertThat(shown(TreeFilter.USER_ONLY, ""))
        .noneMatch(line -> line.contains("proved") || line.contains("Stop."))
        .anyMatch(line -> line.contains("words of a person"));
    assertThat(shown(TreeFilter.DEFAULT, "reminder proved")).hasSize(1);
  }

  @Test
  void severalRootsAreBranches() throws IOException {
    log.resetLeaf();
    log.append(SessionLogTest.user("Another start"));
    assertThat(shown(TreeFilter.USER_ONLY, ""))
        .startsWith("├─ user: Start task")
        .endsWith("└─ • user: Another start");
  }
}
