package dev.tenon.server.job.live;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The jobs of each session that wait for the one before them, in order. They are stored as queued
/// and are not yet the session's last job. Changed only by whoever has entered the session; safe
/// for several threads.
public final class SessionLine {
  private final Map<String, List<String>> waiting = new HashMap<>();

  public synchronized void add(String session, String job) {
    waiting.computeIfAbsent(session, id -> new ArrayList<>()).add(job);
  }

  /// Answers whether it stood there.
  public synchronized boolean remove(String session, String job) {
    List<String> jobs = waiting.get(session);
    if (jobs == null || !jobs.remove(job)) {
      return false;
    }
    if (jobs.isEmpty()) {
      waiting.remove(session);
    }
    return true;
  }

  /// Those of a session, the next one first.
  public synchronized List<String> of(String session) {
    return List.copyOf(waiting.getOrDefault(session, List.of()));
  }

  public synchronized boolean has(String session, String job) {
    return waiting.getOrDefault(session, List.of()).contains(job);
  }

  /// The sessions in which jobs wait.
  public synchronized Set<String> sessions() {
    return Set.copyOf(waiting.keySet());
  }
}
