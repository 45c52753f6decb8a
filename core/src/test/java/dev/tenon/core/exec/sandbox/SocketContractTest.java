package dev.tenon.core.exec.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.harness.Alone;
import dev.tenon.harness.TestPrograms;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Ways to the kernel and to other programs that are no files: sockets, keys, machines around.
@EnabledOnOs(OS.LINUX)
@Alone
class SocketContractTest {
  /// Binds by a relative name, and goes elsewhere.
  private static final String SERVER =
      """
      import os, socket, sys
      server = socket.socket(socket.AF_UNIX)
      server.bind(sys.argv[1])
      server.listen()
      os.chmod(sys.argv[1], 0o777)
      os.chdir("/")
      print("listening", flush=True)
      sys.stdin.read()
      """;

  private static Process server(Path folder, String name) throws Exception {
    TestPrograms.require("python3");
    String start = "cd \"$1\" && exec python3 -c \"$2\" \"$3\"";
    Process process =
        new ProcessBuilder("bash", "-c", start, "sh", folder.toString(), SERVER, name)
            .redirectErrorStream(true)
            .start();
    assertThat(process.inputReader().readLine()).isEqualTo("listening");
    return process;
  }

  @ParameterizedTest
  @EnumSource
  void socketsBoundByRelativePathsAreHidden(Trial.Kind kind) throws Exception {
    try (var trial = new Trial(kind)) {
      Path deep = Files.createDirectories(trial.outside.resolve("deep er"));
      Process process = server(trial.outside, "deep er/agent.sock");
      try {
        Path socket = deep.resolve("agent.sock");
        assertThat(UnixSockets.listening()).contains(socket);
        assertThat(trial.run("[ -e '" + socket + "' ] && [ ! -S '" + socket + "' ]").code())
            .isZero();
      } finally {
        process.destroyForcibly().waitFor();
      }
    }
  }

  @Test
  void anOwnSocketBoundByARelativePathIsFoundAndForgotten() throws Exception {
    Path name = Path.of("target", "relative-" + System.nanoTime() + ".sock");
    Files.createDirectories(name.getParent());
    try (var channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.bind(UnixDomainSocketAddress.of(name));
      assertThat(UnixSockets.listening()).contains(name.toAbsolutePath());
    } finally {
      Files.deleteIfExists(name);
    }
    assertThat(UnixSockets.listening()).doesNotContain(name.toAbsolutePath());
  }

  @ParameterizedTest
  @EnumSource
  void keysOfTheKernelAndTheMachineAroundAreOutOfSight(Trial.Kind kind) throws Exception {
    try (var trial = new Trial(kind)) {
      assertThat(trial.run("cat /proc/keys /proc/key-users; ls /dev | grep -i vsock; true").said())
          .isEmpty();
      assertThat(trial.run("ls /dev/vsock /dev/vhost-vsock /dev/mem /dev/kmsg 2>/dev/null").said())
          .isEmpty();
    }
  }
}
