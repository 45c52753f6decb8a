package dev.tenon.bench.choices;

import java.lang.management.ManagementFactory;

/// Processor time of the calling thread, which another program's work does not lengthen.
final class ThreadTime {
  private ThreadTime() {}

  static long nanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
