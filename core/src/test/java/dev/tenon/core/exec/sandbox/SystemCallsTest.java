package dev.tenon.core.exec.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.exec.sandbox.Trial.Ended;
import dev.tenon.harness.Alone;
import dev.tenon.harness.TestPrograms;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The filter of system calls on the real kernel: what is refused, and what goes on.
@Alone
class SystemCallsTest {
  /// Prints the error of each call. The arguments are such that hardly any of them would end with
  /// EPERM by itself, and that none of them would do harm; it only ever runs behind a wall.
  private static final String TRY =
      """
      #define _GNU_SOURCE
      #include <errno.h>
      #include <stdio.h>
      #include <sys/syscall.h>
      #include <unistd.h>
      #define T(name, number, a, b, c) \\
        errno = 0; if (syscall(number, a, b, c, 0L, 0L) >= 0) errno = 0; \\
        printf("%s %d\\n", name, errno);
      int main(void) {
        T("keyctl", SYS_keyctl, 0L, -3L, 0L)
        T("add_key", SYS_add_key, 0L, 0L, 0L)
        T("request_key", SYS_request_key, 0L, 0L, 0L)
        T("ptrace", SYS_ptrace, 0L, 0L, 0L)
        T("process_vm_readv", SYS_process_vm_readv, getpid(), 0L, 0L)
        T("process_vm_writev", SYS_process_vm_writev, getpid(), 0L, 0L)
        T("pidfd_getfd", 438, -1L, 0L, 0L)
        T("bpf", SYS_bpf, 99L, 0L, 0L)
        T("userfaultfd", SYS_userfaultfd, 1L, 0L, 0L)
        T("perf_event_open", SYS_perf_event_open, 0L, 0L, 0L)
        T("io_uring_setup", 425, 0L, 0L, 0L)
        T("io_uring_enter", 426, -1L, 0L, 0L)
        T("io_uring_register", 427, -1L, 0L, 0L)
        T("mount", SYS_mount, 0L, 0L, 0L)
        T("umount2", SYS_umount2, 0L, 0xffL << 8, 0L)
        T("pivot_root", SYS_pivot_root, 0L, 0L, 0L)
        T("move_mount", 429, -1L, 0L, 0L)
        T("open_tree", 428, -1L, "", 0L)
        T("fsopen", 430, 0L, ~0L, 0L)
        T("fsconfig", 431, -1L, 0L, 0L)
        T("fsmount", 432, -1L, ~0L, 0L)
        T("fspick", 433, -1L, 0L, ~0L)
        T("mount_setattr", 442, -1L, 0L, ~0L)
        T("setns", SYS_setns, -1L, 0L, 0L)
        T("open_by_handle_at", SYS_open_by_handle_at, -1L, 0L, 0L)
        T("swapon", SYS_swapon, 0L, 0L, 0L)
        T("swapoff", SYS_swapoff, 0L, 0L, 0L)
        T("kexec_load", SYS_kexec_load, 0L, ~0L, 0L)
        T("init_module", SYS_init_module, 0L, 0L, 0L)
        T("finit_module", SYS_finit_module, -1L, 0L, 0L)
        T("delete_module", SYS_delete_module, 0L, 0L, 0L)
        T("reboot", SYS_reboot, 0L, 0L, 0L)
        T("settimeofday", SYS_settimeofday, 0L, 0L, 0L)
        T("clock_settime", SYS_clock_settime, 99L, 0L, 0L)
        T("clock_adjtime", SYS_clock_adjtime, 99L, 0L, 0L)
        T("adjtimex", SYS_adjtimex, 0L, 0L, 0L)
        T("quotactl", SYS_quotactl, ~0L, 0L, 0L)
        T("acct", SYS_acct, "/nowhere/at/all", 0L, 0L)
        T("syslog", SYS_syslog, 99L, 0L, 0L)
        T("unshare", SYS_unshare, 0x10000000L, 0L, 0L)
        T("clone", SYS_clone, 0x10000011L | (1L << 16), 0L, 0L)
        T("clone3", 435, 0L, 0L, 0L)
        T("vsock", SYS_socket, 40L, 1L, 0L)
        T("personality", SYS_personality, 0x400000L, 0L, 0L)
        T("tiocsti", SYS_ioctl, -1L, 0x5412L, 0L)
        T("tioclinux", SYS_ioctl, -1L, 0x541CL, 0L)
        T("inet", SYS_socket, 2L, 1L, 0L)
        T("not random", SYS_personality, 0x40000L, 0L, 0L)
        T("winsize", SYS_ioctl, -1L, 0x5413L, 0L)
        return 0;
      }
      """;

  private static final int EPERM = 1;
  private static final int EBADF = 9;
  private static final int ENOSYS = 38;
  private static final int EAFNOSUPPORT = 97;

  private static final Map<String, Integer> OTHERWISE =
      Map.of(
          "io_uring_setup", ENOSYS,
          "io_uring_enter", ENOSYS,
          "io_uring_register", ENOSYS,
          "clone3", ENOSYS,
          "vsock", EAFNOSUPPORT,
          "inet", 0,
          "not random", 0,
          "winsize", EBADF);

  private static void skipWithoutFilter(Trial.Kind kind) {
    if (kind == Trial.Kind.UNSHARE || kind == Trial.Kind.UNSHARE_AS_NOBODY) {
      TestPrograms.require("perl");
    }
    Assumptions.assumeTrue(
        SeccompFilter.Machine.here() != null, "SKIPPED: no filter of system calls here");
  }

  private static Map<String, Integer> errors(Trial trial) throws Exception {
    TestPrograms.require("gcc");
    Files.writeString(trial.root.resolve("try.c"), TRY);
    Ended compiled =
        trial.runBare(
            List.of("gcc", "-w", "-o", trial.root + "/try", trial.root.resolve("try.c") + ""));
    assertThat(compiled.code()).as(compiled.said()).isZero();
    trial.own();
    Ended ended = trial.run("./try; exit $?");
    assertThat(ended.code()).as(ended.said()).isZero();
    Map<String, Integer> errors = new TreeMap<>();
    ended
        .said()
        .lines()
        .forEach(
            line -> {
              int at = line.lastIndexOf(' ');
              errors.put(line.substring(0, at), Integer.valueOf(line.substring(at + 1)));
            });
    return errors;
  }

  @ParameterizedTest
  @EnumSource
  void callsThatNoNamespaceCoversAreRefused(Trial.Kind kind) throws Exception {
    skipWithoutFilter(kind);
    try (var trial = new Trial(kind)) {
      Map<String, Integer> errors = errors(trial);
      assertThat(errors).hasSizeGreaterThan(40);
      assertThat(errors)
          .allSatisfy(
              (call, error) ->
                  assertThat(error).as(call).isEqualTo(OTHERWISE.getOrDefault(call, EPERM)));
      assertThat(trial.run("grep Seccomp: /proc/self/status").said()).contains("2");
    }
  }

  @ParameterizedTest
  @EnumSource
  void whereOnlyRulesHoldOnlyWhatUndoesMountsIsRefused(Trial.Kind kind) throws Exception {
    skipWithoutFilter(kind);
    try (var trial = new Trial(kind)) {
      trial.bounds(Bounds::closingOnly);
      Map<String, Integer> errors = errors(trial);
      for (String call :
          List.of("mount", "umount2", "move_mount", "fsopen", "setns", "unshare", "clone")) {
        assertThat(errors.get(call)).as(call).isEqualTo(EPERM);
      }
      for (String call : List.of("keyctl", "ptrace", "personality")) {
        assertThat(errors.get(call)).as(call).isZero();
      }
    }
  }

  /// A program, and a line that prints 1 if it works.
  private static final Map<String, String> USUAL =
      Map.ofEntries(
          Map.entry(
              "git",
              "git init -q r && cd r && git -c user.name=T -c user.email=t@example.org commit -q"
                  + " --allow-empty -m 1 && git log --format=%s"),
          Map.entry(
              "node",
              "node -e 'new (require(\"worker_threads\").Worker)(\"console.log(1)\", {eval:"
                  + " true})'"),
          Map.entry(
              "python3",
              "python3 -c 'import subprocess, threading;"
                  + " t = threading.Thread(target=lambda: subprocess.run([\"echo\", \"1\"]));"
                  + " t.start(); t.join()'"),
          Map.entry(
              "java",
              "echo 'class A { public static void main(String[] a) throws Exception {"
                  + " new Thread(() -> System.out.println(1)).start(); } }' > A.java"
                  + " && java A.java"),
          Map.entry(
              "gcc",
              "echo 'int puts(const char *s); int main(void) { return puts(\"1\") < 0; }' > a.c"
                  + " && gcc -o a a.c && ./a"),
          Map.entry("make", "echo 'all: ; @echo 1' > Makefile && make -s -j2"),
          Map.entry("tar", "mkdir d && echo 1 > d/f && tar -czf t d && tar -xzOf t d/f"),
          Map.entry("sqlite3", "sqlite3 t.db 'create table t(a); select 1'"),
          Map.entry(
              "perl", "perl -e 'if (my $p = fork) { waitpid $p, 0 } else { print qq(1\\n) }'"),
          Map.entry("bash", "set -m; (sleep 0.01; echo 1) & wait $! 2>/dev/null"),
          Map.entry("psql", "psql --version >/dev/null && echo 1"),
          Map.entry("mkfifo", "mkfifo p; (echo 1 > p &); cat p"));

  @ParameterizedTest
  @EnumSource(names = {"BWRAP", "UNSHARE"})
  void usualProgramsGoOn(Trial.Kind kind) throws Exception {
    try (var trial = new Trial(kind)) {
      for (Map.Entry<String, String> each : USUAL.entrySet()) {
        Ended ended =
            trial.run(
                "command -v "
                    + each.getKey()
                    + " >/dev/null || { echo 1; exit; }; "
                    + each.getValue());
        assertThat(ended).as(each.getKey()).isEqualTo(new Ended(0, "1\n"));
      }
    }
  }
}
