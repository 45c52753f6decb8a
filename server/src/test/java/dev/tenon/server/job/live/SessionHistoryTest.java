package dev.tenon.server.job.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.MessageJson;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Messages are converted once.
class SessionHistoryTest {
  private final Message first = Message.User.of("one");
  private final Message second = Message.User.of("two");
  private final Message third = Message.User.of("three");

  private static List<Json> json(Message... messages) {
    var json = new ArrayList<Json>();
    for (Message message : messages) {
      json.add(MessageJson.toJson(message));
    }
    return json;
  }

  @Test
  void whatWasConvertedKeepsItsObject() {
    var history = new SessionHistory(Json.array(List.of()));
    history.become(List.of(first, second));
    List<Json> before = history.stored().items();
    history.become(List.of(first, second, third));
    List<Json> after = history.stored().items();
    assertThat(after).isEqualTo(json(first, second, third));
    assertThat(after.get(0)).isSameAs(before.get(0));
    assertThat(after.get(1)).isSameAs(before.get(1));
    Json.Arr last = history.stored();
    history.become(List.of(first, second, third));
    assertThat(history.stored()).isSameAs(last);
  }

  @Test
  void aHistoryThatGoesOnKeepsWhatIsStored() {
    List<Json> stored = json(first, second);
    var history = new SessionHistory(Json.array(stored));
    var messages = new ArrayList<>(history.messages());
    messages.add(third);
    history.become(messages);
    assertThat(history.stored().items()).isEqualTo(json(first, second, third));
    assertThat(history.stored().items().get(1)).isSameAs(stored.get(1));
  }

  @Test
  void whatIsCutOrChangedIsAsItIsNow() {
    var history = new SessionHistory(Json.array(List.of()));
    history.become(List.of(first, second, third));
    history.become(List.of(first));
    assertThat(history.stored().items()).isEqualTo(json(first));
    history.become(List.of(second, third));
    assertThat(history.stored().items()).isEqualTo(json(second, third));
    history.become(List.of());
    assertThat(history.stored().items()).isEmpty();
  }
}
