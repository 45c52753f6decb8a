package dev.tenon.protocols.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.session.Entry;
import java.util.List;
import org.junit.jupiter.api.Test;

class HistoryReplayTest {
  private static Entry said(String id, int millis, String role) {
    return new Entry(
        id,
        null,
        "2026-01-01T00:00:00.%03dZ".formatted(millis),
        new Entry.Said(Json.object().put("role", role).build()));
  }

  private static List<String> ids(List<Entry> path, List<Entry> helper) {
    var helpers = List.of(new HistoryReplay.HelperPath("0-Look", helper));
    return HistoryReplay.inOrder(path, helpers).stream().map(told -> told.entry().id()).toList();
  }

  @Test
  void whatAHelperDidStandsWhereItHappened() {
    assertThat(
            ids(
                List.of(
                    said("task", 1, "assistant"),
                    said("answer", 7, "toolResult"),
                    said("next", 8, "assistant")),
                List.of(said("look", 3, "assistant"), said("seen", 5, "toolResult"))))
        .containsExactly("task", "look", "seen", "answer", "next");
  }

  /// A quick helper works within the millisecond in which its answer is given.
  @Test
  void inOneMillisecondAHelperIsCalledBeforeItWorksAndAnswersAfterwards() {
    assertThat(
            ids(
                List.of(
                    said("task", 1, "assistant"),
                    said("answer", 1, "toolResult"),
                    said("next", 1, "assistant")),
                List.of(said("look", 1, "assistant"), said("seen", 1, "toolResult"))))
        .containsExactly("task", "look", "seen", "answer", "next");
  }
}
