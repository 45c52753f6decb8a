package dev.tenon.core.exec.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A way to run a command behind mounts and namespaces.
sealed interface Wall permits Bwrap, Unshare {

  /// The name of the program that makes it.
  String label();

  /// The command line that runs `argv` in `directory` behind the wall.
  List<String> wrap(List<String> argv, Path directory, Bounds bounds, SandboxFolder stage)
      throws IOException;

  /// Where programs that build a wall are looked for. Never on the `PATH`: that may lead into a
  /// project, and these run outside of the wall.
  List<String> SYSTEM_FOLDERS =
      List.of("/usr/bin", "/bin", "/usr/sbin", "/sbin", "/run/current-system/sw/bin");

  /// The program of this name that belongs to the system.
  static @Nullable Path program(String name) {
    for (String folder : SYSTEM_FOLDERS) {
      Path program = Path.of(folder, name);
      if (Files.isExecutable(program)) {
        return program;
      }
    }
    return null;
  }

  /// What a command of root keeps: to work with files of others, as root is used to inside of a
  /// container. None of these leads through a read-only mount.
  List<String> KEPT_BY_ROOT = List.of("chown", "dac_override", "fowner");

  /// What a command of root loses when only what rules deny is closed: what undoes a mount, looks
  /// around it, or looks into a process that has none.
  List<String> LOST_BY_ROOT =
      List.of("sys_admin", "sys_ptrace", "sys_module", "sys_rawio", "dac_read_search");

  /// Whether system calls are filtered behind the wall.
  enum Filtering {
    ON,
    OFF
  }

  Filtering filtering();

  /// What of `/proc` changes the whole machine; root needs no right but its name to write there.
  List<String> READ_ONLY_PROC = List.of("sys", "sysrq-trigger", "irq", "bus", "fs", "acpi", "scsi");

  /// Variables that lead to servers outside.
  List<String> OUTSIDE =
      List.of(
          "SSH_AUTH_SOCK",
          "SSH_AGENT_PID",
          "GPG_AGENT_INFO",
          "DBUS_SESSION_BUS_ADDRESS",
          "XDG_RUNTIME_DIR");
}
