package dev.tenon.core.exec.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.exec.sandbox.Trial.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A denied program is closed however it is called. The program is a decoy, `beacon`, in a folder
/// of the path, with a link and a hard link of other names beside it.
class DeniedProgramsTest {
  private static final String RULE = "deny bash(beacon)";

  /// Each prints "reached" if the program runs; `$tools` is its folder.
  private static final List<String> WAYS =
      List.of(
          "beacon",
          "$tools/beacon",
          "$tools/../tools/./beacon",
          "env beacon",
          "sh -c beacon",
          "bash -c 'eval beacon'",
          "b=bea; ${b}con",
          "$(echo beacon)",
          "$tools/be?con",
          "shopt -s expand_aliases; alias b=beacon\nb",
          "f() { beacon; }; f",
          "trap beacon EXIT; exit 0",
          "command beacon",
          "exec beacon",
          "(beacon) | cat",
          "echo x | xargs beacon",
          "find . -maxdepth 0 -exec beacon \\;",
          "timeout 5 nice beacon",
          "setsid -w beacon",
          "printf '#!%s\\n' \"$tools/beacon\" > s; chmod +x s; ./s",
          "printf 'beacon\\n' > s; sh s",
          "cp \"$(command -v beacon || echo $tools/beacon)\" c; chmod +x c; ./c",
          "cat $tools/beacon > c; chmod +x c; ./c",
          "dd if=$tools/beacon of=c 2>/dev/null; sh c",
          "ln -s $tools/beacon l; ./l",
          "ln $tools/beacon h; ./h || sh $tools/beacon",
          "bash $tools/beacon",
          ". $tools/beacon",
          "sh < $tools/beacon",
          "/proc/self/root/$tools/beacon",
          "cd $tools && ./beacon",
          "lantern",
          "lamp",
          "$tools/lamp",
          "awk 'BEGIN { system(\"beacon\") }'",
          "touch f; tar -I beacon -cf - f",
          "touch f; tar -cf t f; tar --to-command=beacon -xf t",
          "touch f; tar -cf t --checkpoint=1 --checkpoint-action=exec=beacon f",
          "git -c alias.x='!beacon' x",
          "echo 1 > a; echo 2 > b; GIT_EXTERNAL_DIFF=beacon git diff --no-index a b",
          "GIT_SSH_COMMAND='beacon >&2; :' git ls-remote ssh://localhost/x",
          "GIT_EDITOR=beacon git var GIT_EDITOR | sh",
          "perl -e 'system(qq(beacon))'",
          "perl -e 'exec { $ARGV[0] } @ARGV' $tools/beacon",
          "echo 'all: ; @beacon' > Makefile; make -s");

  /// These only ever work against the wall.
  private static final List<String> WAYS_AROUND =
      List.of(
          "umount $tools/beacon; beacon",
          "umount -l $tools/beacon; $tools/beacon",
          "mv $tools/beacon b; ./b",
          "mv $tools t; t/beacon",
          "rm -f $tools/beacon; lamp",
          "chmod +x $tools/beacon; beacon",
          "chmod 755 $tools/beacon; echo 'echo reached' > $tools/beacon; beacon",
          "unshare -Urm sh -c \"umount -l $tools/beacon; $tools/beacon\"",
          "unshare -m sh -c \"umount -l $tools/beacon; $tools/beacon\"",
          "mkdir -p m; unshare -Urm sh -c \"mount --bind $tools m; m/beacon\"",
          "mkdir -p m; mount --bind $tools m; m/beacon",
          "mkdir -p m; unshare -Urm sh -c"
              + " \"mount -t overlay -o lowerdir=$tools:/usr/bin none m; m/beacon\"",
          "nsenter -t 1 -m $tools/beacon",
          "nsenter -t $outside -m $tools/beacon",
          "/proc/1/root$tools/beacon",
          "/proc/$outside/root$tools/beacon",
          "cat /proc/$outside/root$tools/beacon | sh");

  /// Where the rest is open, a command of root may look into a process of root that has no more
  /// rights than itself. Whether there is one depends on the machine.
  private static final String WAY_THROUGH_PROCESSES =
      "for p in /proc/[0-9]*; do $p/root$tools/beacon; $p/cwd/../tools/beacon; done";

  private static Path tools(Trial trial) throws IOException {
    Path tools = Files.createDirectories(trial.base.resolve("tools"));
    Path beacon = Files.writeString(tools.resolve("beacon"), "#!/bin/sh\necho reached\n");
    Files.setPosixFilePermissions(beacon, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.createSymbolicLink(tools.resolve("lantern"), beacon);
    Files.createLink(tools.resolve("lamp"), beacon);
    trial.own();
    return tools;
  }

  private static void deny(Trial trial, Path tools) {
    var finder =
        new ProgramFinder(
            List.of(new ProgramFinder.Denied("beacon", RULE)), tools + ":/usr/bin", trial.home);
    trial.bounds(bounds -> bounds.without(finder::now));
  }

  private static Ended run(Trial trial, Path tools, String way) throws Exception {
    long outside = ProcessHandle.current().pid();
    return trial.run(
        "tools=" + tools + " outside=" + outside + "; PATH=$tools:$PATH; rm -rf ./[!.]*\n" + way);
  }

  private static void assertClosed(Trial trial, Path tools) throws Exception {
    for (String way : WAYS) {
      assertThat(run(trial, tools, way).said()).as(way).doesNotContain("reached");
    }
    for (String way : WAYS_AROUND) {
      assertThat(run(trial, tools, way).said()).as(way).doesNotContain("reached");
      assertThat(tools.resolve("beacon")).as(way).hasContent("#!/bin/sh\necho reached\n");
    }
    assertThat(run(trial, tools, "echo still; git --version; awk 'BEGIN { print 1 }'").said())
        .contains("still", "git version", "1");
  }

  @ParameterizedTest
  @EnumSource
  void everyWayIsClosed(Trial.Kind kind) throws Exception {
    try (var trial = new Trial(kind)) {
      Path tools = tools(trial);
      deny(trial, tools);
      assertClosed(trial, tools);
      assertThat(run(trial, tools, WAY_THROUGH_PROCESSES).said()).doesNotContain("reached");
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyWayIsClosedWhereTheRestIsOpen(Trial.Kind kind) throws Exception {
    try (var trial = new Trial(kind)) {
      Path tools = tools(trial);
      deny(trial, tools);
      trial.bounds(Bounds::closingOnly);
      assertClosed(trial, tools);
      if (!Files.getAttribute(trial.root, "unix:uid").equals(0)) {
        assertThat(run(trial, tools, WAY_THROUGH_PROCESSES).said()).doesNotContain("reached");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void mountsHoldWithoutAFilterOfSystemCalls(Trial.Kind kind) throws Exception {
    try (var trial = new Trial(kind)) {
      trial.unfiltered();
      Path tools = tools(trial);
      deny(trial, tools);
      for (Bounds.Rest rest : Bounds.Rest.values()) {
        for (String way : WAYS_AROUND) {
          assertThat(run(trial, tools, way).said()).as(rest + way).doesNotContain("reached");
        }
        trial.bounds(Bounds::closingOnly);
      }
      assertThat(trial.run("grep Seccomp: /proc/self/status").said()).doesNotContain("2");
    }
  }

  @ParameterizedTest
  @EnumSource
  void evenWhatLoadsTheFilterMayBeDenied(Trial.Kind kind) throws Exception {
    try (var trial = new Trial(kind)) {
      var finder =
          new ProgramFinder(
              List.of(new ProgramFinder.Denied("perl", "deny bash(perl)")), "/usr/bin", trial.home);
      trial.bounds(bounds -> bounds.without(finder::now));
      assertThat(trial.run("perl -e 'print 9'; grep -E 'NoNewPrivs|CapEff' /proc/self/status"))
          .returns(0, Ended::code)
          .satisfies(
              ended ->
                  assertThat(ended.said())
                      .doesNotContain("9\n")
                      .containsPattern("NoNewPrivs:\\s+1")
                      .containsPattern("CapEff:\\s+00000000000000(00|0b)"));
    }
  }

  @Test
  void whatIsNotDeniedIsReached() throws Exception {
    try (var trial = new Trial(Trial.Kind.UNSHARE)) {
      Path tools = tools(trial);
      for (String way : WAYS) {
        boolean needsProgram = way.startsWith("perl") || way.endsWith("make -s");
        Ended ended = run(trial, tools, way);
        assertThat(ended.said().contains("reached") || needsProgram)
            .as(way + ": " + ended.said())
            .isTrue();
      }
    }
  }

  @Test
  void theResultNamesTheRule() {
    var closed =
        new ClosedPrograms(
            List.of(new ClosedPrograms.Closed("curl", Path.of("/usr/bin/curl"), "deny bash(curl)")),
            List.of());
    Bounds bounds = Bounds.of(Path.of("/p"), Path.of("/s"), Path.of("/h")).without(() -> closed);
    for (String said :
        List.of(
            "bash: line 1: /usr/bin/curl: Permission denied",
            "error: cannot run curl: Permission denied",
            "PermissionError: [Errno 13] Permission denied: 'curl'",
            "Error: spawn curl EACCES",
            "java.io.IOException: Cannot run program \"curl\": error=13, Permission denied",
            "env: ‘curl’: Permission denied")) {
      for (Bounds each : List.of(bounds, bounds.closingOnly())) {
        assertThat(WallHints.of(126, "first\n" + said, each))
            .containsExactly("curl is closed by the rule deny bash(curl)");
      }
      assertThat(WallHints.of(0, said, bounds)).hasSize(1);
    }
    assertThat(WallHints.of(1, "curl: (7) Failed\nx: Permission denied", bounds)).isEmpty();
    assertThat(WallHints.of(1, "libcurl-x: Permission denied", bounds)).isEmpty();
  }
}
