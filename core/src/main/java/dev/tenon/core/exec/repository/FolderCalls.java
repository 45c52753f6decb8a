package dev.tenon.core.exec.repository;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// `statx` and `readdir` of the C library of Linux, for trees with thousands of folders: what the
/// file API of Java takes three times as long for. Preparing the calls takes some milliseconds, so
/// small trees do without. For one thread at a time.
final class FolderCalls {
  private static final int NO_FOLLOW = 0x100;
  private static final int HERE = -100;

  /// Kind, inode and time of change.
  private static final int WANTED = 0x1 | 0x80 | 0x100;

  private static final int LONGEST_PATH = 4096;
  private static final long NAME = 19;
  private static final long TYPE = 18;
  private static final byte FOLDER = 4;
  private static final byte UNKNOWN = 0;
  private static final boolean UTF_8 = "UTF-8".equals(System.getProperty("sun.jnu.encoding"));

  /// Constants of a class, so that the compiler makes plain calls of them.
  @SuppressWarnings("restricted")
  private static final class Library {
    static final MethodHandle OPEN = handle("opendir", ValueLayout.ADDRESS, ValueLayout.ADDRESS);
    static final MethodHandle READ = handle("readdir", ValueLayout.ADDRESS, ValueLayout.ADDRESS);
    static final MethodHandle CLOSE = handle("closedir", ValueLayout.JAVA_INT, ValueLayout.ADDRESS);
    static final MethodHandle STATX =
        handle(
            "statx",
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT,
            ValueLayout.ADDRESS,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT,
            ValueLayout.ADDRESS);

    private static MethodHandle handle(
        String name, MemoryLayout result, MemoryLayout... arguments) {
      Linker linker = Linker.nativeLinker();
      return linker.downcallHandle(
          linker.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, arguments));
    }

    static boolean isThere() {
      return STATX.type().parameterCount() > 0;
    }
  }

  private final MemorySegment path = Arena.ofAuto().allocate(LONGEST_PATH, 8);
  private final MemorySegment stat = Arena.ofAuto().allocate(256, 8);

  private FolderCalls() {}

  /// Null where they cannot be had.
  static @Nullable FolderCalls prepare() {
    boolean linux = "Linux".equals(System.getProperty("os.name"));
    if (!linux || ValueLayout.ADDRESS.byteSize() != 8) {
      return null;
    }
    try {
      return Library.isThere() ? new FolderCalls() : null;
    } catch (LinkageError otherLibrary) {
      // Another C library, or a JVM that may not call it: Java's own way works everywhere.
      return null;
    }
  }

  /// Others for another thread.
  FolderCalls another() {
    return new FolderCalls();
  }

  /// What there is in a folder; names that are not UTF-8 or of an unknown kind end the listing.
  interface Names {
    void take(String name, Kind kind);
  }

  enum Kind {
    FOLDER,
    OTHER
  }

  private boolean put(byte[] name) {
    if (name.length >= LONGEST_PATH) {
      return false;
    }
    MemorySegment.copy(name, 0, path, ValueLayout.JAVA_BYTE, 0, name.length);
    path.set(ValueLayout.JAVA_BYTE, name.length, (byte) 0);
    return true;
  }

  /// The stamp of a folder, or null when there is none at the path; no link is followed.
  FolderIndex.@Nullable Stamp stamp(byte[] name) {
    try {
      if (!put(name) || (int) Library.STATX.invokeExact(HERE, path, NO_FOLLOW, WANTED, stat) != 0) {
        return null;
      }
    } catch (RuntimeException | Error problem) {
      throw problem;
    } catch (Throwable impossible) {
      throw new IllegalStateException("a call of the C library broke", impossible);
    }
    if ((stat.get(ValueLayout.JAVA_SHORT, 28) & 0170000) != 0040000) {
      return null;
    }
    return new FolderIndex.Stamp(
        stat.get(ValueLayout.JAVA_LONG, 32),
        stat.get(ValueLayout.JAVA_LONG, 96) * 1_000_000_000L + stat.get(ValueLayout.JAVA_INT, 104));
  }

  /// Answers whether all of it could be told.
  @SuppressWarnings("restricted")
  boolean list(byte[] folder, Names names) throws IOException {
    try {
      MemorySegment directory =
          put(folder) ? (MemorySegment) Library.OPEN.invokeExact(path) : MemorySegment.NULL;
      if (directory.address() == 0) {
        throw new FileSystemException(
            new String(folder, StandardCharsets.UTF_8), null, "it cannot be opened");
      }
      try {
        while (true) {
          var entry = (MemorySegment) Library.READ.invokeExact(directory);
          if (entry.address() == 0) {
            return true;
          }
          MemorySegment raw = entry.reinterpret(NAME + 256);
          byte type = raw.get(ValueLayout.JAVA_BYTE, TYPE);
          String name = name(raw);
          if (name == null || type == UNKNOWN) {
            return false;
          }
          if (!name.equals(".") && !name.equals("..")) {
            names.take(name, type == FOLDER ? Kind.FOLDER : Kind.OTHER);
          }
        }
      } finally {
        int _ = (int) Library.CLOSE.invokeExact(directory);
      }
    } catch (IOException | RuntimeException | Error problem) {
      throw problem;
    } catch (Throwable impossible) {
      throw new IllegalStateException("a call of the C library broke", impossible);
    }
  }

  private static @Nullable String name(MemorySegment entry) {
    int length = 0;
    boolean ascii = true;
    byte each = entry.get(ValueLayout.JAVA_BYTE, NAME);
    while (each != 0) {
      ascii &= each > 0;
      length++;
      each = entry.get(ValueLayout.JAVA_BYTE, NAME + length);
    }
    byte[] bytes = entry.asSlice(NAME, length).toArray(ValueLayout.JAVA_BYTE);
    String text = new String(bytes, StandardCharsets.UTF_8);
    boolean told = UTF_8 && Arrays.equals(bytes, text.getBytes(StandardCharsets.UTF_8));
    return ascii || told ? text : null;
  }
}
