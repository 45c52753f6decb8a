package dev.tenon.core.exec.shell;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Every process that one command started, however it tried to get away. On Linux they are known by
/// their descent, their session, and by the [ProcessMark] that they cannot take off; elsewhere by
/// their descent alone.
final class ProcessTree {
  private static final long KILLING = 5_000_000_000L;
  private static final long SHORTEST_PAUSE = 1_000_000L;
  private static final long LONGEST_PAUSE = 20_000_000L;

  private final Process leader;
  private final String mark;
  private final @Nullable ProcessTable table;

  ProcessTree(Process leader, String mark) {
    this.leader = leader;
    this.mark = mark;
    this.table = ProcessTable.available() ? new ProcessTable(leader, mark) : null;
  }

  /// The process that was started first.
  Process leader() {
    return leader;
  }

  String mark() {
    return mark;
  }

  /// A process that lives. The handle knows when it was started, so that a signal never reaches
  /// another one that got the same number.
  record Member(ProcessHandle handle, long started, Role role) {}

  /// What a process is there for.
  enum Role {
    WORKER,
    /// It stands around the others, and takes them with it at once when it ends. So it is not asked
    /// to: it ends by itself when they have.
    WALL
  }

  /// Whom an end met.
  ///
  /// @param ended how many processes were ended
  /// @param alive the numbers of those that could not be
  record Left(int ended, List<Long> alive) {
    static final Left NOBODY = new Left(0, List.of());
  }

  /// Those who live now, the oldest first.
  private List<Member> members() {
    var members = new ArrayList<Member>();
    if (table != null) {
      members.addAll(table.members());
    } else {
      if (leader.isAlive()) {
        members.add(new Member(leader.toHandle(), 0, Role.WORKER));
      }
      leader.descendants().filter(ProcessHandle::isAlive).forEach(it -> members.add(of(it)));
    }
    members.sort((a, b) -> Long.compare(a.started(), b.started()));
    return members;
  }

  private static Member of(ProcessHandle handle) {
    return new Member(
        handle,
        handle.info().startInstant().map(Instant::toEpochMilli).orElse(Long.MAX_VALUE),
        Role.WORKER);
  }

  /// Waits until everyone has ended by themselves, at most so long. Answers whether they have.
  boolean goes(long nanos) throws InterruptedException {
    long start = System.nanoTime();
    long pause = SHORTEST_PAUSE;
    while (!members().isEmpty()) {
      if (System.nanoTime() - start >= nanos) {
        return false;
      }
      Thread.sleep(Duration.ofNanos(pause));
      pause = Math.min(LONGEST_PAUSE, 2 * pause);
    }
    return true;
  }

  /// Ends these trees: asks first, the oldest before its children, so that no shell goes on with
  /// its next line; who is still there after the grace period, or comes up meanwhile, is killed,
  /// again and again until nobody is left. A further interrupt shortens the grace; it is kept.
  static Left end(List<ProcessTree> trees, Duration grace) {
    boolean interrupted = false;
    Set<Long> met = new HashSet<>();
    try {
      List<Member> alive = members(trees);
      if (alive.isEmpty()) {
        return Left.NOBODY;
      }
      long start = System.nanoTime();
      long pause = SHORTEST_PAUSE;
      while (!alive.isEmpty() && System.nanoTime() - start < grace.toNanos() && !interrupted) {
        for (Member member : alive) {
          if (member.role() == Role.WORKER && met.add(member.handle().pid())) {
            member.handle().destroy();
          }
        }
        LockSupport.parkNanos(pause);
        pause = Math.min(LONGEST_PAUSE, 2 * pause);
        interrupted = Thread.interrupted();
        alive = members(trees);
      }
      start = System.nanoTime();
      pause = SHORTEST_PAUSE;
      while (!alive.isEmpty() && System.nanoTime() - start < KILLING) {
        for (Member member : alive) {
          met.add(member.handle().pid());
          member.handle().destroyForcibly();
        }
        LockSupport.parkNanos(pause);
        pause = Math.min(LONGEST_PAUSE, 2 * pause);
        interrupted |= Thread.interrupted();
        alive = members(trees);
      }
      var left = new ArrayList<Long>();
      alive.forEach(member -> left.add(member.handle().pid()));
      return new Left(met.size() - left.size(), List.copyOf(left));
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static List<Member> members(List<ProcessTree> trees) {
    var all = new ArrayList<Member>();
    trees.forEach(tree -> all.addAll(tree.members()));
    return all;
  }
}
