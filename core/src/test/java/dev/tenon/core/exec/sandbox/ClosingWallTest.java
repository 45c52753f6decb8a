package dev.tenon.core.exec.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.exec.sandbox.Trial.Ended;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The wall of mode full: it closes what rules deny, and everything else is as without a wall.
/// Denied programs are in [DeniedProgramsTest].
class ClosingWallTest {

  private static Trial closing(List<Path> denied, List<Path> sealed, Trial trial) {
    trial.bounds(
        b ->
            new Bounds(
                    b.writable(),
                    b.readOnly(),
                    b.hidden(),
                    () -> denied,
                    () -> sealed,
                    b.programs(),
                    b.state(),
                    b.home(),
                    b.network(),
                    b.limits(),
                    b.rest())
                .closingOnly());
    return trial;
  }

  @ParameterizedTest
  @EnumSource
  void whatNoRuleDeniesIsAsWithoutAWall(Trial.Kind kind) throws Exception {
    Path ofHost = Files.createTempFile("tenon-host", ".txt");
    try (var trial = new Trial(kind);
        var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      closing(List.of(), List.of(), trial);
      long self = ProcessHandle.current().pid();
      Ended ended =
          trial.run(
              """
              echo changed > %s && echo 1
              echo > /dev/tcp/127.0.0.1/%d && echo 2
              [ -d /proc/%d ] && echo 3
              [ -e %s ] && echo 4
              [ "$(ls /dev | wc -l)" = %d ] && echo 5
              [ -z "$TMPDIR" ] && echo 6
              [ "$(id -u)" = "$(stat -c %%u .)" ] && echo 7
              echo x >> .git/config && echo 8
              [ "$(hostname)" = "$(cat /proc/sys/kernel/hostname)" ] && echo 9
              mkdir -p ../outside/a && mv ../outside/a ../outside/b && rmdir ../outside/b && echo 10
              cat %s
              exit 7
              """
                  .formatted(
                      trial.outside.resolve("decoy"),
                      server.getLocalPort(),
                      self,
                      ofHost,
                      count(Path.of("/dev")),
                      trial.state.resolve("config.yml")));
      assertThat(ended).isEqualTo(new Ended(7, "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\napiKey: hunter2"));
      assertThat(trial.outside.resolve("decoy")).hasContent("changed\n");
    } finally {
      Files.delete(ofHost);
    }
  }

  private static long count(Path folder) throws Exception {
    try (var entries = Files.list(folder)) {
      return entries.filter(each -> !String.valueOf(each.getFileName()).startsWith(".")).count();
    }
  }

  @ParameterizedTest
  @EnumSource
  void deniedAndSealedPathsAreClosed(Trial.Kind kind) throws Exception {
    try (var trial = new Trial(kind)) {
      Path folder = Files.createDirectories(trial.outside.resolve("deep/keys"));
      Files.writeString(folder.resolve("key"), "hunter2");
      Path file = Files.writeString(trial.root.resolve(".env"), "hunter2");
      Path sealed = Files.writeString(trial.outside.resolve("sealed"), "as it was");
      trial.own();
      closing(List.of(folder, file), List.of(sealed), trial);
      for (String way :
          List.of(
              "cat .env; cat ../outside/deep/keys/key",
              "cp -r ../outside/deep ./copy; cat copy/keys/key",
              "mv .env e; cat e",
              "mv ../outside/deep ../outside/d; cat ../outside/d/keys/key",
              "cd ..; mv project p; mv outside o; cat p/.env o/deep/keys/key",
              "ln .env hard; cat hard",
              "umount .env; umount -l ../outside/deep/keys; cat .env ../outside/deep/keys/key",
              "unshare -Urm sh -c 'umount -l .env; cat .env'",
              "nsenter -t " + ProcessHandle.current().pid() + " -m cat " + file,
              "cat /proc/" + ProcessHandle.current().pid() + "/root" + file,
              "cat /proc/1/root" + file,
              "echo x > ../outside/sealed; rm -f ../outside/sealed; mv ../outside/sealed s",
              "tar -cf - . | tar -xOf - ./.env",
              "grep -r hunter2 " + trial.outside,
              "python3 -c 'print(open(\".env\").read())'")) {
        assertThat(trial.run(way).said()).as(way).doesNotContain("hunter2");
      }
      assertThat(file).hasContent("hunter2");
      assertThat(folder.resolve("key")).hasContent("hunter2");
      assertThat(sealed).hasContent("as it was");
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatWouldUndoItIsGoneAndOtherRightsAreNot(Trial.Kind kind) throws Exception {
    try (var trial = new Trial(kind)) {
      closing(List.of(trial.root.resolve("nothing")), List.of(), trial);
      Ended ended = trial.run("grep -E 'NoNewPrivs|CapEff|CapBnd' /proc/self/status");
      assertThat(ended.said()).containsPattern("NoNewPrivs:\\s+1");
      long effective =
          Long.parseUnsignedLong(
              ended
                  .said()
                  .lines()
                  .filter(line -> line.startsWith("CapEff"))
                  .findFirst()
                  .orElseThrow()
                  .substring(7)
                  .strip(),
              16);
      for (int lost : new int[] {2, 16, 17, 19, 21}) {
        assertThat(effective >> lost & 1).as("capability " + lost).isZero();
      }
      if (Files.getAttribute(trial.root, "unix:uid").equals(0)) {
        for (int kept : new int[] {0, 1, 3, 5, 6, 7, 12, 18}) {
          assertThat(effective >> kept & 1).as("capability " + kept).isEqualTo(1);
        }
        assertThat(trial.run("touch f; chown 65534 f; setpriv --reuid=65534 stat -c %u f").said())
            .isEqualTo("65534\n");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void theWallsOwnFolderIsOutOfReach(Trial.Kind kind) throws Exception {
    try (var trial = new Trial(kind)) {
      Path secret = Files.writeString(trial.root.resolve("secret"), "hunter2");
      trial.own();
      closing(List.of(secret), List.of(), trial);
      String own = trial.state.resolve("sandbox").toString();
      trial.run("rm -rf " + own + "/*; echo x > " + own + "/*/blank; mv " + own + " " + own + "2");
      trial.run("mv " + trial.state + " " + trial.home + "/moved");
      assertThat(trial.run("cat secret; echo went on").said()).isEqualTo("went on\n");
    }
  }
}
