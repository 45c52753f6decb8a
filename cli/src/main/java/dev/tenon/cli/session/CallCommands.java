package dev.tenon.cli.session;

import dev.tenon.core.change.journal.Change;
import dev.tenon.core.json.Json;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.SessionLog;
import java.io.IOException;
import java.util.Optional;

/// The commands that were called for in a session.
public final class CallCommands {
  private CallCommands() {}

  /// The command whose call made a change, if the session knows it.
  public static Optional<String> of(SessionLog log, Change change) {
    String call = change.by().callId();
    if (call == null) {
      return Optional.empty();
    }
    try {
      for (Entry entry : log.path(log.leafId().orElse(null)).reversed()) {
        if (entry.body() instanceof Entry.Said said && said.role().equals("assistant")) {
          for (Json.Obj block : said.message().objects("content")) {
            String command = block.objectOrEmpty("arguments").string("command", "");
            if (block.string("id", "").equals(call) && !command.isEmpty()) {
              return Optional.of(command);
            }
          }
        }
      }
    } catch (IOException unreadable) {
      // It is a courtesy: what is wrong with the file shows where its content matters.
      return Optional.empty();
    }
    return Optional.empty();
  }
}
