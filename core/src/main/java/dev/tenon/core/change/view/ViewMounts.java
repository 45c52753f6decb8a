package dev.tenon.core.change.view;

import dev.tenon.core.exec.shell.Confinement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Mounts something over folders for one command alone, in a mount namespace of its own. Who is not
/// root becomes root of a user namespace for that, and himself again in a second one inside.
final class ViewMounts {
  private static final String PROGRAMS = "/usr/sbin:/usr/bin:/sbin:/bin";

  /// Mounts, removes what is staged to be gone, and becomes the command.
  private static final String ENTER =
      """
      path=$PATH
      PATH=%s
      while [ "$1" != -- ]; do
        case $1 in
          overlay)
            mount -t overlay overlay -o "lowerdir=$2,upperdir=$3,workdir=$4,userxattr" "$2" ||
              exit 125 ;;
          *) mount --bind "$3" "$2" || exit 125 ;;
        esac
        shift 4
      done
      gone=$2 directory=$3
      shift 3
      if [ -s "$gone" ]; then xargs -0 rm -rf -- <"$gone" || exit 125; fi
      cd "$directory" || { echo 'tenon: the folder of the command is gone' >&2; exit 125; }
      PATH=$path
      exec "$@"
      """
          .formatted(PROGRAMS);

  private final List<String> mounts = new ArrayList<>();
  private final Path gone;

  /// @param gone a file with paths that are to be removed, each ended by NUL
  ViewMounts(Path gone) {
    this.gone = gone;
  }

  /// What a command writes below the folder goes to `upper`.
  ViewMounts overlay(Path folder, Path upper, Path work) {
    mounts.addAll(List.of("overlay", folder.toString(), upper.toString(), work.toString()));
    return this;
  }

  /// Another folder is seen in its place.
  ViewMounts bind(Path folder, Path instead) {
    mounts.addAll(List.of("bind", folder.toString(), instead.toString(), "-"));
    return this;
  }

  Confinement confinement(String label) {
    return new Confinement() {
      @Override
      public List<String> wrap(List<String> argv, Path directory) throws IOException {
        return line(argv, directory);
      }

      @Override
      public String label() {
        return label;
      }
    };
  }

  private List<String> line(List<String> argv, Path directory) throws IOException {
    Path self = Path.of("/proc/self");
    Object user = Files.getAttribute(self, "unix:uid");
    Object group = Files.getAttribute(self, "unix:gid");
    boolean root = user.equals(0);
    var line = new ArrayList<String>(List.of("/usr/bin/unshare"));
    if (!root) {
      line.addAll(List.of("--user", "--map-root-user"));
    }
    line.addAll(List.of("--mount", "--propagation", "private", "--"));
    line.addAll(List.of("/bin/sh", "-c", ENTER, "sh"));
    line.addAll(mounts);
    line.addAll(List.of("--", gone.toString(), directory.toString()));
    if (!root) {
      line.addAll(List.of("/usr/bin/unshare", "--user"));
      line.addAll(List.of("--map-user=" + user, "--map-group=" + group, "--"));
    }
    line.addAll(argv);
    return line;
  }

  /// Whether the system lets this happen.
  boolean work(Path directory) throws IOException, InterruptedException {
    Process probe =
        new ProcessBuilder(line(List.of("/bin/sh", "-c", ":>probe && rm probe"), directory))
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!probe.waitFor(20, TimeUnit.SECONDS)) {
      probe.destroyForcibly();
      return false;
    }
    return probe.exitValue() == 0;
  }

  /// Whether a path can be written in the options of a mount.
  static boolean isPlain(Path path) {
    for (byte each : path.toString().getBytes(StandardCharsets.UTF_8)) {
      if (each <= ' ' || ":,\\\"'".indexOf(each) >= 0) {
        return false;
      }
    }
    return true;
  }
}
