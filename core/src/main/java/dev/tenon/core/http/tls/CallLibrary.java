package dev.tenon.core.http.tls;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Writes the shared library of [Downcall.Jni] for Linux on x86-64: one function of six
/// instructions, so that no compiler of C is needed to build the distribution.
///
/// Two pages: the first has everything that is only read or executed, the second the table of the
/// dynamic loader, in which older ones write. There are no sections, for no loader reads them.
final class CallLibrary {
  static final String FOLDER = "native";
  static final String NAME = "libtenon-call.so";

  static final int SIZE = 0x1000 + 6 * 16;

  /// JNI's name of the native method.
  static final String FUNCTION =
      "Java_" + Downcall.Jni.class.getName().replace('.', '_').replace("$", "_00024") + "_jump";

  private static final int PAGE = 0x1000;
  private static final int HEADER = 64;
  private static final int PROGRAM_HEADER = 56;
  private static final int SYMBOL = 24;
  private static final int LOAD = 1;
  private static final int DYNAMIC = 2;
  private static final int GNU_STACK = 0x6474e551;
  private static final int READ = 4;
  private static final int WRITE = 2;
  private static final int EXECUTE = 1;

  /// The arguments of a native method are the environment, the class and then its own: rdi, rsi,
  /// rdx, rcx, r8, r9 and the stack. The function finds the third to the sixth of its own in the
  /// places of the first to the fourth, and returns straight to the caller.
  private static final byte[] CODE = {
    0x48, (byte) 0x89, (byte) 0xd0, // mov rax, rdx
    0x48, (byte) 0x89, (byte) 0xcf, // mov rdi, rcx
    0x4c, (byte) 0x89, (byte) 0xc6, // mov rsi, r8
    0x4c, (byte) 0x89, (byte) 0xca, // mov rdx, r9
    0x48, (byte) 0x8b, 0x4c, 0x24, 0x08, // mov rcx, [rsp + 8]
    (byte) 0xff, (byte) 0xe0, // jmp rax
  };

  private static final int PROGRAM_HEADERS = 4;
  private static final int HASH = HEADER + PROGRAM_HEADERS * PROGRAM_HEADER;
  private static final int SYMBOLS = HASH + 24;
  private static final int NAMES = SYMBOLS + 2 * SYMBOL;
  private static final int DYNAMIC_SIZE = SIZE - PAGE;

  private CallLibrary() {}

  /// @param dist the folder of the distribution
  static void write(Path dist) throws IOException {
    Path folder = Files.createDirectories(dist.resolve(FOLDER));
    Files.write(folder.resolve(NAME), bytes());
  }

  static byte[] bytes() {
    byte[] names = ("\0" + FUNCTION + "\0").getBytes(StandardCharsets.US_ASCII);
    int code = (NAMES + names.length + 15) & -16;
    ByteBuffer file = ByteBuffer.allocate(SIZE).order(ByteOrder.LITTLE_ENDIAN);
    header(file);
    programHeader(file, LOAD, READ | EXECUTE, 0, code + CODE.length);
    programHeader(file, LOAD, READ | WRITE, PAGE, DYNAMIC_SIZE);
    programHeader(file, DYNAMIC, READ | WRITE, PAGE, DYNAMIC_SIZE);
    // Without it the stacks of all threads would become executable.
    programHeader(file, GNU_STACK, READ | WRITE, 0, 0);
    // A table of hashes with one bucket, which begins with symbol 1 of 2.
    file.putInt(1).putInt(2).putInt(1).putInt(0).putInt(0).putInt(0);
    file.position(SYMBOLS + SYMBOL);
    // A global function; its section only has to be one.
    file.putInt(1).put((byte) 0x12).put((byte) 0).putShort((short) 1);
    file.putLong(code).putLong(CODE.length);
    file.put(NAMES, names);
    file.put(code, CODE);
    file.position(PAGE);
    dynamic(file, 4, HASH);
    dynamic(file, 5, NAMES);
    dynamic(file, 6, SYMBOLS);
    dynamic(file, 10, names.length);
    dynamic(file, 11, SYMBOL);
    dynamic(file, 0, 0);
    return file.array();
  }

  private static void header(ByteBuffer file) {
    file.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0}).putLong(0);
    // A shared object for x86-64.
    file.putShort((short) 3).putShort((short) 62).putInt(1);
    file.putLong(0).putLong(HEADER).putLong(0).putInt(0);
    file.putShort((short) HEADER).putShort((short) PROGRAM_HEADER);
    file.putShort((short) PROGRAM_HEADERS);
    file.putShort((short) 0).putShort((short) 0).putShort((short) 0);
  }

  private static void programHeader(ByteBuffer file, int type, int flags, long at, long size) {
    file.putInt(type).putInt(flags).putLong(at).putLong(at).putLong(at);
    file.putLong(size).putLong(size).putLong(type == LOAD ? PAGE : 8);
  }

  private static void dynamic(ByteBuffer file, long tag, long value) {
    file.putLong(tag).putLong(value);
  }
}
