package dev.tenon.cli.mcp.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.harness.NodePeers;
import dev.tenon.harness.TestPrograms;
import dev.tenon.protocols.mcp.server.HttpEndpoint;
import dev.tenon.server.http.EndpointServer;
import dev.tenon.server.http.guard.CrossOrigin;
import dev.tenon.server.http.guard.ServerSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The protocol's own conformance suite, against `tenon mcp call` and against a server made of our
/// classes.
class ConformanceTest {
  @TempDir Path folder;

  private record Said(int code, String text) {}

  private Said suite(Map<String, String> environment, String... words) throws Exception {
    Path script =
        NodePeers.folder().resolve("node_modules/@modelcontextprotocol/conformance/dist/index.js");
    var command = new ArrayList<>(List.of("node", script.toString()));
    command.addAll(List.of(words));
    Path out = folder.resolve("suite.txt");
    var builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    if (!process.waitFor(3, TimeUnit.MINUTES)) {
      process.destroyForcibly();
    }
    return new Said(process.waitFor(), Files.readString(out, StandardCharsets.UTF_8));
  }

  private Path executable(String name, String text) throws IOException {
    Path file = Files.writeString(folder.resolve(name), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return file;
  }

  /// Left out are the two of `client-credentials`, an extension without a person.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "initialize",
        "tools_call",
        "elicitation-sep1034-client-defaults",
        "sse-retry",
        "auth/metadata-default",
        "auth/metadata-var1",
        "auth/metadata-var2",
        "auth/metadata-var3",
        "auth/basic-cimd",
        "auth/scope-from-www-authenticate",
        "auth/scope-from-scopes-supported",
        "auth/scope-omitted-when-undefined",
        "auth/scope-step-up",
        "auth/scope-retry-limit",
        "auth/token-endpoint-auth-basic",
        "auth/token-endpoint-auth-post",
        "auth/token-endpoint-auth-none",
        "auth/resource-mismatch",
        "auth/pre-registration",
        "auth/2025-03-26-oauth-metadata-backcompat",
        "auth/2025-03-26-oauth-endpoint-fallback"
      })
  void clients(String scenario) throws Exception {
    TestPrograms.require("curl");
    Path browser = executable("browser", "#!/bin/sh\nexec curl -sL -o /dev/null \"$1\"\n");
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Path client =
        executable(
            "client",
            "#!/bin/sh\nexec '"
                + java
                + "' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '"
                + System.getProperty("java.class.path")
                + "' "
                + ConformanceClient.class.getName()
                + " \"$@\"\n");
    Said said =
        suite(
            Map.of(
                "TENON_HOME",
                folder.resolve("state").toString(),
                "HOME",
                folder.toString(),
                "BROWSER",
                browser.toString()),
            "client",
            "--command",
            client.toString(),
            "--scenario",
            scenario,
            "--timeout",
            "120000");
    assertThat(said.code).as(said.text).isZero();
    assertThat(said.text).contains("OVERALL: PASSED");
  }

  @Test
  void servers() throws Exception {
    try (var endpoint = new HttpEndpoint(new ConformanceOffer());
        EndpointServer server =
            EndpointServer.start(
                ServerSettings.loopback(0, ServerSettings.newToken()),
                "/mcp",
                CrossOrigin.AGENT_API,
                new McpHttp(endpoint))) {
      // What a server may leave out and this one does.
      Path without =
          Files.writeString(
              folder.resolve("without.yml"),
              """
              server:
                - logging-set-level
                - completion-complete
                - tools-call-with-logging
                - tools-call-sampling
                - resources-subscribe
                - resources-unsubscribe
                - server-sse-polling
              """);
      Said said =
          suite(
              Map.of(),
              "server",
              "--url",
              server.secretUrl(),
              "--suite",
              "all",
              "--expected-failures",
              without.toString());
      assertThat(said.code).as(said.text).isZero();
    }
  }
}
