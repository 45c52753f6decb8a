package dev.tenon.bench.terminal;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// The side of a pseudo-terminal at which a person would sit, through the system calls of Linux. It
/// does not echo by itself, so whatever is seen was written by the program.
///
/// One thread may read while another writes.
final class PseudoTerminal implements AutoCloseable {
  private static final int READ_WRITE = 2;
  private static final int NOT_OURS = 0x100;
  private static final int CLOSE_ON_EXEC = 0x80000;
  private static final long GET_MODES = 0x5401;
  private static final long SET_MODES = 0x5402;
  private static final long SET_SIZE = 0x5414;
  private static final long GET_NUMBER = 0x80045430L;
  private static final long SET_LOCK = 0x40045431;
  private static final long LOCAL_MODES = 12;
  private static final int ECHO = 8;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final MethodHandle OPEN =
      link(
          "open",
          FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
  private static final MethodHandle CLOSE =
      link("close", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
  private static final MethodHandle CONTROL =
      link(
          "ioctl",
          FunctionDescriptor.of(
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_LONG,
              ValueLayout.ADDRESS),
          Linker.Option.firstVariadicArg(2));
  private static final FunctionDescriptor TRANSFER =
      FunctionDescriptor.of(
          ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG);
  private static final MethodHandle READ = link("read", TRANSFER);
  private static final MethodHandle WRITE = link("write", TRANSFER);

  private final Arena arena = Arena.ofShared();
  private final int descriptor;
  private final String path;

  PseudoTerminal(int columns, int rows) throws IOException {
    descriptor =
        (int) call(OPEN, arena.allocateFrom("/dev/ptmx"), READ_WRITE | NOT_OURS | CLOSE_ON_EXEC);
    MemorySegment word = arena.allocate(ValueLayout.JAVA_INT);
    control(SET_LOCK, word);
    control(GET_NUMBER, word);
    path = "/dev/pts/" + word.get(ValueLayout.JAVA_INT, 0);
    MemorySegment size = arena.allocate(ValueLayout.JAVA_SHORT, 4);
    size.set(ValueLayout.JAVA_SHORT, 0, (short) rows);
    size.set(ValueLayout.JAVA_SHORT, 2, (short) columns);
    control(SET_SIZE, size);
    MemorySegment modes = arena.allocate(64, 4);
    control(GET_MODES, modes);
    int local = modes.get(ValueLayout.JAVA_INT, LOCAL_MODES);
    modes.set(ValueLayout.JAVA_INT, LOCAL_MODES, local & ~ECHO);
    control(SET_MODES, modes);
  }

  /// Restricted because a wrong signature would crash the JVM; these are those of Linux.
  @SuppressWarnings("restricted")
  private static MethodHandle link(
      String name, FunctionDescriptor shape, Linker.Option... options) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), shape, options);
  }

  private void control(long request, MemorySegment argument) throws IOException {
    call(CONTROL, descriptor, request, argument);
  }

  private static long call(MethodHandle function, Object... arguments) throws IOException {
    long result;
    try {
      result = ((Number) function.invokeWithArguments(arguments)).longValue();
    } catch (RuntimeException | Error known) {
      throw known;
    } catch (Throwable impossible) {
      throw new IllegalStateException("functions of C throw nothing", impossible);
    }
    if (result < 0) {
      throw new IOException("a system call for the pseudo-terminal failed");
    }
    return result;
  }

  /// The program's side, as a file.
  String path() {
    return path;
  }

  /// Waits for output.
  ///
  /// @return how much came, or -1 when the program has left the terminal
  int read(MemorySegment into) {
    try {
      return (int) (long) READ.invokeExact(descriptor, into, into.byteSize());
    } catch (Throwable impossible) {
      throw new IllegalStateException("read throws nothing", impossible);
    }
  }

  /// Types; waits while the program does not read.
  void write(byte[] bytes) throws IOException {
    try (Arena own = Arena.ofConfined()) {
      MemorySegment from = own.allocateFrom(ValueLayout.JAVA_BYTE, bytes);
      for (long done = 0; done < bytes.length; ) {
        done += write(from.asSlice(done));
      }
    }
  }

  private long write(MemorySegment from) throws IOException {
    long count;
    try {
      count = (long) WRITE.invokeExact(descriptor, from, from.byteSize());
    } catch (Throwable impossible) {
      throw new IllegalStateException("write throws nothing", impossible);
    }
    if (count < 0) {
      throw new IOException("the program has left its terminal");
    }
    return count;
  }

  /// Only when nobody reads any more.
  @Override
  public void close() throws IOException {
    call(CLOSE, descriptor);
    arena.close();
  }
}
