package dev.tenon.core.exec.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Finds a wall that works by running a command behind it that looks whether it stands.
final class WallProbe {
  private static final int SECONDS = 10;

  /// Looks around behind the wall: the root must be read-only and Tenon's folder empty; or, where
  /// the rest is open, the wall's own folder. Prints how many filters of system calls there are.
  private static final String LOOK =
      """
      if [ "$2" = OPEN ]; then
        [ ! -e "$1" ] || exit 86
      else
        [ ! -w / ] && [ ! -e "$1" ] && [ "$$" -lt 100 ] || exit 86
      fi
      while read -r key value; do
        case $key in Seccomp:|Seccomp_filters:) echo "$key$value" ;; esac
      done </proc/self/status
      """;

  /// What the command says that has looked and found too much.
  private static final int LEFT_OPEN = 86;

  private final Bounds bounds;
  private final SandboxFolder stage;
  private final HostInfo machine;

  private WallProbe(Bounds bounds, SandboxFolder stage, HostInfo machine) {
    this.bounds = bounds;
    this.stage = stage;
    this.machine = machine;
  }

  sealed interface Result {
    /// @param unfiltered why system calls are not filtered; null when they are
    record Works(Wall wall, @Nullable String unfiltered) implements Result {}

    record Fails(String reason) implements Result {}
  }

  static Result find(Sandbox.Choice choice, Bounds bounds, SandboxFolder stage)
      throws IOException, InterruptedException {
    if (!System.getProperty("os.name", "").equals("Linux")) {
      return new Result.Fails("it needs the namespaces of Linux");
    }
    return new WallProbe(bounds, stage, HostInfo.read()).find(choice);
  }

  /// With bwrap, a process of its own stays outside until the command ends, with no more rights
  /// than the command of root has: where processes are visible, its `/proc/PID/root` leads around
  /// every mount. With unshare nobody stays; an ordinary user's command is in another user
  /// namespace.
  static boolean onlyUnshare(Bounds bounds, HostInfo machine) {
    return bounds.rest() == Bounds.Rest.OPEN && machine.isRoot();
  }

  private Result find(Sandbox.Choice choice) throws IOException, InterruptedException {
    if (onlyUnshare(bounds, machine)) {
      return unshare();
    }
    return switch (choice) {
      case BWRAP -> bwrap();
      case UNSHARE -> unshare();
      case OFF -> new Result.Fails("it is off");
      case AUTO -> {
        Result first = bwrap();
        if (first instanceof Result.Fails(String why)) {
          Result second = unshare();
          yield second instanceof Result.Fails(String also)
              ? new Result.Fails(why + "; " + also)
              : second;
        }
        yield first;
      }
    };
  }

  private Result bwrap() throws IOException, InterruptedException {
    Path program = Wall.program("bwrap");
    Path shell = Wall.program("sh");
    Path unshare = Wall.program("unshare");
    if (program == null || shell == null) {
      return new Result.Fails("bwrap is not installed (package bubblewrap)");
    }
    // Only root needs it, and only for a bound on processes.
    Path bounding = unshare == null ? program : unshare;
    boolean known = SeccompFilter.Machine.here() != null;
    Result result = new Result.Fails("bwrap was not tried");
    for (Bwrap.Nested nested : Bwrap.Nested.values()) {
      for (Wall.Filtering filtering : Wall.Filtering.values()) {
        if ((nested == Bwrap.Nested.POSSIBLE && machine.isRoot())
            || (filtering == Wall.Filtering.ON && !known)) {
          continue;
        }
        Result tried = tried(new Bwrap(program, shell, bounding, machine, nested, filtering));
        if (tried instanceof Result.Works) {
          return tried;
        }
        result = nested == Bwrap.Nested.FORBIDDEN ? tried : result;
      }
    }
    return result;
  }

  private Result unshare() throws IOException, InterruptedException {
    var programs = new ArrayList<Path>();
    for (String name : List.of("unshare", "sh", "setpriv", "mount", "pivot_root")) {
      Path program = Wall.program(name);
      if (program == null) {
        return new Result.Fails(name + " is not installed (package util-linux)");
      }
      programs.add(program);
    }
    Path perl = SeccompFilter.Machine.here() == null ? null : Wall.program("perl");
    if (perl != null) {
      Result filtered =
          tried(new Unshare(programs.get(0), programs.get(1), programs.get(2), perl, machine));
      if (filtered instanceof Result.Works) {
        return filtered;
      }
    }
    return tried(new Unshare(programs.get(0), programs.get(1), programs.get(2), null, machine));
  }

  private Result tried(Wall wall) throws IOException, InterruptedException {
    Path unseen =
        bounds.rest() == Bounds.Rest.OPEN
            ? stage.own().resolve("lock")
            : bounds.state().toRealPath().resolve("sandbox");
    List<String> argv =
        List.of("/bin/sh", "-c", LOOK, "sh", unseen.toString(), bounds.rest().name());
    Process process =
        new ProcessBuilder(wall.wrap(argv, Path.of("/"), bounds, stage))
            .redirectErrorStream(true)
            .redirectInput(Path.of("/dev/null").toFile())
            .start();
    try {
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        return new Result.Fails(wall.label() + " did not answer within " + SECONDS + " s");
      }
      String said = new String(process.getInputStream().readNBytes(2000), StandardCharsets.UTF_8);
      if (process.exitValue() == LEFT_OPEN) {
        return new Result.Fails(
            wall.label() + " runs, but a command in it could see " + unseen + " or write to /");
      }
      if (process.exitValue() != 0) {
        return new Result.Fails(reason(wall, said.lines().findFirst().orElse("").strip()));
      }
      return checked(wall, said);
    } finally {
      process.destroyForcibly();
    }
  }

  /// This process may be filtered itself, in a container: then there has to be one filter more.
  private static Result checked(Wall wall, String said) throws IOException {
    if (wall.filtering() == Wall.Filtering.OFF) {
      return new Result.Works(wall, unfiltered(wall));
    }
    String outside = Files.readString(Path.of("/proc/self/status"));
    boolean counted = number(outside, "Seccomp_filters:") >= 0;
    boolean filtered =
        number(said, "Seccomp:") == 2
            && (!counted || number(said, "Seccomp_filters:") > number(outside, "Seccomp_filters:"));
    return filtered
        ? new Result.Works(wall, null)
        : new Result.Fails(wall.label() + " does not load the filter of system calls");
  }

  private static String unfiltered(Wall wall) {
    if (SeccompFilter.Machine.here() == null) {
      return "there is none for " + System.getProperty("os.arch");
    }
    return wall instanceof Unshare && Wall.program("perl") == null
        ? "unshare needs perl for it; bwrap brings it along"
        : "the kernel did not take it";
  }

  private static int number(String status, String key) {
    for (String line : status.split("\n", -1)) {
      if (line.startsWith(key)) {
        try {
          return Integer.parseInt(line.substring(key.length()).strip());
        } catch (NumberFormatException odd) {
          return -1;
        }
      }
    }
    return -1;
  }

  private String reason(Wall wall, String said) {
    String why = machine.isRoot() ? null : forbidden();
    if (why == null) {
      boolean container =
          Files.exists(Path.of("/.dockerenv")) || Files.exists(Path.of("/run/.containerenv"));
      why = container ? "this container forbids namespaces" : "the kernel refused";
    }
    return wall.label() + " does not work: " + why + (said.isEmpty() ? "" : " (" + said + ")");
  }

  /// What this system does against user namespaces, and the way out.
  private static @Nullable String forbidden() {
    if (is("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1")) {
      return "AppArmor restricts user namespaces; an administrator can allow them with"
          + " 'sysctl kernel.apparmor_restrict_unprivileged_userns=0'";
    }
    if (is("/proc/sys/user/max_user_namespaces", "0")) {
      return "no user namespaces are allowed; an administrator can allow them with"
          + " 'sysctl user.max_user_namespaces=10000'";
    }
    if (is("/proc/sys/kernel/unprivileged_userns_clone", "0")) {
      return "user namespaces are for root only; an administrator can allow them with"
          + " 'sysctl kernel.unprivileged_userns_clone=1'";
    }
    return null;
  }

  private static boolean is(String file, String value) {
    try {
      return Files.readString(Path.of(file)).strip().equals(value);
    } catch (IOException unknown) {
      // A kernel without this switch does not forbid anything by it.
      return false;
    }
  }
}
