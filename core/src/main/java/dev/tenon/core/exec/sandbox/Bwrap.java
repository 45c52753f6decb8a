package dev.tenon.core.exec.sandbox;

import dev.tenon.core.exec.sandbox.Mount.Rights;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The wall of bubblewrap.
///
/// @param nested whether the program can forbid further user namespaces inside; old ones cannot
/// @param filtering whether system calls are filtered
record Bwrap(
    Path program, Path shell, Path unshare, HostInfo machine, Nested nested, Filtering filtering)
    implements Wall {

  enum Nested {
    FORBIDDEN,
    POSSIBLE
  }

  /// Runs inside of the wall, before the command: bounds what it uses, and lets the kernel choose
  /// it first when memory ends.
  private static final String BOUND =
      """
      ulimit -c 0
      [ "$1" = 0 ] || ulimit -u "$1" 2>/dev/null || ulimit -p "$1" 2>/dev/null
      [ "$2" = 0 ] || ulimit -d "$2"
      echo 1000 2>/dev/null >/proc/self/oom_score_adj
      shift 2
      exec "$@"
      """;

  /// Runs around the wall: bounds the processes of root, whom no other limit binds, and opens the
  /// filter of system calls, which bwrap takes as a number only.
  private static final String PREPARE =
      """
      [ "$1" = 0 ] || echo "$1" >/proc/sys/kernel/pid_max || exit 125
      [ -z "$2" ] || exec 9<"$2" || exit 125
      shift 2
      exec "$@"
      """;

  @Override
  public String label() {
    return "bwrap";
  }

  @Override
  public List<String> wrap(List<String> argv, Path directory, Bounds bounds, SandboxFolder stage)
      throws IOException {
    if (bounds.rest() == Bounds.Rest.OPEN) {
      return closing(argv, directory, bounds, stage);
    }
    var line = new ArrayList<String>(128);
    int processes = bounds.limits().processes();
    boolean bounding = machine.isRoot() && machine.boundsProcessesByNamespace() && processes > 0;
    if (bounding) {
      line.addAll(List.of(unshare.toString(), "--pid", "--fork", "--kill-child", "--"));
    }
    start(line, SeccompFilter.Scope.WALL, bounding ? processes : 0, stage);
    line.addAll(List.of("--die-with-parent", "--new-session"));
    line.addAll(List.of("--unshare-pid", "--unshare-ipc", "--unshare-uts"));
    line.add("--unshare-cgroup-try");
    if (bounds.network() == Bounds.Network.NONE) {
      line.add("--unshare-net");
    }
    user(line);
    line.addAll(List.of("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"));
    for (String part : READ_ONLY_PROC) {
      line.addAll(List.of("--ro-bind-try", "/proc/" + part, "/proc/" + part));
    }
    for (Mount mount : stage.mounts(Layout.of(bounds))) {
      line.add(mount.rights() == Rights.READ_ONLY ? "--ro-bind" : "--bind");
      line.add(mount.source().toString());
      line.add(mount.target().toString());
    }
    line.addAll(List.of("--setenv", "TMPDIR", "/tmp"));
    for (String variable : OUTSIDE) {
      line.addAll(List.of("--unsetenv", variable));
    }
    line.addAll(List.of("--chdir", directory.toString(), "--"));
    line.addAll(List.of(shell.toString(), "-c", BOUND, "sh"));
    line.add(Integer.toString(machine.isRoot() ? 0 : processes));
    line.add(Long.toString(bounds.limits().memory() / 1024));
    line.addAll(argv);
    return line;
  }

  /// Closes what the rules deny and leaves the rest as it is, for an ordinary user: no namespace
  /// but that of mounts, and the one that lets him make them. See [WallProbe#onlyUnshare] for root.
  private List<String> closing(
      List<String> argv, Path directory, Bounds bounds, SandboxFolder stage) throws IOException {
    var line = new ArrayList<String>(64);
    start(line, SeccompFilter.Scope.MOUNTS, 0, stage);
    line.add("--die-with-parent");
    user(line);
    line.addAll(List.of("--dev-bind", "/", "/"));
    for (Mount mount : stage.mounts(Layout.closing(bounds, stage.own()))) {
      line.add(mount.rights() == Rights.READ_ONLY ? "--ro-bind" : "--dev-bind");
      line.add(mount.source().toString());
      line.add(mount.target().toString());
    }
    line.addAll(List.of("--chdir", directory.toString(), "--"));
    line.addAll(argv);
    return line;
  }

  private void start(
      List<String> line, SeccompFilter.Scope scope, int processes, SandboxFolder stage)
      throws IOException {
    byte[] filter = filtering == Filtering.ON ? SeccompFilter.here(scope) : null;
    if (filter != null || processes > 0) {
      line.addAll(List.of(shell.toString(), "-c", PREPARE, "sh", Integer.toString(processes)));
      line.add(filter == null ? "" : stage.filter(scope, filter).toString());
    }
    line.add(program.toString());
    if (filter != null) {
      line.addAll(List.of("--seccomp", "9"));
    }
  }

  private void user(List<String> line) {
    line.addAll(List.of("--cap-drop", "ALL"));
    if (machine.isRoot()) {
      for (String kept : KEPT_BY_ROOT) {
        line.addAll(List.of("--cap-add", "CAP_" + kept.toUpperCase(Locale.ROOT)));
      }
      return;
    }
    line.add("--unshare-user");
    line.addAll(List.of("--uid", Integer.toString(machine.user())));
    line.addAll(List.of("--gid", Integer.toString(machine.group())));
    if (nested == Nested.FORBIDDEN) {
      line.add("--disable-userns");
    }
  }
}
