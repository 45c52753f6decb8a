package dev.tenon.bench.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What the kernel counted of the threads of a process until now, by their names: of those that are
/// called alike together.
///
/// @param threads by the names that the kernel knows, of at most 15 characters
record ThreadFacts(Map<String, Work> threads) {
  /// Threads of every Java program, by how their names begin: they wake up by the clock whatever
  /// the program does.
  private static final List<String> VIRTUAL_MACHINE =
      List.of(
          "VM ",
          "GC ",
          "G1 ",
          "C1 ",
          "C2 ",
          "Signal Dispatch",
          "Service Thread",
          "Monitor Deflati",
          "Reference Handl",
          "Finalizer",
          "Common-Cleaner",
          "Notification Th",
          "Attach Listener");

  /// @param nanos on a processor
  /// @param waits how often it waited for something, and so woke up again
  record Work(long nanos, long waits) {
    Work plus(Work other) {
      return new Work(nanos + other.nanos, waits + other.waits);
    }
  }

  ThreadFacts {
    threads = Map.copyOf(threads);
  }

  static ThreadFacts of(long pid) throws IOException {
    Map<String, Work> threads = new TreeMap<>();
    try (var tasks = Files.newDirectoryStream(Path.of("/proc", Long.toString(pid), "task"))) {
      for (Path task : tasks) {
        try {
          String name = Files.readString(task.resolve("comm")).stripTrailing();
          String[] times = Files.readString(task.resolve("schedstat")).strip().split(" ", -1);
          long waits = ProcessFacts.field(task.resolve("status"), "voluntary_ctxt_switches:");
          threads.merge(name, new Work(Long.parseLong(times[0]), waits), Work::plus);
        } catch (NoSuchFileException ended) {
          // It was there a moment ago.
        }
      }
    }
    return new ThreadFacts(threads);
  }

  /// What was done since then; of threads that have ended meanwhile nothing is known.
  ThreadFacts since(ThreadFacts before) {
    Map<String, Work> done = new TreeMap<>();
    threads.forEach(
        (name, now) -> {
          Work then = before.threads.getOrDefault(name, new Work(0, 0));
          done.put(
              name,
              new Work(Math.max(0, now.nanos - then.nanos), Math.max(0, now.waits - then.waits)));
        });
    return new ThreadFacts(done);
  }

  /// Milliseconds on a processor, of all threads.
  double millis() {
    return threads.values().stream().mapToLong(Work::nanos).sum() / 1e6;
  }

  /// How often threads woke up that the program has started, and not the virtual machine.
  long wakeUps() {
    return threads.entrySet().stream()
        .filter(each -> VIRTUAL_MACHINE.stream().noneMatch(each.getKey()::startsWith))
        .mapToLong(each -> each.getValue().waits())
        .sum();
  }

  /// Those that woke up, the most often first: `keyboard 100, theme 1`.
  String awake() {
    var names = new ArrayList<>(threads.entrySet());
    names.removeIf(each -> each.getValue().waits() == 0);
    names.sort(
        Comparator.comparingLong((Map.Entry<String, Work> each) -> each.getValue().waits())
            .reversed()
            .thenComparing(Map.Entry::getKey));
    return String.join(
        ", ", names.stream().map(each -> each.getKey() + " " + each.getValue().waits()).toList());
  }
}
