package dev.tenon.core.http.tls;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Writes the shared library of [Downcall.Jni] for Linux on x86-64: two functions of nine
/// instructions together, so that no compiler of C is needed to build the distribution.
///
/// Two pages: the first is only read and executed, the second has what the system's loader writes
/// to: its table, and the addresses of what is imported. There are no sections, for no loader reads
/// them.
final class CallLibrary {
  static final String FOLDER = "native";
  static final String NAME = "libtenon-call.so";
  static final int SIZE = 0x1000 + 9 * 16 + 2 * 8;

  static final String JUMP = jniName("jump");
  static final String ADDRESS = jniName("imported");

  /// Resolved among what the JVM itself is linked with.
  static final List<String> IMPORTED = List.of("dlopen", "dlsym");

  private static final int PAGE = 0x1000;
  private static final int HEADER = 64;
  private static final int PROGRAM_HEADER = 56;
  private static final int PROGRAM_HEADERS = 4;
  private static final int SYMBOL = 24;
  private static final int RELOCATION = 24;
  private static final int LOAD = 1;
  private static final int DYNAMIC = 2;
  private static final int GNU_STACK = 0x6474e551;
  private static final int READ = 4;
  private static final int WRITE = 2;
  private static final int EXECUTE = 1;

  /// A native method gets the environment, the class and then its own arguments: in rdi, rsi, rdx,
  /// rcx, r8, r9 and on the stack. The third to the sixth of all and the one on the stack become
  /// the function and its first to fourth, and the function returns straight to the caller.
  private static final byte[] JUMP_CODE = {
    0x48,
    (byte) 0x89,
    (byte) 0xd0, // mov rax, rdx
    0x48,
    (byte) 0x89,
    (byte) 0xcf, // mov rdi, rcx
    0x4c,
    (byte) 0x89,
    (byte) 0xc6, // mov rsi, r8
    0x4c,
    (byte) 0x89,
    (byte) 0xca, // mov rdx, r9
    0x48,
    (byte) 0x8b,
    0x4c,
    0x24,
    0x08, // mov rcx, [rsp + 8]
    (byte) 0xff,
    (byte) 0xe0, // jmp rax
  };

  private static final byte[] ADDRESS_CODE = {
    0x48,
    (byte) 0x8d,
    0x05,
    0,
    0,
    0,
    0, // lea rax, [rip + distance of the addresses]
    0x48,
    (byte) 0x8b,
    0x04,
    (byte) 0xd0, // mov rax, [rax + 8 * rdx]
    (byte) 0xc3, // ret
  };

  private static final int HASH = HEADER + PROGRAM_HEADERS * PROGRAM_HEADER;
  private static final int SYMBOLS = HASH + 8 * 4;
  private static final int RELOCATIONS = SYMBOLS + 5 * SYMBOL;
  private static final int NAMES = RELOCATIONS + 2 * RELOCATION;
  private static final int ADDRESSES = SIZE - 2 * 8;
  private static final int DYNAMIC_SIZE = ADDRESSES - PAGE;

  private CallLibrary() {}

  private static String jniName(String method) {
    String type = Downcall.Jni.class.getName().replace('.', '_').replace("$", "_00024");
    return "Java_" + type + "_" + method;
  }

  /// @param dist the folder of the distribution
  static void write(Path dist) throws IOException {
    Path folder = Files.createDirectories(dist.resolve(FOLDER));
    Files.write(folder.resolve(NAME), bytes());
  }

  static byte[] bytes() {
    var names = new StringBuilder("\0");
    ByteBuffer file = ByteBuffer.allocate(SIZE).order(ByteOrder.LITTLE_ENDIAN);
    int jump = NAMES + 256;
    int address = jump + 32;
    header(file);
    programHeader(file, LOAD, READ | EXECUTE, 0, address + ADDRESS_CODE.length);
    programHeader(file, LOAD, READ | WRITE, PAGE, SIZE - PAGE);
    programHeader(file, DYNAMIC, READ | WRITE, PAGE, DYNAMIC_SIZE);
    // Without it the stacks of all threads would become executable.
    programHeader(file, GNU_STACK, READ | WRITE, 0, 0);
    // A table of hashes with one bucket: of 5 symbols, the first and then the second.
    file.putInt(1).putInt(5).putInt(1).putInt(0).putInt(2).putInt(0).putInt(0).putInt(0);
    file.position(SYMBOLS + SYMBOL);
    symbol(file, names, JUMP, jump, JUMP_CODE.length);
    symbol(file, names, ADDRESS, address, ADDRESS_CODE.length);
    for (String imported : IMPORTED) {
      symbol(file, names, imported, 0, 0);
    }
    for (int i = 0; i < IMPORTED.size(); i++) {
      // The address of symbol 3 + i, as it is.
      file.putLong(ADDRESSES + 8L * i).putLong((3L + i) << 32 | 6).putLong(0);
    }
    file.put(names.toString().getBytes(StandardCharsets.US_ASCII));
    if (file.position() > jump) {
      throw new IllegalStateException("the names of the functions are too long");
    }
    file.put(jump, JUMP_CODE);
    file.put(address, ADDRESS_CODE);
    file.putInt(address + 3, ADDRESSES - (address + 7));
    file.position(PAGE);
    dynamic(file, 4, HASH);
    dynamic(file, 5, NAMES);
    dynamic(file, 6, SYMBOLS);
    dynamic(file, 7, RELOCATIONS);
    dynamic(file, 8, 2 * RELOCATION);
    dynamic(file, 9, RELOCATION);
    dynamic(file, 10, names.length());
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

  /// A global function; at 0 it is one of somebody else's. Otherwise its section only has to be
  /// one.
  private static void symbol(ByteBuffer file, StringBuilder names, String name, int at, int size) {
    file.putInt(names.length()).put((byte) 0x12).put((byte) 0).putShort((short) (at == 0 ? 0 : 1));
    file.putLong(at).putLong(size);
    names.append(name).append('\0');
  }

  private static void dynamic(ByteBuffer file, long tag, long value) {
    file.putLong(tag).putLong(value);
  }
}
