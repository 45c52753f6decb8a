package dev.tenon.protocols.mcp.client;

import dev.tenon.harness.NodePeers;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Servers of others, written for Node, that a test starts at addresses and has to end.
final class NodeServers {
  private final Path peers = NodePeers.folder();
  private final List<Process> started = new ArrayList<>();

  /// A script of our own that is made of the peers' classes.
  String own(String name) {
    return peers.resolve(name).toString();
  }

  /// The program of a published server.
  String published(String name) {
    return peers
        .resolve("node_modules/@modelcontextprotocol/" + name + "/dist/index.js")
        .toString();
  }

  /// Starts a script that says at which port it listens.
  int start(String script) throws IOException {
    Process server = new ProcessBuilder("node", script, "0").redirectErrorStream(true).start();
    started.add(server);
    var lines =
        new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("listening at ")) {
        return Integer.parseInt(line.substring(13));
      }
    }
    throw new AssertionError(script + " does not listen");
  }

  /// Starts the reference server, which has everything, with a transport over HTTP.
  int everything(String transport) throws IOException {
    int port;
    try (var free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    var server = new ProcessBuilder("node", published("server-everything"), transport);
    server.environment().put("PORT", Integer.toString(port));
    server.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
    Process running = server.start();
    started.add(running);
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (System.nanoTime() < deadline && running.isAlive()) {
      try (var socket = new Socket()) {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
        return port;
      } catch (IOException notYet) {
        Thread.onSpinWait();
      }
    }
    throw new AssertionError("the server does not listen");
  }

  void end() throws InterruptedException {
    for (Process each : started) {
      each.destroyForcibly();
      each.waitFor();
    }
  }
}
