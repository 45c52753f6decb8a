package dev.tenon.engine.session;

import dev.tenon.core.session.SessionException;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.session.SessionStore;
import dev.tenon.core.session.SessionSummary;
import dev.tenon.core.tool.AddressReader;
import dev.tenon.core.tool.Permits;
import dev.tenon.core.tool.ToolException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Earlier sessions of the project: `session://ID`, where the beginning of an id is enough. What
/// lies there is a [SessionExcerpt]. It is for mentions, by which a person hands a session over:
/// tools have no such reader, and sessions of other projects are not read.
public final class SessionReader implements AddressReader {
  /// What stands in front of `://`.
  public static final String SCHEME = "session";

  private static final int MOST_NAMED = 5;

  private final SessionStore store;
  private final Path root;

  /// @param root of the project whose sessions can be read
  public SessionReader(SessionStore store, Path root) {
    this.store = store;
    this.root = root;
  }

  @Override
  public String scheme() {
    return SCHEME;
  }

  @Override
  public Opened open(String rest, Permits permits) throws ToolException, IOException {
    SessionSummary found = find(rest);
    try (SessionLog log = store.look(found.file())) {
      byte[] text = SessionExcerpt.of(log).getBytes(StandardCharsets.UTF_8);
      return new Opened(new ByteArrayInputStream(text));
    } catch (SessionException unusable) {
      throw new ToolException(
          ToolException.Code.NOT_FOUND, String.valueOf(unusable.getMessage()), List.of());
    }
  }

  private SessionSummary find(String id) throws ToolException, IOException {
    if (id.isBlank()) {
      throw new ToolException(
          ToolException.Code.INVALID_ARGUMENT,
          "session:// needs the id of a session behind it; 'tenon sessions' lists them",
          List.of());
    }
    List<SessionSummary> found = store.listing().byId(id, root);
    if (found.isEmpty()) {
      throw new ToolException(
          ToolException.Code.NOT_FOUND,
          "there is no session whose id begins with '"
              + id
              + "'; 'tenon sessions' lists those of this project",
          List.of());
    }
    String project = root.toAbsolutePath().normalize().toString();
    List<SessionSummary> here =
        found.stream().filter(session -> session.cwd().equals(project)).toList();
    if (here.isEmpty()) {
      throw new ToolException(
          ToolException.Code.PERMISSION_DENIED,
          "the session "
              + SessionNames.shortId(found.getFirst().id())
              + " belongs to another project ("
              + found.getFirst().cwd()
              + "); 'tenon sessions export' writes it to a file that can be mentioned",
          List.of());
    }
    if (here.size() > 1) {
      var ids = new ArrayList<String>();
      here.stream().limit(MOST_NAMED).forEach(session -> ids.add(session.id()));
      throw new ToolException(
          ToolException.Code.INVALID_ARGUMENT,
          "'"
              + id
              + "' is the beginning of "
              + here.size()
              + " sessions: "
              + String.join(", ", ids)
              + (here.size() > MOST_NAMED ? ", …" : "")
              + "; give more of the id",
          List.of());
    }
    return here.getFirst();
  }
}
