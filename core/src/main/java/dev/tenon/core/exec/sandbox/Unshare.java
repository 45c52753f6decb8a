package dev.tenon.core.exec.sandbox;

import dev.tenon.core.exec.sandbox.Mount.Rights;
import dev.tenon.core.exec.sandbox.Place.Treatment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The wall of util-linux: `unshare` makes the namespaces, one `mount -a` with a table of ours puts
/// a new root together, `pivot_root` leaves the old one, and `setpriv` gives the last rights away.
/// A user who is not root becomes root of a user namespace for that, and himself again in a second
/// one inside, which owns none of the mounts and cannot be left. The session without a terminal is
/// the shell's work, for every command.
///
/// @param perl loads the filter of system calls, for which util-linux has no program everywhere;
///   null for no filter
record Unshare(Path unshare, Path shell, Path setpriv, @Nullable Path perl, HostInfo machine)
    implements Wall {
  private static final String SYSTEM_PATH = "/usr/sbin:/usr/bin:/sbin:/bin";

  /// Process 1 of the command's own world. It outlives the command only to collect its children,
  /// and everything ends with it. Standard input is carried over by a number of its own: a shell
  /// gives what it starts in the background an empty one before it looks at redirections.
  private static final String ENTER =
      """
      new=$1 table=$2 directory=$3 network=$4 nested=$5 namespace=$6 processes=$7 memory=$8
      shift 8
      path=$PATH
      PATH=%s
      if [ "$network" = NONE ]; then ip link set lo up 2>/dev/null & fi
      mount -a -T "$table" >&2 || { echo 'tenon: the sandbox could not be mounted' >&2; exit 125; }
      wait
      [ "$namespace" = 0 ] || echo "$namespace" >/proc/sys/kernel/pid_max || exit 125
      [ "$nested" = 0 ] || echo "$nested" >/proc/sys/user/max_user_namespaces || exit 125
      cd "$new" && pivot_root . . && umount -l . || {
        echo 'tenon: the root of the sandbox could not be entered' >&2; exit 125; }
      cd "$directory" || exit 125
      PATH=$path
      unset %s
      export TMPDIR=/tmp
      exec 3<&0
      (
        ulimit -c 0
        [ "$processes" = 0 ] || ulimit -u "$processes" 2>/dev/null || ulimit -p "$processes"
        [ "$memory" = 0 ] || ulimit -d "$memory"
        echo 1000 2>/dev/null >/proc/self/oom_score_adj
        exec "$@" 3<&-
      ) <&3 &
      exec 3<&- </dev/null
      wait $!
      exit $?
      """
          .formatted(SYSTEM_PATH, String.join(" ", OUTSIDE));

  /// The same where only what rules deny is closed: the command runs in the machine's own world.
  private static final String ENTER_CLOSING =
      """
      new=$1 table=$2 directory=$3 nested=$4
      shift 4
      path=$PATH
      PATH=%s
      mount -a -T "$table" >&2 || { echo 'tenon: the sandbox could not be mounted' >&2; exit 125; }
      [ "$nested" = 0 ] || echo "$nested" >/proc/sys/user/max_user_namespaces || exit 125
      cd "$new" && pivot_root . . && umount -l . || {
        echo 'tenon: the root of the sandbox could not be entered' >&2; exit 125; }
      cd "$directory" || exit 125
      PATH=$path
      exec "$@"
      """
          .formatted(SYSTEM_PATH);

  @Override
  public String label() {
    return "unshare";
  }

  @Override
  public List<String> wrap(List<String> argv, Path directory, Bounds bounds, SandboxFolder stage)
      throws IOException {
    if (bounds.rest() == Bounds.Rest.OPEN) {
      return closing(argv, directory, bounds, stage);
    }
    List<Place> places = Layout.of(bounds);
    Path table = stage.file(table(places, stage));
    int processes = bounds.limits().processes();
    var line = new ArrayList<String>(64);
    line.add(unshare.toString());
    if (!machine.isRoot()) {
      line.addAll(List.of("--user", "--map-root-user"));
    }
    line.addAll(List.of("--mount", "--propagation", "private", "--pid", "--fork", "--kill-child"));
    line.addAll(List.of("--ipc", "--uts", "--cgroup"));
    if (bounds.network() == Bounds.Network.NONE) {
      line.add("--net");
    }
    line.addAll(List.of("--", shell.toString(), "-c", ENTER, "sh"));
    line.addAll(List.of(stage.newRoot().toString(), table.toString(), directory.toString()));
    line.add(bounds.network().name());
    line.add(machine.isRoot() ? "0" : "1");
    line.add(Integer.toString(machine.boundsProcessesByNamespace() ? processes : 0));
    line.add(Integer.toString(machine.isRoot() ? 0 : processes));
    line.add(Long.toString(bounds.limits().memory() / 1024));
    lastSteps(line, SeccompFilter.Scope.WALL, bounds);
    line.addAll(argv);
    return line;
  }

  /// Closes what the rules deny and leaves the rest as it is: no namespace but that of mounts (and,
  /// for an ordinary user, those that let him make them).
  private List<String> closing(
      List<String> argv, Path directory, Bounds bounds, SandboxFolder stage) throws IOException {
    MountTable present = MountTable.read();
    var table = new StringBuilder(1024);
    line(table, "/", stage.newRoot(), "none", "rbind");
    for (Mount mount : stage.mounts(Layout.closing(bounds, stage.own()))) {
      Path target = under(stage.newRoot(), mount.target());
      if (mount.rights() == Rights.READ_ONLY) {
        bind(table, mount.source(), target, mount.rights(), present);
      } else {
        line(table, MountTable.escaped(mount.source()), target, "none", "rbind");
      }
    }
    var line = new ArrayList<String>(64);
    line.add(unshare.toString());
    if (!machine.isRoot()) {
      line.addAll(List.of("--user", "--map-root-user"));
    }
    line.addAll(List.of("--mount", "--propagation", "private", "--"));
    line.addAll(List.of(shell.toString(), "-c", ENTER_CLOSING, "sh", stage.newRoot().toString()));
    line.addAll(List.of(stage.file(table.toString()).toString(), directory.toString()));
    line.add(machine.isRoot() ? "0" : "1");
    lastSteps(line, SeccompFilter.Scope.MOUNTS, bounds);
    line.addAll(argv);
    return line;
  }

  @Override
  public Filtering filtering() {
    return perl == null ? Filtering.OFF : Filtering.ON;
  }

  /// Becomes the user again, and gives rights away.
  private void lastSteps(List<String> line, SeccompFilter.Scope scope, Bounds bounds)
      throws IOException {
    if (!machine.isRoot()) {
      line.addAll(List.of(unshare.toString(), "--user"));
      line.add("--map-user=" + machine.user());
      line.add("--map-group=" + machine.group());
      line.add("--");
    }
    var privileges = new Privileges(scope, machine);
    // A rule that denies the program weighs more than the filter: the mounts hold without it.
    if (perl == null || isClosed(perl.toRealPath(), bounds)) {
      privileges.drop(line, setpriv);
    } else {
      privileges.dropAndFilter(line, perl);
    }
  }

  private static boolean isClosed(Path program, Bounds bounds) {
    for (ClosedPrograms.Closed each : bounds.programs().get().closed()) {
      if (each.file().equals(program)) {
        return true;
      }
    }
    return false;
  }

  /// The mounts as `fstab` has them. What is inherited keeps its `noexec`: a user namespace may not
  /// take that away.
  private static String table(List<Place> places, SandboxFolder stage) throws IOException {
    Path root = stage.newRoot();
    MountTable present = MountTable.read();
    var table = new StringBuilder(4096);
    bind(table, Path.of("/"), root, Rights.READ_ONLY, present);
    for (Path point : present.points()) {
      boolean replaced = point.startsWith("/proc") || point.startsWith("/dev");
      if (!replaced && around(places, point) == Treatment.READ_ONLY) {
        bind(table, point, under(root, point), Rights.READ_ONLY, present);
      }
    }
    devices(table, root, stage.devices());
    special(table, "proc", root.resolve("proc"), "nosuid,nodev,noexec");
    for (String name : READ_ONLY_PROC) {
      if (Files.exists(Path.of("/proc", name))) {
        Path part = root.resolve("proc").resolve(name);
        line(table, MountTable.escaped(part), part, "none", "bind,ro,nosuid,nodev,noexec");
      }
    }
    for (String name : EMPTY_PROC) {
      if (Files.exists(Path.of("/proc", name))) {
        bind(table, stage.file(""), root.resolve("proc").resolve(name), Rights.READ_ONLY, present);
      }
    }
    for (Mount mount : stage.mounts(places)) {
      bind(table, mount.source(), under(root, mount.target()), mount.rights(), present);
    }
    return table.toString();
  }

  private static void devices(StringBuilder table, Path root, Path names) {
    Path devices = root.resolve("dev");
    line(table, MountTable.escaped(names), devices, "none", "bind,ro,nosuid");
    for (String device : SandboxFolder.DEVICES) {
      line(table, "/dev/" + device, devices.resolve(device), "none", "bind,nosuid");
    }
    special(
        table,
        "devpts",
        devices.resolve("pts"),
        "newinstance,ptmxmode=0666,mode=620,nosuid,noexec");
    special(table, "tmpfs", devices.resolve("shm"), "nosuid,nodev,mode=1777");
  }

  private static void bind(
      StringBuilder table, Path source, Path target, Rights rights, MountTable present) {
    var options = new StringBuilder("rbind,nosuid,nodev");
    options.append(rights == Rights.READ_ONLY ? ",ro" : ",rw");
    if (present.isWithoutPrograms(source)) {
      options.append(",noexec");
    }
    line(table, MountTable.escaped(source), target, "none", options.toString());
  }

  private static void special(StringBuilder table, String type, Path target, String options) {
    line(table, type, target, type, options);
  }

  private static void line(
      StringBuilder table, String source, Path target, String type, String options) {
    table.append(source).append(' ').append(MountTable.escaped(target)).append(' ');
    table.append(type).append(' ').append(options).append(" 0 0\n");
  }

  private static Path under(Path root, Path absolute) {
    return root.resolve(Path.of("/").relativize(absolute));
  }

  private static Treatment around(List<Place> places, Path path) {
    Treatment around = Treatment.READ_ONLY;
    for (Place each : places) {
      if (each.treatment() != Treatment.PINNED && path.startsWith(each.path())) {
        around = each.treatment();
      }
    }
    return around;
  }
}
