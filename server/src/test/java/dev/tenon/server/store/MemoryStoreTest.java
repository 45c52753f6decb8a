package dev.tenon.server.store;

import dev.tenon.server.job.record.Store;

class MemoryStoreTest extends StoreContract {
  @Override
  Store open(Retention retention) {
    return Stores.memory(retention, MOST_EVENTS, CLOCK);
  }
}
