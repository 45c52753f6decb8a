package dev.tenon.bench.session;

import dev.tenon.core.session.SessionContext;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.session.SessionStore;
import java.io.IOException;
import java.nio.file.Path;

/// A process that opens a session once, builds its context and tells how long that took, from a
/// cold start: `OpenTrial HOME FILE`.
final class OpenTrial {
  private OpenTrial() {}

  public static void main(String[] words) throws Exception {
    long start = System.nanoTime();
    int messages = open(Path.of(words[0]), Path.of(words[1]));
    System.out.println(messages + " " + (System.nanoTime() - start));
  }

  private static int open(Path home, Path file) throws Exception {
    try (SessionLog log = new SessionStore(home).look(file)) {
      return SessionContext.of(log).messages().size();
    } catch (IOException unreadable) {
      throw new IllegalStateException(unreadable);
    }
  }
}
