package dev.tenon.core.http.tls;

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// Something of OpenSSL's that has to be freed, exactly once: by its owner, or after the owner was
/// forgotten without being closed, when the next handle is made.
final class NativeHandle extends PhantomReference<Object> {
  private static final ReferenceQueue<Object> FORGOTTEN = new ReferenceQueue<>();

  /// A reference that nobody holds would itself be collected.
  private static final Set<NativeHandle> LIVE = ConcurrentHashMap.newKeySet();

  private final Libssl library;
  private final long destructor;
  private final AtomicLong address;

  NativeHandle(Object owner, Libssl library, long destructor, long address) {
    super(owner, FORGOTTEN);
    freeForgotten();
    this.library = library;
    this.destructor = destructor;
    this.address = new AtomicLong(address);
    if (address != 0) {
      LIVE.add(this);
    }
  }

  /// The address, or 0 once it is freed.
  long address() {
    return address.get();
  }

  void free() {
    long old = address.getAndSet(0);
    if (old != 0) {
      LIVE.remove(this);
      library.call(destructor, old, 0);
    }
  }

  private static void freeForgotten() {
    Reference<?> forgotten = FORGOTTEN.poll();
    while (forgotten != null) {
      if (forgotten instanceof NativeHandle handle) {
        handle.free();
      }
      forgotten = FORGOTTEN.poll();
    }
  }

  /// How many are not freed.
  static int live() {
    freeForgotten();
    return LIVE.size();
  }
}
