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

  private final Bounds bounds;
  private final SandboxFolder stage;
  private final HostInfo machine;

  private WallProbe(Bounds bounds, SandboxFolder stage, HostInfo machine) {
    this.bounds = bounds;
    this.stage = stage;
    this.machine = machine;
  }

  sealed interface Result {
    record Works(Wall wall) implements Result {}

    record Fails(String reason) implements Result {}
  }

  static Result find(Sandbox.Choice choice, Bounds bounds, SandboxFolder stage)
      throws IOException, InterruptedException {
    if (!System.getProperty("os.name", "").equals("Linux")) {
      return new Result.Fails("it needs the namespaces of Linux");
    }
    return new WallProbe(bounds, stage, HostInfo.read()).find(choice);
  }

  private Result find(Sandbox.Choice choice) throws IOException, InterruptedException {
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
    var strict = new Bwrap(program, shell, bounding, machine, Bwrap.Nested.FORBIDDEN);
    Result result = tried(strict);
    if (result instanceof Result.Fails && !machine.isRoot()) {
      Result older = tried(new Bwrap(program, shell, bounding, machine, Bwrap.Nested.POSSIBLE));
      return older instanceof Result.Works ? older : result;
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
    return tried(new Unshare(programs.get(0), programs.get(1), programs.get(2), machine));
  }

  /// Runs a look around behind the wall: the root must be read-only and Tenon's folder empty.
  private Result tried(Wall wall) throws IOException, InterruptedException {
    String look = "[ ! -w / ] && [ ! -e \"$1/sandbox\" ] && [ \"$$\" -lt 100 ]";
    List<String> argv =
        List.of("/bin/sh", "-c", look, "sh", bounds.state().toRealPath().toString());
    Process process =
        new ProcessBuilder(wall.wrap(argv, Path.of("/"), bounds, stage))
            .redirectErrorStream(true)
            .redirectInput(Path.of("/dev/null").toFile())
            .start();
    try {
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        return new Result.Fails(wall.label() + " did not answer within " + SECONDS + " s");
      }
      if (process.exitValue() == 0) {
        return new Result.Works(wall);
      }
      byte[] said = process.getInputStream().readNBytes(2000);
      String first = new String(said, StandardCharsets.UTF_8).lines().findFirst().orElse("");
      return new Result.Fails(reason(wall, first.strip()));
    } finally {
      process.destroyForcibly();
    }
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
