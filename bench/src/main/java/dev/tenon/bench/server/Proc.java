package dev.tenon.bench.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What the kernel tells about a process.
record Proc(long pid) {
  private static final double TICK_SECONDS = 0.01;

  /// Resident memory in megabytes (10^6 bytes).
  double megabytes() throws IOException {
    return status("VmRSS:") * 1024 / 1e6;
  }

  long threads() throws IOException {
    return status("Threads:");
  }

  private long status(String name) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"))) {
      if (line.startsWith(name)) {
        return Long.parseLong(line.replaceAll("\\D", ""));
      }
    }
    throw new IOException("the kernel tells no " + name + " of process " + pid);
  }

  /// Seconds of processor time until now, user and system together, to a hundredth.
  double processorSeconds() throws IOException {
    String line = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
    // The name of the program, in brackets, may hold spaces.
    String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
    return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * TICK_SECONDS;
  }

  static Proc self() {
    return new Proc(ProcessHandle.current().pid());
  }
}
