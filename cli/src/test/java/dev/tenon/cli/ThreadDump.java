package dev.tenon.cli;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/// What the threads of the program do, virtual ones too.
public final class ThreadDump {
  private ThreadDump() {}

  /// Whether one of them is in this method now.
  ///
  /// @param folder where the dump may lie
  /// @param method such as `Outbox.put`
  public static boolean shows(Path folder, String method) throws IOException {
    Path dump = folder.resolve("threads.txt").toAbsolutePath();
    Files.deleteIfExists(dump);
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .dumpThreads(dump.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
    return Files.readString(dump).contains(method);
  }
}
