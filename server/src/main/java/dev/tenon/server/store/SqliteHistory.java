package dev.tenon.server.store;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The messages of sessions, a row each: what a history has gained is appended, and only what has
/// changed in it is written again. Used inside of the database's lock.
final class SqliteHistory {
  static final String MESSAGES = "SELECT json FROM message WHERE session=? ORDER BY number";
  private static final int REMEMBERED = 64;

  /// What is in the table, of the sessions that were written last.
  private final Map<String, List<Json>> written = new LinkedHashMap<>(16, 0.75f, true);

  /// Makes the history of a session this one.
  void write(Database database, String session, Json.Arr messages) throws SQLException {
    List<Json> before = written(database, session);
    List<Json> now = messages.items();
    int same = 0;
    while (same < before.size() && same < now.size() && before.get(same).equals(now.get(same))) {
      same++;
    }
    if (same < before.size()) {
      database.change("DELETE FROM message WHERE session=? AND number>=?", session, same);
    }
    for (int number = same; number < now.size(); number++) {
      database.change(
          "INSERT INTO message(session, number, json) VALUES (?,?,?)",
          session,
          number,
          now.get(number).compact());
    }
    written.put(session, now);
    if (written.size() > REMEMBERED) {
      written.remove(written.keySet().iterator().next());
    }
  }

  private List<Json> written(Database database, String session) throws SQLException {
    List<Json> known = written.get(session);
    if (known != null) {
      return known;
    }
    try {
      return read(texts(database, session)).items();
    } catch (JsonException damaged) {
      // Whoever writes has another history than the damaged one.
      delete(database, session);
      return List.of();
    }
  }

  static List<String> texts(Database database, String session) throws SQLException {
    return database.rows(row -> row.getString(1), MESSAGES, session);
  }

  static Json.Arr read(List<String> texts) throws JsonException {
    var messages = new ArrayList<Json>();
    for (String text : texts) {
      messages.add(Json.parseObject(text));
    }
    return Json.array(messages);
  }

  static void delete(Database database, String session) throws SQLException {
    database.change("DELETE FROM message WHERE session=?", session);
  }

  /// The table may hold something else for this session: it is looked at before the next write.
  void forget(String session) {
    written.remove(session);
  }
}
