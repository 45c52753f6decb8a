package dev.tenon.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.harness.RawServer;
import dev.tenon.harness.TestPrograms;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a person agrees to is what happens then.
class ServerConsentTest {
  @TempDir Path folder;
  private Path project;
  private Path home;
  private String out = "";
  private String err = "";

  @BeforeEach
  void folders() throws IOException {
    project = Files.createDirectory(folder.resolve("project")).toRealPath();
    home = Files.createDirectory(folder.resolve("home"));
    Files.writeString(
        project.resolve(".mcp.json"),
        """
        {"mcpServers": {"theirs": {"command": "sh", "args": ["-c", "echo started > started.txt"]}}}
        """);
  }

  private int run(String... words) {
    var written = new ByteArrayOutputStream();
    var told = new ByteArrayOutputStream();
    var all = new ArrayList<>(List.of(words));
    all.add("--root=" + project);
    int code =
        Main.run(
            Streams.captured(new ByteArrayInputStream(new byte[0]), written, told),
            Map.of("TENON_HOME", home.toString(), "PATH", System.getenv("PATH")),
            all.toArray(String[]::new));
    out = written.toString(StandardCharsets.UTF_8);
    err = told.toString(StandardCharsets.UTF_8);
    return code;
  }

  /// Whoever agreed to a server behind the wall has not agreed to it without one.
  @Test
  void agreementBehindTheWallIsNoneWithoutIt() throws IOException {
    TestPrograms.require("bwrap");
    // It ends at once and is no server, so that only what was agreed to can be told.
    assertThat(run("mcp", "trust", "theirs", "--yes")).isEqualTo(1);
    assertThat(out).contains("and may not reach the network");
    assertThat(project.resolve("started.txt")).exists();
    Files.delete(project.resolve("started.txt"));
    run("mcp", "list");
    assertThat(out).contains("configured");

    String openly = "--config=sandbox.kind=off";
    run("mcp", "list", openly);
    assertThat(out).contains("not agreed to");
    run("mcp", "tools", "theirs", openly);
    assertThat(err).contains("you have not agreed to it");
    assertThat(project.resolve("started.txt")).doesNotExist();
    run("mcp", "trust", "theirs", "--yes", openly);
    assertThat(out).contains("with no wall around it").doesNotContain("may not reach the network");
    // A file of the project that the command names is part of what was agreed to.
    Files.delete(project.resolve("started.txt"));
    run("mcp", "list", openly);
    assertThat(out).contains("configured");
  }

  /// What was agreed to is what holds it, and what would reach further without the wall does not.
  @Test
  void aProjectsServerIsBehindTheWallAndOffline() throws IOException {
    TestPrograms.require("bwrap");
    Path outside = Files.createDirectory(folder.resolve("outside"));
    try (var peer = new RawServer((in, out) -> in.transferTo(OutputStream.nullOutputStream()))) {
      Files.writeString(
          project.resolve("reach.sh"),
          "echo started > started.txt\necho out > '"
              + outside
              + "/reached.txt'\nexec 3<>/dev/tcp/127.0.0.1/"
              + peer.uri().getPort()
              + "\n");
      Files.writeString(
          project.resolve(".mcp.json"),
          "{\"mcpServers\": {\"theirs\": {\"command\": \"bash\", \"args\": [\"reach.sh\"]}}}");
      run("mcp", "trust", "theirs", "--yes");
      assertThat(project.resolve("started.txt")).exists();
      assertThat(outside).isEmptyDirectory();
      assertThat(peer.connections()).isZero();
      run("mcp", "trust", "theirs", "--yes", "--config=sandbox.kind=off");
      assertThat(outside.resolve("reached.txt")).as("without the wall").exists();
      assertThat(peer.connections()).isPositive();
    }
  }
}
