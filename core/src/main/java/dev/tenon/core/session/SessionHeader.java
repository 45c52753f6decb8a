package dev.tenon.core.session;

import dev.tenon.core.json.Json;
import org.jspecify.annotations.Nullable;

/// The first line of a session file.
///
/// @param cwd the project that the session belongs to
/// @param title what people call it, if it has a title of its own
/// @param titleSource `user` when a person chose the title, `auto` when it was made
/// @param parentSession where the session was forked from: an id or a path; only to be shown
/// @param fields the whole line, so that members of other programs survive
public record SessionHeader(
    String id,
    String timestamp,
    String cwd,
    @Nullable String title,
    @Nullable String titleSource,
    @Nullable String parentSession,
    Json.Obj fields) {
  /// The version that is written.
  public static final int VERSION = 3;

  public static final String BY_USER = "user";
  public static final String AUTOMATIC = "auto";

  public static SessionHeader create(
      String id, String timestamp, String cwd, @Nullable String parentSession) {
    return of(
        Json.object()
            .put("type", "session")
            .put("version", VERSION)
            .put("id", id)
            .put("timestamp", timestamp)
            .put("cwd", cwd)
            .put("parentSession", parentSession)
            .build());
  }

  /// Whether a line is a header.
  static boolean is(Json.Obj line) {
    return line.string("type", "").equals("session") && line.string("id") != null;
  }

  static SessionHeader of(Json.Obj line) {
    return new SessionHeader(
        line.string("id", ""),
        line.string("timestamp", ""),
        line.string("cwd", ""),
        line.string("title"),
        line.string("titleSource"),
        line.string("parentSession"),
        line);
  }

  /// The version of the file; the first one had none.
  long version() {
    return fields.number("version", 1);
  }

  SessionHeader withVersion(long version) {
    return of(fields.with("version", Json.of(version)));
  }

  public SessionHeader withTitle(String newTitle, String source) {
    return of(fields.with("title", Json.of(newTitle)).with("titleSource", Json.of(source)));
  }
}
