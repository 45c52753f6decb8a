package dev.tenon.server.store;

import dev.tenon.server.job.record.Store;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;

class SqliteStoreTest extends StoreContract {
  @TempDir Path folder;

  @Override
  Store open(Retention retention) {
    return Stores.sqlite(folder.resolve("a/b/server.db"), retention, MOST_EVENTS, CLOCK);
  }

  @Override
  Store again(Store before) {
    before.close();
    return open(new Retention(25, 40, Duration.ofDays(3)));
  }
}
