package dev.tenon.core.http.tls;

import java.io.File;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// Loads libraries of C and calls their functions, with four words each, for a word.
///
/// On 64-bit Linux words travel in registers, and a callee looks only at those it declares, so that
/// this is enough for all functions without floating point and with at most four parameters. What a
/// function of type `int` gives has to be cast, for the upper half is arbitrary.
sealed interface Downcall {
  long call(long function, long a, long b, long c, long d);

  /// A library that stays loaded.
  ///
  /// @param name as the system's loader looks for it
  /// @throws UnsatisfiedLinkError when it cannot be loaded
  Lookup open(String name);

  /// The functions of a library.
  interface Lookup {
    /// The address of a function, or 0.
    long find(String function);
  }

  /// The fastest that is there: [Jni] with the library of the distribution, else [Linked].
  static Downcall best() {
    String dist = System.getProperty("tenon.dist");
    if (dist != null && System.getProperty("os.arch", "").equals("amd64")) {
      var library = new File(dist, CallLibrary.FOLDER + "/" + CallLibrary.NAME);
      // A file that was cut would be mapped, and crash the process when it is looked at.
      if (library.length() == CallLibrary.SIZE) {
        try {
          return Jni.load(library);
        } catch (UnsatisfiedLinkError unusable) {
          // On a file system without execution, say. The other way works there, too.
          return new Linked();
        }
      }
    }
    return new Linked();
  }

  private static UnsatisfiedLinkError absent(String library) {
    return new UnsatisfiedLinkError(library + " cannot be loaded");
  }

  /// Through the two functions that [CallLibrary] has written: nothing has to be linked, so the
  /// first call is as cheap as the next.
  final class Jni implements Downcall {
    private static final long LAZILY = 1;

    private final long dlopen;
    private final long dlsym;

    private Jni() {
      dlopen = imported(0);
      dlsym = imported(1);
    }

    @SuppressWarnings("restricted")
    static Jni load(File library) {
      System.load(library.getAbsolutePath());
      return new Jni();
    }

    @Override
    public long call(long function, long a, long b, long c, long d) {
      return jump(function, a, b, c, d);
    }

    @Override
    public Lookup open(String name) {
      TransferBuffer text = TransferBuffer.take();
      try {
        long handle = jump(dlopen, text.text(name), LAZILY, 0, 0);
        if (handle == 0) {
          throw absent(name);
        }
        return new Opened(handle, dlsym);
      } finally {
        text.giveBack();
      }
    }

    private record Opened(long handle, long dlsym) implements Lookup {
      @Override
      public long find(String function) {
        TransferBuffer text = TransferBuffer.take();
        try {
          return jump(dlsym, handle, text.text(function), 0, 0);
        } finally {
          text.giveBack();
        }
      }
    }

    private static native long jump(long function, long a, long b, long c, long d);

    /// The address of one of [CallLibrary#IMPORTED].
    private static native long imported(long which);
  }

  /// Through `java.lang.foreign`, which every JDK has. To link a shape takes some twenty
  /// milliseconds of a processor and some megabytes, and no AOT cache keeps it; so all functions
  /// have the same one.
  @SuppressWarnings("restricted")
  final class Linked implements Downcall {
    private final MethodHandle handle;

    Linked() {
      ValueLayout.OfLong word = ValueLayout.JAVA_LONG;
      handle =
          Linker.nativeLinker().downcallHandle(FunctionDescriptor.of(word, word, word, word, word));
    }

    @Override
    public long call(long function, long a, long b, long c, long d) {
      try {
        return (long) handle.invokeExact(MemorySegment.ofAddress(function), a, b, c, d);
      } catch (Throwable impossible) {
        throw new IllegalStateException("a native call failed", impossible);
      }
    }

    @Override
    public Lookup open(String name) {
      try {
        return new Symbols(SymbolLookup.libraryLookup(name, Arena.global()));
      } catch (IllegalArgumentException none) {
        throw absent(name);
      }
    }

    private record Symbols(SymbolLookup library) implements Lookup {
      @Override
      public long find(String function) {
        MemorySegment found = library.find(function).orElse(null);
        return found == null ? 0 : found.address();
      }
    }
  }
}
