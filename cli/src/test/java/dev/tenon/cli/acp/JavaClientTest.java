package dev.tenon.cli.acp;

import static dev.tenon.cli.acp.AcpFixture.arguments;
import static dev.tenon.cli.acp.AcpFixture.calls;
import static dev.tenon.cli.acp.AcpFixture.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.harness.MavenPeers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The client of the protocol's Java library (acp-core) drives the program.
class JavaClientTest {
  @TempDir Path temporary;

  @Test
  void theJavaLibraryPromptsCancelsLoadsAndDeletes() throws Exception {
    String classPath = MavenPeers.classPath("acp-core");
    var fixture = new AcpFixture(temporary);
    Path script = fixture.folder.resolve("script.json");
    String write = calls("write_file", arguments("path", "w.txt", "content", "w\n"));
    String wait = calls("bash", arguments("command", "echo begun; sleep 60"));
    Files.writeString(
        script, "{\"steps\": [" + String.join(",", write, says("Done."), wait) + "]}");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Path out = fixture.folder.resolve("out");
    Path err = fixture.folder.resolve("err");
    var builder =
        new ProcessBuilder(
                java,
                "-cp",
                classPath,
                MavenPeers.source("acp-core").resolve("AcpCoreClient.java").toString(),
                fixture.project.toString(),
                java,
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.tenon.cli.Main",
                "acp",
                "--model=scripted:" + script,
                "--permission-mode=ask")
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("TENON_HOME", fixture.home.toString());
    Process process = builder.start();
    boolean ended = process.waitFor(120, TimeUnit.SECONDS);
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    List<String> said = Files.readAllLines(out);
    assertThat(ended).as(said + Files.readString(err)).isTrue();
    assertThat(said)
        .as(Files.readString(err))
        .startsWith(
            "protocol=1",
            "first=END_TURN",
            "second=CANCELLED",
            "modes=true",
            "asked=1",
            "written=1");
    assertThat(said.getLast())
        .contains("AgentMessageChunk", "ToolCall", "ConfigOptionUpdate", "UserMessageChunk");
    assertThat(fixture.project.resolve("w.txt")).hasContent("w");
  }
}
