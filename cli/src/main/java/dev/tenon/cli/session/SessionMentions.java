package dev.tenon.cli.session;

import dev.tenon.cli.slash.Mention;
import dev.tenon.core.session.SessionSummary;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionNames;
import dev.tenon.engine.session.SessionReader;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/// Sessions of the project for what follows an `@`: by their id behind `session://`, or by letters
/// of their titles. They are listed beside the keys, so that thousands of them hold up none: what
/// is asked for at once is answered with what is known.
public final class SessionMentions implements Function<String, List<Mention>> {
  private static final String BEGIN = SessionReader.SCHEME + "://";
  private static final long FRESH_NANOS = 5_000_000_000L;
  private static final int MOST = 50;

  /// So many among files.
  private static final int FEW = 5;

  /// Fewer letters than these say nothing of a title.
  private static final int TELLING = 3;

  private final ActiveSession session;
  private final AtomicBoolean reading = new AtomicBoolean();
  private volatile List<SessionSummary> known = List.of();
  private volatile long read;

  public SessionMentions(ActiveSession session) {
    this.session = session;
  }

  @Override
  public List<Mention> apply(String typed) {
    refresh();
    boolean named = typed.startsWith(BEGIN);
    String letters = (named ? typed.substring(BEGIN.length()) : typed).toLowerCase(Locale.ROOT);
    boolean begun = BEGIN.startsWith(letters);
    if (!named && !begun && letters.length() < TELLING) {
      return List.of();
    }
    int most = named || begun ? MOST : FEW;
    var found = new ArrayList<Mention>();
    Instant now = Instant.now();
    for (SessionSummary each : known) {
      if (found.size() == most) {
        break;
      }
      if (begun
          || each.id().startsWith(letters)
          || each.name().toLowerCase(Locale.ROOT).contains(letters)) {
        found.add(
            new Mention(
                BEGIN + SessionNames.shortId(each.id()),
                each.name() + ", " + SessionNames.ago(each.modified(), now)));
      }
    }
    return found;
  }

  private void refresh() {
    boolean due = read == 0 || System.nanoTime() - read > FRESH_NANOS;
    if (due && reading.compareAndSet(false, true)) {
      Thread.ofVirtual().name("session-mentions").start(this::list);
    }
  }

  /// What the conversation itself is recorded in is no news to the model.
  private void list() {
    try {
      var others = new ArrayList<SessionSummary>();
      for (SessionSummary each : session.store().listing().of(session.root())) {
        if (!each.id().equals(session.log().id())) {
          others.add(each);
        }
      }
      known = List.copyOf(others);
    } catch (IOException unreadable) {
      // Completion is a courtesy; whoever mentions a session is told why it cannot be read.
      known = List.of();
    } finally {
      read = System.nanoTime();
      reading.set(false);
    }
  }
}
