package dev.tenon.bench.measure;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// The processor time of child processes that have ended, in user and system mode together, from
/// `getrusage`. Exact to the microsecond, while `/proc` and `times` count in ticks of 10 ms.
public final class ChildTime {
  private static final int RUSAGE_CHILDREN = -1;

  /// Larger than `struct rusage` of any 64-bit Unix.
  private static final int STRUCT_BYTES = 256;

  /// The structure begins with two times, each of seconds and microseconds.
  private static final long TIME_BYTES = 16;

  private static final MethodHandle GETRUSAGE = link();

  private ChildTime() {}

  /// Restricted because a wrong signature would crash the JVM; this one is that of POSIX.
  @SuppressWarnings("restricted")
  private static MethodHandle link() {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow("getrusage"),
        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
  }

  /// So many nanoseconds until now.
  public static long nanos() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment usage = arena.allocate(STRUCT_BYTES, Long.BYTES);
      int failed = (int) GETRUSAGE.invokeExact(RUSAGE_CHILDREN, usage);
      if (failed != 0) {
        throw new IllegalStateException("getrusage failed");
      }
      return time(usage, 0) + time(usage, TIME_BYTES);
    } catch (RuntimeException | Error known) {
      throw known;
    } catch (Throwable impossible) {
      throw new IllegalStateException("getrusage throws nothing", impossible);
    }
  }

  private static long time(MemorySegment usage, long offset) {
    long seconds = usage.get(ValueLayout.JAVA_LONG, offset);
    // Four bytes on macOS, eight on Linux; the small number is in the first four of both.
    long micros = usage.get(ValueLayout.JAVA_INT, offset + Long.BYTES);
    return seconds * 1_000_000_000L + micros * 1_000L;
  }
}
