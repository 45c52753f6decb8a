package dev.tenon.bench.choices;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/// Processor time of this process with all its threads.
final class ProcessTime {
  private ProcessTime() {}

  static long nanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
