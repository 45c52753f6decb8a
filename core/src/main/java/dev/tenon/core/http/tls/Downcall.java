package dev.tenon.core.http.tls;

import java.io.File;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// Calls a function of C by its address, with four words, and gives the word that it answers.
///
/// On 64-bit Linux words travel in registers, and a callee looks only at those it declares, so that
/// this is enough for all functions without floating point and with at most four parameters. What a
/// function of type `int` gives has to be cast, for the upper half is arbitrary.
sealed interface Downcall {
  long call(long function, long a, long b, long c, long d);

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

  /// Through a function of the few bytes that [CallLibrary] has written: nothing has to be linked,
  /// so the first call is as cheap as the next.
  final class Jni implements Downcall {
    private Jni() {}

    @SuppressWarnings("restricted")
    static Jni load(File library) {
      System.load(library.getAbsolutePath());
      return new Jni();
    }

    @Override
    public long call(long function, long a, long b, long c, long d) {
      return jump(function, a, b, c, d);
    }

    private static native long jump(long function, long a, long b, long c, long d);
  }

  /// Through `java.lang.foreign`, in every JDK. To link a shape takes some twenty milliseconds of a
  /// processor and some megabytes, which no AOT cache keeps; so all functions have the same one.
  final class Linked implements Downcall {
    private final MethodHandle handle;

    @SuppressWarnings("restricted")
    Linked() {
      ValueLayout.OfLong word = ValueLayout.JAVA_LONG;
      handle =
          Linker.nativeLinker()
              .downcallHandle(FunctionDescriptor.of(word, word, word, word, word));
    }

    @Override
    public long call(long function, long a, long b, long c, long d) {
      try {
        return (long) handle.invokeExact(MemorySegment.ofAddress(function), a, b, c, d);
      } catch (Throwable impossible) {
        throw new IllegalStateException("a native call failed", impossible);
      }
    }
  }
}
