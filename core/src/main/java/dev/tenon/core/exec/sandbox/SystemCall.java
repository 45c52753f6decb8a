package dev.tenon.core.exec.sandbox;

import java.util.EnumSet;
import java.util.Set;

/// The system calls that [SeccompFilter] speaks of, with their numbers. `NONE` where an
/// architecture does not have one.
enum SystemCall {
  // What leads into other processes, or into the kernel itself.
  PTRACE(101, 117),
  PROCESS_VM_READV(310, 270),
  PROCESS_VM_WRITEV(311, 271),
  PIDFD_GETFD(438, 438),
  BPF(321, 280),
  PERF_EVENT_OPEN(298, 241),
  USERFAULTFD(323, 282),
  IO_URING_SETUP(425, 425),
  IO_URING_ENTER(426, 426),
  IO_URING_REGISTER(427, 427),
  INIT_MODULE(175, 105),
  FINIT_MODULE(313, 273),
  DELETE_MODULE(176, 106),
  CREATE_MODULE(174, SystemCall.NONE),
  QUERY_MODULE(178, SystemCall.NONE),
  GET_KERNEL_SYMS(177, SystemCall.NONE),
  KEXEC_LOAD(246, 104),
  KEXEC_FILE_LOAD(320, 294),
  IOPL(172, SystemCall.NONE),
  IOPERM(173, SystemCall.NONE),
  LOOKUP_DCOOKIE(212, 18),
  SYSLOG(103, 116),
  // Keys of the user's session, which no namespace parts.
  KEYCTL(250, 219),
  ADD_KEY(248, 217),
  REQUEST_KEY(249, 218),
  // What changes mounts, or goes around them.
  MOUNT(165, 40),
  UMOUNT2(166, 39),
  PIVOT_ROOT(155, 41),
  MOVE_MOUNT(429, 429),
  OPEN_TREE(428, 428),
  OPEN_TREE_ATTR(467, 467),
  FSOPEN(430, 430),
  FSCONFIG(431, 431),
  FSMOUNT(432, 432),
  FSPICK(433, 433),
  MOUNT_SETATTR(442, 442),
  SETNS(308, 268),
  OPEN_BY_HANDLE_AT(304, 265),
  // What belongs to the whole machine.
  REBOOT(169, 142),
  SWAPON(167, 224),
  SWAPOFF(168, 225),
  SETTIMEOFDAY(164, 170),
  CLOCK_SETTIME(227, 112),
  CLOCK_ADJTIME(305, 266),
  ADJTIMEX(159, 171),
  ACCT(163, 89),
  QUOTACTL(179, 60),
  QUOTACTL_FD(443, 443),
  NFSSERVCTL(180, 42),
  // Refused for some arguments only.
  CLONE(56, 220),
  CLONE3(435, 435),
  UNSHARE(272, 97),
  SOCKET(41, 198),
  PERSONALITY(135, 92),
  IOCTL(16, 29);

  static final int NONE = -1;

  /// What would undo a mount, whatever capabilities are left.
  static final Set<SystemCall> UNDO_MOUNTS =
      EnumSet.of(
          MOUNT,
          UMOUNT2,
          PIVOT_ROOT,
          MOVE_MOUNT,
          OPEN_TREE,
          OPEN_TREE_ATTR,
          FSOPEN,
          FSCONFIG,
          FSMOUNT,
          FSPICK,
          MOUNT_SETATTR,
          SETNS,
          OPEN_BY_HANDLE_AT,
          BPF,
          INIT_MODULE,
          FINIT_MODULE,
          KEXEC_LOAD,
          KEXEC_FILE_LOAD);

  /// Whoever looks for these goes on without them when they are not there.
  static final Set<SystemCall> AS_IF_UNKNOWN =
      EnumSet.of(IO_URING_SETUP, IO_URING_ENTER, IO_URING_REGISTER, CLONE3);

  /// Those whose arguments decide.
  static final Set<SystemCall> BY_ARGUMENT = EnumSet.of(CLONE, UNSHARE, SOCKET, PERSONALITY, IOCTL);

  private final int intel;
  private final int arm;

  SystemCall(int intel, int arm) {
    this.intel = intel;
    this.arm = arm;
  }

  int number(SeccompFilter.Machine machine) {
    return switch (machine) {
      case X86_64 -> intel;
      case AARCH64 -> arm;
    };
  }
}
