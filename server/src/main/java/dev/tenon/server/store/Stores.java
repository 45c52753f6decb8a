package dev.tenon.server.store;

import dev.tenon.server.job.record.Store;
import java.nio.file.Path;
import java.time.Clock;

/// Opens stores.
public final class Stores {
  private Stores() {}

  public static Store memory(Retention retention, int mostEvents, Clock clock) {
    return new MemoryStore(retention, mostEvents, clock);
  }

  /// A store in one SQLite file, which is created and brought up to date if it must be.
  public static Store sqlite(Path file, Retention retention, int mostEvents, Clock clock) {
    return SqliteStore.open(file, retention, mostEvents, clock);
  }
}
