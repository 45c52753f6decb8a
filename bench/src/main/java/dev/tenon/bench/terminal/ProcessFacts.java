package dev.tenon.bench.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What the kernel counted of a process until now.
///
/// @param writes calls that write, to whatever file
/// @param peak the largest resident memory in megabytes (10^6 bytes)
record ProcessFacts(long writes, double peak) {
  static ProcessFacts of(long pid) throws IOException {
    Path folder = Path.of("/proc", Long.toString(pid));
    return new ProcessFacts(
        field(folder.resolve("io"), "syscw:"),
        field(folder.resolve("status"), "VmHWM:") * 1024 / 1e6);
  }

  /// The number behind a name.
  static long field(Path file, String name) throws IOException {
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith(name)) {
        return Long.parseLong(line.replaceAll("\\D", ""));
      }
    }
    throw new IOException("the kernel tells no " + name + " in " + file);
  }
}
