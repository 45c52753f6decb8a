package dev.tenon.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.harness.MavenPeers;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The client of the protocol's Java library (mcp-core) drives `tenon mcp serve`.
class JavaPeerTest {
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  @TempDir Path folder;
  private Path project;
  private Path home;

  @BeforeEach
  void folders() throws IOException {
    project = Files.createDirectory(folder.resolve("project")).toRealPath();
    home = Files.createDirectory(folder.resolve("home"));
    Files.createDirectories(home.resolve("commands"));
    Files.writeString(home.resolve("commands/greet.md"), "Greet $ARGUMENTS.");
    Path script = folder.resolve("script.json");
    Files.writeString(
        script,
        "{\"steps\": [{\"calls\": [{\"name\": \"write_file\", \"arguments\": {\"path\":"
            + " \"new.txt\", \"content\": \"new\\n\"}}]}, {\"calls\": [{\"name\": \"bash\","
            + " \"arguments\": {\"command\": \"touch ran.txt\"}}]}, {\"text\": \"Written.\"}]}");
    Files.writeString(home.resolve("config.yml"), "model: scripted:" + script + "\n");
  }

  private List<String> serve(String... more) {
    var words =
        new ArrayList<>(
            List.of(
                JAVA,
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.tenon.cli.Main",
                "mcp",
                "--root=" + project,
                "serve",
                "--tools=read_file"));
    words.addAll(List.of(more));
    return words;
  }

  private void drive(String classPath, List<String> server) throws Exception {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    var words =
        new ArrayList<>(
            List.of(
                JAVA,
                "-cp",
                classPath,
                MavenPeers.source("mcp-core").resolve("McpCoreClient.java").toString()));
    words.addAll(server);
    var builder =
        new ProcessBuilder(words).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().put("TENON_HOME", home.toString());
    Process process = builder.start();
    boolean ended = process.waitFor(120, TimeUnit.SECONDS);
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    String said = Files.readString(out);
    assertThat(ended).as(said + Files.readString(err)).isTrue();
    assertThat(said.lines())
        .as(Files.readString(err))
        .contains(
            "protocol=2025-11-25",
            "server=tenon",
            "tools=[prompt, reply, changes, diff, apply, undo, read_file]",
            "prompted=Written.",
            "structured=true",
            "told=true",
            "applied=true",
            "asked=2",
            "undone=true",
            "prompts=[greet]",
            "templates=2",
            "sessions=1")
        .anyMatch(line -> line.startsWith("read=") && line.contains("new"))
        .anyMatch(line -> line.startsWith("greeting=") && line.contains("Greet Ann."))
        .anyMatch(line -> line.startsWith("unknown=") && line.contains("there is no tool 'bash'"));
    assertThat(project.resolve("new.txt")).as("applied, and undone").doesNotExist();
    assertThat(project.resolve("ran.txt")).doesNotExist();
  }

  @Test
  void overStandardStreams() throws Exception {
    drive(MavenPeers.classPath("mcp-core"), serve());
  }

  @Test
  void overHttp() throws Exception {
    String classPath = MavenPeers.classPath("mcp-core");
    var builder =
        new ProcessBuilder(serve("--http=0")).redirectError(folder.resolve("serve-err").toFile());
    builder.environment().put("TENON_HOME", home.toString());
    Process server = builder.start();
    try (var lines =
        new BufferedReader(
            new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8))) {
      String line = lines.readLine();
      assertThat(line).as(Files.readString(folder.resolve("serve-err"))).isNotNull();
      drive(classPath, List.of(line.substring("listening on ".length())));
    } finally {
      server.descendants().forEach(ProcessHandle::destroyForcibly);
      server.destroyForcibly().waitFor();
    }
  }
}
