package dev.tenon.core.session;

import java.nio.file.Path;

/// A program that writes to a session until it is killed, and tells each entry once it is written:
/// `SessionWriter HOME [FILE]`.
final class SessionWriter {
  private SessionWriter() {}

  public static void main(String[] arguments) throws Exception {
    var store = new SessionStore(Path.of(arguments[0]));
    SessionLog log =
        arguments.length > 1 ? store.open(Path.of(arguments[1])) : store.create(Path.of("/p"));
    for (int i = 0; ; i++) {
      Entry entry = log.append(SessionLogTest.user("entry " + i + " " + "x".repeat(i % 5000)));
      System.out.println(entry.id() + " " + log.file().orElseThrow());
      System.out.flush();
    }
  }
}
