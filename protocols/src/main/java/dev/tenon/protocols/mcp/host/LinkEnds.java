package dev.tenon.protocols.mcp.host;

import java.util.ArrayList;
import java.util.List;

/// Ends servers, all of them side by side.
final class LinkEnds {
  private LinkEnds() {}

  static void end(List<ServerLink> links) {
    var ends = new ArrayList<Thread>();
    for (ServerLink link : links) {
      if (link.isUnused()) {
        link.close();
        continue;
      }
      ends.add(Thread.ofVirtual().name("mcp-end").start(link::close));
    }
    boolean interrupted = false;
    for (Thread each : ends) {
      interrupted |= joined(each);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean joined(Thread thread) {
    try {
      thread.join();
      return false;
    } catch (InterruptedException hurry) {
      return true;
    }
  }
}
