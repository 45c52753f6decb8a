package dev.tenon.protocols.mcp.host;

import dev.tenon.core.tool.DeferredTools;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/// The known servers whose catalogues nobody has looked at yet. Their tools are made all at once,
/// in the order of the servers, so that they always have the same names. Safe for several threads.
final class ShelvedServers implements DeferredTools {
  private final OfferedTools tools;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<ServerLink> links = new ArrayList<>();
  private final AtomicInteger count = new AtomicInteger();
  private volatile boolean prompts;
  private volatile boolean loaded;

  ShelvedServers(OfferedTools tools) {
    this.tools = tools;
  }

  /// Before anybody can look for one.
  void add(ServerLink link, KnownServer known) {
    links.add(link);
    count.addAndGet(known.tools());
    if (known.prompts()) {
      prompts = true;
    }
  }

  /// Whether any of them has prompts that are not offered yet.
  boolean havePrompts() {
    return prompts;
  }

  @Override
  public int count() {
    return count.get();
  }

  @Override
  public void load() {
    if (loaded || lock.isHeldByCurrentThread()) {
      return;
    }
    lock.lock();
    try {
      if (!loaded) {
        links.forEach(tools::take);
        count.set(0);
        prompts = false;
        loaded = true;
      }
    } finally {
      lock.unlock();
    }
  }
}
