package dev.tenon.core.exec.resident;

import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.exec.shell.GuardedProcess;
import dev.tenon.core.exec.shell.Program;
import dev.tenon.core.exec.shell.Shell;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/// The residents of one owner, such as a project or a conversation: they end with it at the latest.
/// Should this program be killed, the watchdog of the shell ends them. Safe for several threads.
public final class Residents implements AutoCloseable {
  private final Shell shell;
  private final UnaryOperator<String> mask;
  private final Set<Resident> living = new LinkedHashSet<>();
  private boolean closed;

  /// @param shell whose variables, pipes and watchdog they get; it is closed with this
  /// @param mask takes secrets out of what they say
  public Residents(Shell shell, UnaryOperator<String> mask) {
    this.shell = shell;
    this.mask = mask;
  }

  /// Starts a program.
  ///
  /// @param name what messages to people call it
  /// @param confinement what stands between it and the machine
  /// @throws IOException when it cannot be started: it does not exist, is not executable, cannot be
  ///   confined, or the owner is closed
  public Resident start(String name, Program program, Confinement confinement) throws IOException {
    failIfClosed();
    GuardedProcess process;
    try {
      process = shell.confinedBy(confinement).start(program);
    } catch (IOException failed) {
      throw new IOException(name + " cannot be started: " + failed.getMessage(), failed);
    }
    var resident = new Resident(name, process, mask, this::forget);
    synchronized (this) {
      if (!closed && resident.isAlive()) {
        living.add(resident);
      }
      if (!closed) {
        return resident;
      }
    }
    resident.kill();
    throw new IOException(name + " cannot be started: its owner is closed");
  }

  private synchronized void failIfClosed() throws IOException {
    if (closed) {
      throw new IOException("the owner is closed; nothing can be started any more");
    }
  }

  private synchronized void forget(Resident resident) {
    living.remove(resident);
  }

  /// Those that run now.
  public synchronized List<Resident> living() {
    return List.copyOf(living);
  }

  /// Ends all of them at the same time, in less than two seconds.
  @Override
  public void close() {
    List<Resident> left;
    synchronized (this) {
      closed = true;
      left = List.copyOf(living);
    }
    var ends = new ArrayList<Thread>();
    for (Resident each : left) {
      ends.add(Thread.ofVirtual().name("resident-end").start(each::close));
    }
    boolean interrupted = false;
    for (Thread each : ends) {
      interrupted |= join(each);
    }
    shell.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// Answers whether somebody is in a hurry; the end is waited for nevertheless.
  private static boolean join(Thread thread) {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        return interrupted;
      } catch (InterruptedException hurry) {
        interrupted = true;
      }
    }
  }
}
