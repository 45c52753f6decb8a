package dev.tenon.core.exec.sandbox;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A program of the kernel's packet filter that refuses system calls, as `bwrap --seccomp` and the
/// kernel take it: instructions of eight bytes. What no line refuses is allowed, so that programs
/// of tomorrow run. Mounts and namespaces are what keeps commands inside; this keeps them from the
/// parts of the kernel that no namespace covers, and that its faults are found in.
final class SeccompFilter {
  private static final int LOAD = 0x20;
  private static final int AND = 0x54;
  private static final int JUMP_IF_EQUAL = 0x15;
  private static final int JUMP_IF_AT_LEAST = 0x35;
  private static final int RETURN = 0x06;

  private static final int NUMBER = 0;
  private static final int ARCHITECTURE = 4;
  private static final int FIRST_ARGUMENT = 16;
  private static final int SECOND_ARGUMENT = 24;

  private static final int ALLOW = 0x7fff0000;
  private static final int KILL = 0x80000000;
  private static final int REFUSE = 0x00050000;
  private static final int NOT_PERMITTED = REFUSE | 1;
  private static final int NOT_THERE = REFUSE | 38;
  private static final int NO_SUCH_FAMILY = REFUSE | 97;

  private static final int NEW_USER_NAMESPACE = 0x10000000;
  private static final int VSOCK = 40;
  private static final int X32 = 0x40000000;

  private static final int TYPE_INTO_TERMINAL = 0x5412;
  private static final int PASTE_INTO_CONSOLE = 0x541C;

  /// The usual one, 32 bits, an old version number, addresses that are not random.
  private static final int USUAL_PERSONALITY = 0x8 | 0x20000 | 0x40000;

  /// What the filter is for.
  enum Scope {
    /// The whole wall.
    WALL,
    /// Only what would undo a mount: everything else is as free as without a wall.
    MOUNTS
  }

  /// The architectures whose numbers are known.
  enum Machine {
    X86_64(0xC000003E, 157, 125, 126),
    AARCH64(0xC00000B7, 167, 90, 91);

    private final int code;
    private final int prctl;
    private final int capget;
    private final int capset;

    Machine(int code, int prctl, int capget, int capset) {
      this.code = code;
      this.prctl = prctl;
      this.capget = capget;
      this.capset = capset;
    }

    /// Of the calls `prctl`, `capget` and `capset`.
    List<String> numbers() {
      return List.of(Integer.toString(prctl), Integer.toString(capget), Integer.toString(capset));
    }

    static @Nullable Machine here() {
      return named(System.getProperty("os.arch", ""));
    }

    /// @param name as the property `os.arch` has it; null when there is no filter for it
    static @Nullable Machine named(String name) {
      return switch (name) {
        case "amd64", "x86_64" -> X86_64;
        case "aarch64" -> AARCH64;
        default -> null;
      };
    }
  }

  private record Instruction(int code, int then, int otherwise, int value) {}

  private final Machine machine;
  private final List<Instruction> instructions = new ArrayList<>();

  private SeccompFilter(Machine machine) {
    this.machine = machine;
  }

  /// The program of this machine; null when its architecture is not known here.
  static byte @Nullable [] here(Scope scope) {
    Machine machine = Machine.here();
    return machine == null ? null : program(scope, machine);
  }

  static byte[] program(Scope scope, Machine machine) {
    var filter = new SeccompFilter(machine);
    filter.architecture(scope);
    for (SystemCall call : SystemCall.values()) {
      boolean wanted = scope == Scope.WALL || SystemCall.UNDO_MOUNTS.contains(call);
      if (wanted && !SystemCall.BY_ARGUMENT.contains(call)) {
        filter.refuse(call);
      }
    }
    filter.namespaces();
    if (scope == Scope.WALL) {
      filter.sockets();
      filter.personality();
      filter.typing();
    } else {
      filter.refuse(SystemCall.CLONE3);
    }
    filter.add(RETURN, 0, 0, ALLOW);
    return filter.bytes();
  }

  /// The numbers below mean something else to a program of another architecture.
  private void architecture(Scope scope) {
    add(LOAD, 0, 0, ARCHITECTURE);
    add(JUMP_IF_EQUAL, 1, 0, machine.code);
    add(RETURN, 0, 0, scope == Scope.WALL ? KILL : ALLOW);
    add(LOAD, 0, 0, NUMBER);
    if (machine == Machine.X86_64) {
      // The same calls under other numbers.
      add(JUMP_IF_AT_LEAST, 0, 1, X32);
      add(RETURN, 0, 0, NOT_THERE);
    }
  }

  private void refuse(SystemCall call) {
    if (call.number(machine) != SystemCall.NONE) {
      add(JUMP_IF_EQUAL, 0, 1, call.number(machine));
      add(RETURN, 0, 0, SystemCall.AS_IF_UNKNOWN.contains(call) ? NOT_THERE : NOT_PERMITTED);
    }
  }

  /// `clone3` has its flags in memory, where a filter cannot look: it is not there at all, and
  /// libraries take `clone` then.
  private void namespaces() {
    for (SystemCall call : List.of(SystemCall.CLONE, SystemCall.UNSHARE)) {
      when(
          call,
          new Instruction(LOAD, 0, 0, FIRST_ARGUMENT),
          new Instruction(AND, 0, 0, NEW_USER_NAMESPACE),
          new Instruction(JUMP_IF_EQUAL, 0, 1, NEW_USER_NAMESPACE),
          new Instruction(RETURN, 0, 0, NOT_PERMITTED),
          new Instruction(RETURN, 0, 0, ALLOW));
    }
  }

  /// A virtual machine reaches its host through these, and no namespace parts them.
  private void sockets() {
    when(
        SystemCall.SOCKET,
        new Instruction(LOAD, 0, 0, FIRST_ARGUMENT),
        new Instruction(JUMP_IF_EQUAL, 0, 1, VSOCK),
        new Instruction(RETURN, 0, 0, NO_SUCH_FAMILY),
        new Instruction(RETURN, 0, 0, ALLOW));
  }

  private void personality() {
    when(
        SystemCall.PERSONALITY,
        new Instruction(LOAD, 0, 0, FIRST_ARGUMENT),
        // A question for the present one.
        new Instruction(JUMP_IF_EQUAL, 2, 0, 0xffffffff),
        new Instruction(AND, 0, 0, ~USUAL_PERSONALITY),
        new Instruction(JUMP_IF_EQUAL, 0, 1, 0),
        new Instruction(RETURN, 0, 0, ALLOW),
        new Instruction(RETURN, 0, 0, NOT_PERMITTED));
  }

  private void typing() {
    when(
        SystemCall.IOCTL,
        new Instruction(LOAD, 0, 0, SECOND_ARGUMENT),
        new Instruction(JUMP_IF_EQUAL, 1, 0, TYPE_INTO_TERMINAL),
        new Instruction(JUMP_IF_EQUAL, 0, 1, PASTE_INTO_CONSOLE),
        new Instruction(RETURN, 0, 0, NOT_PERMITTED),
        new Instruction(RETURN, 0, 0, ALLOW));
  }

  /// What decides about a call whose number is loaded. It ends with a return on every way.
  private void when(SystemCall call, Instruction... body) {
    add(JUMP_IF_EQUAL, 0, body.length, call.number(machine));
    instructions.addAll(List.of(body));
  }

  private void add(int code, int then, int otherwise, int value) {
    instructions.add(new Instruction(code, then, otherwise, value));
  }

  private byte[] bytes() {
    var out = new ByteArrayOutputStream(instructions.size() * 8);
    for (Instruction each : instructions) {
      ByteBuffer bytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
      bytes.putShort((short) each.code).put((byte) each.then).put((byte) each.otherwise);
      out.writeBytes(bytes.putInt(each.value).array());
    }
    return out.toByteArray();
  }
}
