package dev.tenon.core.workspace.state;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/// Lists a folder with all that `statx` tells about its names, by calling the C library of Linux:
/// about twice as quick as the file API of Java, which matters with tens of thousands of files.
/// Preparing the calls takes longer than a small scan, so only large trees are worth it. For one
/// thread.
final class NativeListing {
  private static final int NO_FOLLOW = 0x100;
  private static final int BASIC = 0x7ff;
  private static final long NAME = 19;
  private static final long LONGEST_NAME = 256;
  private static final long SECOND = 1_000_000_000L;

  private static volatile @Nullable Calls prepared;
  private static volatile boolean unusable;

  private final Calls calls;
  private final MemorySegment stat;

  private NativeListing(Calls calls, Arena arena) {
    this.calls = calls;
    this.stat = arena.allocate(256, 8);
  }

  private record Calls(
      MethodHandle open,
      MethodHandle read,
      MethodHandle close,
      MethodHandle descriptor,
      MethodHandle statx) {}

  /// Takes what is in a folder.
  interface Sink {
    void take(String name, FileFingerprint fingerprint);

    /// Something whose name is no text.
    ///
    /// @param escaped the name with the bytes that are none written as `\xe9`
    default void takeUnnamed(String escaped, FileFingerprint fingerprint) {}
  }

  /// One for this thread, or null where it cannot be had.
  ///
  /// @param arena lives as long as the listing is used
  static @Nullable NativeListing open(Arena arena) {
    Calls known = prepared;
    if (known == null && !unusable) {
      known = prepare();
      prepared = known;
      unusable = known == null;
    }
    return known == null ? null : new NativeListing(known, arena);
  }

  @SuppressWarnings("restricted")
  private static @Nullable Calls prepare() {
    boolean linux = "Linux".equals(System.getProperty("os.name"));
    boolean wide = ValueLayout.ADDRESS.byteSize() == 8;
    if (!linux || !wide || !"UTF-8".equals(System.getProperty("sun.jnu.encoding"))) {
      return null;
    }
    try {
      Linker linker = Linker.nativeLinker();
      SymbolLookup library = linker.defaultLookup();
      return new Calls(
          linker.downcallHandle(
              library.findOrThrow("opendir"),
              FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.ADDRESS)),
          linker.downcallHandle(
              library.findOrThrow("readdir"),
              FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.ADDRESS)),
          linker.downcallHandle(
              library.findOrThrow("closedir"),
              FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS)),
          linker.downcallHandle(
              library.findOrThrow("dirfd"),
              FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS)),
          linker.downcallHandle(
              library.findOrThrow("statx"),
              FunctionDescriptor.of(
                  ValueLayout.JAVA_INT,
                  ValueLayout.JAVA_INT,
                  ValueLayout.ADDRESS,
                  ValueLayout.JAVA_INT,
                  ValueLayout.JAVA_INT,
                  ValueLayout.ADDRESS)));
    } catch (NoSuchElementException
        | UnsupportedOperationException
        | IllegalCallerException other) {
      // Another C library, or a JVM that may not call it: Java's own way works everywhere.
      return null;
    }
  }

  void list(Path folder, Sink sink) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      var directory = (MemorySegment) calls.open.invokeExact(arena.allocateFrom(folder.toString()));
      if (directory.address() == 0) {
        throw new FileSystemException(folder.toString(), null, "it cannot be opened");
      }
      try {
        list(directory, sink);
      } finally {
        int _ = (int) calls.close.invokeExact(directory);
      }
    } catch (IOException | RuntimeException | Error problem) {
      throw problem;
    } catch (Throwable impossible) {
      throw new IllegalStateException("a call of the C library broke", impossible);
    }
  }

  @SuppressWarnings("restricted")
  private void list(MemorySegment directory, Sink sink) throws Throwable {
    int descriptor = (int) calls.descriptor.invokeExact(directory);
    while (true) {
      var entry = (MemorySegment) calls.read.invokeExact(directory);
      if (entry.address() == 0) {
        return;
      }
      MemorySegment name = entry.reinterpret(NAME + LONGEST_NAME).asSlice(NAME, LONGEST_NAME);
      if (isDots(name)) {
        continue;
      }
      int failed = (int) calls.statx.invokeExact(descriptor, name, NO_FOLLOW, BASIC, stat);
      if (failed == 0) {
        take(name, sink);
      }
    }
  }

  private void take(MemorySegment name, Sink sink) {
    String text = name.getString(0);
    if (text.indexOf(UnnamedFile.REPLACED) < 0) {
      sink.take(text, fingerprint());
      return;
    }
    byte[] bytes = new byte[length(name)];
    MemorySegment.copy(name, ValueLayout.JAVA_BYTE, 0, bytes, 0, bytes.length);
    if (Arrays.equals(bytes, text.getBytes(StandardCharsets.UTF_8))) {
      sink.take(text, fingerprint());
    } else {
      sink.takeUnnamed(UnnamedFile.escaped(bytes), fingerprint());
    }
  }

  private static int length(MemorySegment name) {
    int length = 0;
    while (name.get(ValueLayout.JAVA_BYTE, length) != 0) {
      length++;
    }
    return length;
  }

  private static boolean isDots(MemorySegment name) {
    if (name.get(ValueLayout.JAVA_BYTE, 0) != '.') {
      return false;
    }
    byte second = name.get(ValueLayout.JAVA_BYTE, 1);
    return second == 0 || (second == '.' && name.get(ValueLayout.JAVA_BYTE, 2) == 0);
  }

  private FileFingerprint fingerprint() {
    return FileFingerprint.of(
        stat.get(ValueLayout.JAVA_SHORT, 28) & 0xffff,
        stat.get(ValueLayout.JAVA_LONG, 40),
        nanos(112),
        nanos(96),
        stat.get(ValueLayout.JAVA_LONG, 32));
  }

  private long nanos(long at) {
    return stat.get(ValueLayout.JAVA_LONG, at) * SECOND + stat.get(ValueLayout.JAVA_INT, at + 8);
  }
}
