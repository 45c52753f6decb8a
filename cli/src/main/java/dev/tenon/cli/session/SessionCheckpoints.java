package dev.tenon.cli.session;

import dev.tenon.core.json.Json;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.session.SessionRecorder;
import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// The journal's names for the prompts of a session.
public final class SessionCheckpoints {
  private SessionCheckpoints() {}

  /// Those of the branch that the session is on.
  public static Set<String> of(SessionLog log) throws IOException {
    var ids = new HashSet<String>();
    for (Entry entry : log.path(log.leafId().orElse(null))) {
      id(entry.body()).ifPresent(ids::add);
    }
    return ids;
  }

  /// Those of all its branches.
  static Set<String> all(SessionLog log) throws IOException {
    var ids = new HashSet<String>();
    for (Entry entry : log.entries()) {
      id(entry.body()).ifPresent(ids::add);
    }
    return ids;
  }

  /// What the entry before a prompt calls it.
  static Optional<String> id(Entry.Body body) {
    return body instanceof Entry.Custom custom
            && custom.customType().equals(SessionRecorder.CHECKPOINT)
            && custom.data() instanceof Json.Obj data
        ? Optional.of(data.string("checkpoint", ""))
        : Optional.empty();
  }
}
