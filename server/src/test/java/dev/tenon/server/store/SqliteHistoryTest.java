package dev.tenon.server.store;

import static dev.tenon.server.store.Records.session;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.json.Json;
import dev.tenon.server.job.record.SessionRecord;
import dev.tenon.server.job.record.Store;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The history of a session in the file of a SQLite store: rows that are appended.
class SqliteHistoryTest extends SqliteScratch {
  @Test
  void aHistoryOfTheThirdFormBecomesRows() throws Exception {
    var messages = new ArrayList<Json>();
    for (String text : List.of("", "\u0000 \n \"\\ \u2028", "half \uD83D", "whole \uD83D\uDE00")) {
      Json.Obj inner = Json.object().put("text", text).put("number", 1.50).build();
      messages.add(Json.object().put("role", "user").array("parts", List.of(inner)).build());
    }
    var old = new ArrayList<String>();
    Migrations.STEPS.subList(0, 3).forEach(old::addAll);
    old.add("PRAGMA user_version=3");
    old.add(sessionRow3(session("sess_1", 7)));
    old.add(sessionRow3(session("sess_2", 6)));
    old.add(sessionRow3(session("sess_3", 5)));
    Json.Obj stored = Json.object().array("messages", messages).build();
    old.add(stateRow3("sess_1", stored.compact()));
    old.add(stateRow3("sess_2", "{\"messages\":[]}"));
    old.add(stateRow3("sess_3", "damaged"));
    sql(old.toArray(String[]::new));
    try (Store store = open()) {
      assertThat(store.state("sess_1").orElseThrow().messages().items()).isEqualTo(messages);
      assertThat(store.state("sess_2").orElseThrow().messages().items()).isEmpty();
      assertThatThrownBy(() -> store.state("sess_3"))
          .isInstanceOf(Store.StoreException.class)
          .hasMessageContaining("damaged");
    }
  }

  private static String sessionRow3(SessionRecord session) {
    return "INSERT INTO session VALUES ('%s','active',%d,'%s',0)"
        .formatted(session.id(), session.updatedAt().toEpochMilli(), session.stored());
  }

  private static String stateRow3(String session, String messages) {
    return "INSERT INTO state VALUES ('%s','%s','{}','NOTHING',0)".formatted(session, messages);
  }

  /// Whatever is written into the tables of a session's state, by its bytes.
  private void countWrites() throws SQLException {
    open().close();
    sql(
        "CREATE TABLE counted(what TEXT, bytes INTEGER)",
        "CREATE TRIGGER message_in AFTER INSERT ON message BEGIN INSERT INTO counted VALUES"
            + " ('message', length(new.json)); END",
        "CREATE TRIGGER message_up AFTER UPDATE ON message BEGIN INSERT INTO counted VALUES"
            + " ('message', length(new.json)); END",
        "CREATE TRIGGER message_out AFTER DELETE ON message BEGIN INSERT INTO counted VALUES"
            + " ('gone', length(old.json)); END",
        "CREATE TRIGGER state_up AFTER UPDATE ON state BEGIN INSERT INTO counted VALUES"
            + " ('state', length(new.staged)+length(new.applying)); END");
  }

  @Test
  void aHistoryThatGrowsIsAppendedAndNotWrittenAgain() throws Exception {
    countWrites();
    var messages = new ArrayList<Json>();
    try (Store store = open()) {
      for (int i = 0; i < 200; i++) {
        messages.add(Json.object().put("text", "m".repeat(1_000) + i).build());
        store.saveState(session("sess_1", 1), historyOf(messages));
      }
    }
    assertThat(column("SELECT count(*) FROM counted WHERE what='message'")).containsExactly("200");
    assertThat(column("SELECT count(*) FROM counted WHERE what='gone'")).containsExactly("0");
    long bytes = Long.parseLong(column("SELECT sum(bytes) FROM counted").getFirst());
    assertThat(bytes).isLessThan(200 * 1_100);
    // The program begins again, and the first write looks at what is there.
    try (Store store = open()) {
      messages.add(Json.object().put("text", "one more").build());
      store.saveState(session("sess_1", 1), historyOf(messages));
      messages.set(200, Json.object().put("text", "another end").build());
      store.saveState(session("sess_1", 1), historyOf(messages));
      assertThat(store.state("sess_1").orElseThrow().messages().items()).isEqualTo(messages);
    }
    assertThat(column("SELECT count(*) FROM counted WHERE what='message'")).containsExactly("202");
    assertThat(column("SELECT count(*) FROM counted WHERE what='gone'")).containsExactly("1");
  }

  private static Store.State historyOf(List<Json> messages) {
    return new Store.State(
        Json.array(messages), Json.Obj.EMPTY, Optional.empty(), Store.Buffers.CLEAN);
  }
}
