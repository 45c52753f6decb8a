package dev.tenon.core.exec.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.exec.sandbox.SeccompFilter.Machine;
import dev.tenon.core.exec.sandbox.SeccompFilter.Scope;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The filter as the kernel would run it, for every architecture.
class SeccompFilterTest {
  private static final int ALLOW = 0x7fff0000;
  private static final int KILL = 0x80000000;
  private static final int EPERM = 0x00050001;
  private static final int ENOSYS = 0x00050026;
  private static final int EAFNOSUPPORT = 0x00050061;
  private static final int NEW_USER = 0x10000000;

  private static int code(Machine machine) {
    return machine == Machine.X86_64 ? 0xC000003E : 0xC00000B7;
  }

  /// What the kernel does with a call.
  private static int run(Scope scope, Machine machine, int arch, int number, long... arguments) {
    ByteBuffer data = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
    data.putInt(0, number).putInt(4, arch);
    for (int i = 0; i < arguments.length; i++) {
      data.putLong(16 + 8 * i, arguments[i]);
    }
    ByteBuffer program =
        ByteBuffer.wrap(SeccompFilter.program(scope, machine)).order(ByteOrder.LITTLE_ENDIAN);
    int accumulator = 0;
    for (int at = 0; ; at++) {
      int code = program.getShort(at * 8);
      int value = program.getInt(at * 8 + 4);
      int yes = program.get(at * 8 + 2) & 0xff;
      int no = program.get(at * 8 + 3) & 0xff;
      switch (code) {
        case 0x20 -> accumulator = data.getInt(value);
        case 0x54 -> accumulator &= value;
        case 0x15 -> at += accumulator == value ? yes : no;
        case 0x35 -> at += Integer.compareUnsigned(accumulator, value) >= 0 ? yes : no;
        case 0x06 -> {
          return value;
        }
        default -> throw new IllegalStateException("no such instruction: " + code);
      }
    }
  }

  private static int run(Scope scope, Machine machine, SystemCall call, long... arguments) {
    return run(scope, machine, code(machine), call.number(machine), arguments);
  }

  @ParameterizedTest
  @EnumSource
  void everyCallOfTheTableIsRefused(Machine machine) {
    for (SystemCall call : EnumSet.complementOf(EnumSet.copyOf(SystemCall.BY_ARGUMENT))) {
      if (call.number(machine) != SystemCall.NONE) {
        assertThat(run(Scope.WALL, machine, call))
            .as(call.name())
            .isEqualTo(SystemCall.AS_IF_UNKNOWN.contains(call) ? ENOSYS : EPERM);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyOtherCallIsAllowed(Machine machine) {
    var spoken = new java.util.HashSet<Integer>();
    for (SystemCall call : SystemCall.values()) {
      spoken.add(call.number(machine));
    }
    for (int number = 0; number < 600; number++) {
      if (!spoken.contains(number)) {
        assertThat(run(Scope.WALL, machine, code(machine), number)).isEqualTo(ALLOW);
        assertThat(run(Scope.MOUNTS, machine, code(machine), number)).isEqualTo(ALLOW);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void argumentsDecideWhereTheyCan(Machine machine) {
    for (Scope scope : Scope.values()) {
      assertThat(run(scope, machine, SystemCall.CLONE, NEW_USER | 0x11L)).isEqualTo(EPERM);
      assertThat(run(scope, machine, SystemCall.CLONE, 0x1200011L)).isEqualTo(ALLOW);
      assertThat(run(scope, machine, SystemCall.CLONE3)).isEqualTo(ENOSYS);
      assertThat(run(scope, machine, SystemCall.UNSHARE, NEW_USER | 0x20000L)).isEqualTo(EPERM);
      assertThat(run(scope, machine, SystemCall.UNSHARE, 0x400L)).isEqualTo(ALLOW);
    }
    assertThat(run(Scope.WALL, machine, SystemCall.SOCKET, 40)).isEqualTo(EAFNOSUPPORT);
    assertThat(run(Scope.WALL, machine, SystemCall.SOCKET, 2)).isEqualTo(ALLOW);
    assertThat(run(Scope.WALL, machine, SystemCall.IOCTL, 0, 0x5412)).isEqualTo(EPERM);
    assertThat(run(Scope.WALL, machine, SystemCall.IOCTL, 0, 0x541C)).isEqualTo(EPERM);
    assertThat(run(Scope.WALL, machine, SystemCall.IOCTL, 0, 0x5413)).isEqualTo(ALLOW);
    // The kernel looks at the lower half only, and so does the filter.
    assertThat(run(Scope.WALL, machine, SystemCall.IOCTL, 0, 0x1_0000_5412L)).isEqualTo(EPERM);
    for (long usual : new long[] {0, 8, 0x20000, 0x40000, 0xffffffffL}) {
      assertThat(run(Scope.WALL, machine, SystemCall.PERSONALITY, usual)).isEqualTo(ALLOW);
    }
    for (long odd : new long[] {0x400000, 0x200000, 0x100000, 1, 0x10}) {
      assertThat(run(Scope.WALL, machine, SystemCall.PERSONALITY, odd)).isEqualTo(EPERM);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theFilterOfMountsLeavesTheRest(Machine machine) {
    for (SystemCall call : SystemCall.values()) {
      if (call.number(machine) != SystemCall.NONE) {
        boolean refused = SystemCall.UNDO_MOUNTS.contains(call);
        assertThat(run(Scope.MOUNTS, machine, call))
            .as(call.name())
            .isEqualTo(refused ? EPERM : call == SystemCall.CLONE3 ? ENOSYS : ALLOW);
      }
    }
    assertThat(run(Scope.MOUNTS, machine, SystemCall.SOCKET, 40)).isEqualTo(ALLOW);
  }

  @Test
  void programsOfAnotherArchitectureEndAndX32IsNotThere() {
    int i386 = 0x40000003;
    assertThat(run(Scope.WALL, Machine.X86_64, i386, 20)).isEqualTo(KILL);
    assertThat(run(Scope.MOUNTS, Machine.X86_64, i386, 20)).isEqualTo(ALLOW);
    int x32 = 0x40000000;
    assertThat(run(Scope.WALL, Machine.X86_64, code(Machine.X86_64), x32 | 165)).isEqualTo(ENOSYS);
    assertThat(run(Scope.MOUNTS, Machine.X86_64, code(Machine.X86_64), x32)).isEqualTo(ENOSYS);
    assertThat(run(Scope.WALL, Machine.X86_64, code(Machine.X86_64), -1)).isEqualTo(ENOSYS);
  }

  @Test
  void onlyKnownArchitecturesHaveOne() {
    assertThat(Machine.named("amd64")).isEqualTo(Machine.X86_64);
    assertThat(Machine.named("aarch64")).isEqualTo(Machine.AARCH64);
    assertThat(Machine.named("riscv64")).isNull();
  }
}
