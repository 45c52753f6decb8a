package dev.tenon.bench.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What the kernel counted of a process until now.
///
/// @param ticks processor time in hundredths of a second
/// @param switches how often one of its threads waited for something
/// @param writes calls that write, to whatever file
/// @param peak the largest resident memory in megabytes (10^6 bytes)
record ProcessFacts(long ticks, long switches, long writes, double peak) {
  static ProcessFacts of(long pid) throws IOException {
    Path folder = Path.of("/proc", Long.toString(pid));
    String stat = Files.readString(folder.resolve("stat"));
    // The name of the program, in brackets, may hold spaces.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    long switches = 0;
    try (var threads = Files.newDirectoryStream(folder.resolve("task"))) {
      for (Path thread : threads) {
        switches += switches(thread.resolve("status"));
      }
    }
    return new ProcessFacts(
        Long.parseLong(fields[11]) + Long.parseLong(fields[12]),
        switches,
        field(folder.resolve("io"), "syscw:"),
        field(folder.resolve("status"), "VmHWM:") * 1024 / 1e6);
  }

  private static long switches(Path status) throws IOException {
    return Files.exists(status) ? field(status, "voluntary_ctxt_switches:") : 0;
  }

  private static long field(Path file, String name) throws IOException {
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith(name)) {
        return Long.parseLong(line.replaceAll("\\D", ""));
      }
    }
    throw new IOException("the kernel tells no " + name + " in " + file);
  }
}
