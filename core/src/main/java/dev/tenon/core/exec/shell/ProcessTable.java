package dev.tenon.core.exec.shell;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds the processes of one command in Linux's `/proc`. Reading one process takes about ten
/// microseconds, and a command usually leaves none, so the search is kept to those that were
/// started since. Safe for several threads.
final class ProcessTable {
  /// Process numbers are given in turn. For so long nobody can have gone all the way round.
  private static final long ONE_ROUND = 1_000_000_000L;

  private static final int LINE = 1024;
  private static final int LIMITS = 4096;
  private static final int ENVIRONMENT = 256 * 1024;

  private final Process process;
  private final long leader;
  private final byte[] mark;
  private final long begun = System.nanoTime();
  private final long since;
  private byte[] buffer = new byte[LIMITS];

  ProcessTable(Process process, String mark) {
    this.process = process;
    this.leader = process.pid();
    this.mark = mark.getBytes(StandardCharsets.US_ASCII);
    Entry first = entry(leader);
    this.since = first == null ? 0 : first.started;
  }

  static boolean available() {
    return new File("/proc/self/stat").exists();
  }

  /// One line of the table. Who is dead already has none.
  private record Entry(
      long pid, String name, long parent, long group, long session, long started) {}

  /// Those who live now.
  synchronized List<ProcessTree.Member> members() {
    Map<Long, Entry> others = new LinkedHashMap<>();
    Map<Long, Entry> members = new LinkedHashMap<>();
    for (Entry entry : entries()) {
      boolean member =
          (entry.pid == leader && process.isAlive())
              || entry.session == leader
              || entry.group == leader
              || isMarked(entry.pid);
      (member ? members : others).put(entry.pid, entry);
    }
    adopt(members, others);
    var found = new ArrayList<ProcessTree.Member>();
    for (Entry entry : members.values()) {
      Optional<ProcessHandle> handle = ProcessHandle.of(entry.pid);
      // Looked at again, so that the handle is surely of the process that was judged.
      Entry again = handle.isEmpty() ? null : entry(entry.pid);
      if (handle.isPresent() && again != null && again.started == entry.started) {
        boolean wall = entry.name.equals("bwrap") || entry.name.equals("unshare");
        found.add(
            new ProcessTree.Member(
                handle.get(),
                entry.started,
                wall ? ProcessTree.Role.WALL : ProcessTree.Role.WORKER));
      }
    }
    return found;
  }

  /// The children of members are members.
  private static void adopt(Map<Long, Entry> members, Map<Long, Entry> others) {
    for (Set<Long> young = members.keySet(); !young.isEmpty(); ) {
      Set<Long> parents = young;
      Set<Long> next = new HashSet<>();
      others.values().stream()
          .filter(it -> parents.contains(it.parent))
          .forEach(it -> next.add(it.pid));
      for (Long pid : next) {
        Entry child = others.remove(pid);
        if (child != null) {
          members.put(pid, child);
        }
      }
      young = next;
    }
  }

  private List<Entry> entries() {
    var entries = new ArrayList<Entry>();
    String[] names = new File("/proc").list();
    long last = System.nanoTime() - begun < ONE_ROUND ? lastGiven() : -1;
    for (String name : names == null ? new String[0] : names) {
      long pid = number(name);
      if (pid < 2 || !maybe(pid, last)) {
        continue;
      }
      Entry entry = entry(pid);
      if (entry != null && entry.started >= since) {
        entries.add(entry);
      }
    }
    return entries;
  }

  private boolean maybe(long pid, long last) {
    if (last < 0) {
      return true;
    }
    return last >= leader ? pid >= leader && pid <= last : pid >= leader || pid <= last;
  }

  /// The number that was given last, or -1.
  private long lastGiven() {
    int length = read("/proc/loadavg", LINE);
    int end = length;
    while (end > 0 && buffer[end - 1] <= ' ') {
      end--;
    }
    int start = end;
    while (start > 0 && buffer[start - 1] != ' ') {
      start--;
    }
    return number(new String(buffer, start, end - start, StandardCharsets.US_ASCII));
  }

  private @Nullable Entry entry(long pid) {
    int length = read("/proc/" + pid + "/stat", LINE);
    // The name in parentheses may hold anything; what follows the last one is regular.
    int at = length - 1;
    while (at > 0 && buffer[at] != ')') {
      at--;
    }
    if (at <= 0 || at + 2 >= length) {
      return null;
    }
    char state = (char) buffer[at + 2];
    if (state == 'Z' || state == 'X') {
      return null;
    }
    long[] fields = new long[20];
    int count = 0;
    long value = 0;
    boolean digits = false;
    for (int i = at + 3; i < length && count < fields.length; i++) {
      byte c = buffer[i];
      if (c >= '0' && c <= '9') {
        value = value * 10 + (c - '0');
        digits = true;
      } else if (digits) {
        fields[count++] = value;
        value = 0;
        digits = false;
      }
    }
    // After the state: parent, group, session, …; the time of the start is the 19th.
    return count < 19
        ? null
        : new Entry(pid, name(at), fields[0], fields[1], fields[2], fields[18]);
  }

  private String name(int end) {
    int start = 0;
    while (start < end && buffer[start] != '(') {
      start++;
    }
    return new String(buffer, start + 1, Math.max(0, end - start - 1), StandardCharsets.ISO_8859_1);
  }

  private boolean isMarked(long pid) {
    return contains(read("/proc/" + pid + "/limits", LIMITS))
        || contains(read("/proc/" + pid + "/environ", ENVIRONMENT));
  }

  private boolean contains(int length) {
    for (int at = 0; at + mark.length <= length; at++) {
      int same = 0;
      while (same < mark.length && buffer[at + same] == mark[same]) {
        same++;
      }
      if (same == mark.length) {
        return true;
      }
    }
    return false;
  }

  /// Reads a file into the buffer. Who ends meanwhile, or belongs to somebody else, has nothing.
  private int read(String file, int most) {
    if (buffer.length < most) {
      buffer = new byte[most];
    }
    try (var in = new FileInputStream(file)) {
      return in.readNBytes(buffer, 0, most);
    } catch (IOException gone) {
      return 0;
    }
  }

  private static long number(String text) {
    long number = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        return -1;
      }
      number = number * 10 + (c - '0');
    }
    return text.isEmpty() ? -1 : number;
  }
}
