package dev.tenon.engine.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.engine.content.OtherTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// One file for each tool; what runs and what is refused.
class OtherServersTest {
  @TempDir Path temporary;
  private Path root;

  @BeforeEach
  void makeFolder() throws IOException {
    root = Files.createDirectories(temporary.toRealPath().resolve("project"));
  }

  private void write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private OtherServers read(OtherTool... off) {
    return OtherServers.read(root, Path.of("/home/me"), Set.of(off));
  }

  private List<String> lines() {
    return read().servers().stream()
        .map(
            each ->
                each.file() + ":" + each.line() + " " + each.name() + " " + each.entry().compact())
        .toList();
  }

  @Test
  void cursorAndPi() throws IOException {
    assertThat(OtherServers.any(root, Set.of())).isFalse();
    write(
        ".cursor/mcp.json",
        """
        {"mcpServers": {
          "db": {"command": "${userHome}/bin/db", "args": ["--root", "${workspaceFolder}", "${env:HOST}"],
                 "env": {"TOKEN": "${TOKEN:-none}"}},
          "far": {"url": "https://example.org/mcp", "headers": {"X": "${env:KEY}"}},
          "files": {"command": "x", "envFile": ".env"},
          "odd": 3
        }}
        """);
    write(
        ".pi/mcp.json",
        "{\"mcpServers\": {\"one\": {\"command\": \"one\", \"lifecycle\": \"lazy\", \"disabled\":"
            + " true}}}");
    assertThat(lines())
        .containsExactly(
            ".cursor/mcp.json:2 db {\"command\":\"/home/me/bin/db\",\"args\":[\"--root\",\""
                + root
                + "\",\"${HOST}\"],\"env\":{\"TOKEN\":\"${TOKEN:-none}\"}}",
            ".cursor/mcp.json:4 far"
                + " {\"url\":\"https://example.org/mcp\",\"headers\":{\"X\":\"${KEY}\"}}",
            ".pi/mcp.json:1 one {\"command\":\"one\",\"enabled\":false}");
    assertThat(read().problems())
        .containsExactly(
            ".cursor/mcp.json:5: mcpServers.files has 'envFile', which is not read here; list the"
                + " variables in 'env'; it is left out",
            ".cursor/mcp.json:6: mcpServers.odd must be an object; it is left out");
    assertThat(read(OtherTool.CURSOR, OtherTool.PI)).isEqualTo(OtherServers.NONE);
    assertThat(OtherServers.any(root, Set.of(OtherTool.CURSOR))).isTrue();
  }

  @Test
  void vscodeGeminiAndOpencode() throws IOException {
    write(
        ".vscode/mcp.json",
        """
        {
          // as the editor writes it
          "inputs": [{"id": "key", "type": "promptString"}],
          "servers": {
            "github": {"type": "http", "url": "https://example.org/mcp/"},
            "asks": {"type": "stdio", "command": "x", "env": {"K": "${input:key}"}},
            "local": {"type": "stdio", "command": "node", "args": ["a.js"]},
          }
        }
        """);
    write(
        ".gemini/settings.json",
        """
        {"mcpServers": {
          "g": {"httpUrl": "https://example.org/g", "timeout": 30000, "trust": true, "includeTools": ["a"]},
          "old": {"url": "https://example.org/sse"},
          "run": {"command": "$HOME/run", "args": ["${ARG}"], "env": {"A": "$B"}}}}
        """);
    write(
        "opencode.json",
        """
        {"mcp": {
          "l": {"type": "local", "command": ["bun", "x", "{env:P}"], "environment": {"A": "b"}},
          "r": {"type": "remote", "url": "https://example.org/r", "enabled": false},
          "f": {"type": "local", "command": ["x", "{file:secret}"]}}}
        """);
    assertThat(lines())
        .containsExactly(
            ".vscode/mcp.json:5 github"
                + " {\"url\":\"https://example.org/mcp/\",\"transport\":\"http\"}",
            ".vscode/mcp.json:7 local {\"command\":\"node\",\"args\":[\"a.js\"]}",
            ".gemini/settings.json:2 g"
                + " {\"url\":\"https://example.org/g\",\"tools\":{\"include\":[\"a\"]},"
                + "\"callSeconds\":30}",
            ".gemini/settings.json:3 old"
                + " {\"url\":\"https://example.org/sse\",\"transport\":\"sse\"}",
            ".gemini/settings.json:4 run"
                + " {\"command\":\"${HOME}/run\",\"args\":[\"${ARG}\"],\"env\":{\"A\":\"${B}\"}}",
            "opencode.json:2 l"
                + " {\"command\":\"bun\",\"args\":[\"x\",\"${P}\"],\"env\":{\"A\":\"b\"}}",
            "opencode.json:3 r {\"url\":\"https://example.org/r\",\"enabled\":false}");
    assertThat(read().problems())
        .anyMatch(
            line -> line.startsWith(".vscode/mcp.json:6: servers.asks refers to '${input:key}'"))
        .anyMatch(line -> line.startsWith("opencode.json:4: mcp.f refers to '{file:secret}'"))
        .hasSize(2);
  }

  @Test
  void codex() throws IOException {
    write(
        ".codex/config.toml",
        """
        model = "x"

        [mcp_servers.docs]
        command = "npx"
        args = ["-y", "docs@1.2.3"]
        env_vars = ["TOKEN"]
        startup_timeout_sec = 20
        tool_timeout_sec = 1200.5
        disabled_tools = ["rm"]

        [mcp_servers.docs.env]
        A = "b"

        [mcp_servers.web]
        url = "https://example.org/mcp"
        bearer_token_env_var = "WEB_TOKEN"
        http_headers = { "X-A" = "1" }
        enabled = false
        """);
    assertThat(read().servers())
        .extracting(each -> each.line() + " " + each.name())
        .containsExactly("3 docs", "14 web");
    Json.Obj docs = read().servers().getFirst().entry();
    assertThat(docs.objectOrEmpty("env").compact())
        .isEqualTo("{\"A\":\"b\",\"TOKEN\":\"${TOKEN}\"}");
    assertThat(docs.number("startSeconds", 0)).isEqualTo(20);
    assertThat(docs.number("callSeconds", 0)).isEqualTo(600);
    assertThat(docs.objectOrEmpty("tools").compact()).isEqualTo("{\"exclude\":[\"rm\"]}");
    assertThat(read().servers().getLast().entry().compact())
        .isEqualTo(
            "{\"url\":\"https://example.org/mcp\",\"headers\":{\"X-A\":\"1\",\"Authorization\":\"Bearer"
                + " ${WEB_TOKEN}\"},\"enabled\":false}");
  }

  @Test
  void brokenFilesAreNamedWithTheirLine() throws IOException {
    write(".cursor/mcp.json", "{\n  \"mcpServers\": {\n    oops\n}}");
    write(".vscode/mcp.json", "[]");
    write(".codex/config.toml", "a = 1\nb = = 2\n");
    write("opencode.json", "{\"mcp\": []}");
    Path outside = Files.writeString(temporary.resolve("settings.json"), "{\"mcpServers\": {}}");
    Files.createDirectories(root.resolve(".pi"));
    Files.createSymbolicLink(root.resolve(".pi/mcp.json"), outside);
    OtherServers read = read();
    assertThat(read.servers()).isEmpty();
    assertThat(read.problems())
        .anyMatch(line -> line.startsWith(".cursor/mcp.json:3: is not valid JSON"))
        .anyMatch(line -> line.startsWith(".vscode/mcp.json:1: must be a JSON object"))
        .anyMatch(line -> line.startsWith("opencode.json:1: mcp must be an object of servers"))
        .anyMatch(line -> line.startsWith(".pi/mcp.json:1: leads out of the project"))
        .hasSize(4);
    assertThat(OtherPermissions.read(root, Set.of()).problems())
        .anyMatch(line -> line.startsWith(".codex/config.toml:2: is not valid TOML"));
  }

  /// Reading a pipe would wait for ever, and reading a device would never end.
  @Test
  @Timeout(60)
  void whatIsNoRegularFileIsNotRead() throws Exception {
    for (String name :
        List.of(
            ".cursor/mcp.json",
            ".vscode/mcp.json",
            ".gemini/settings.json",
            ".codex/config.toml",
            "opencode.json",
            ".pi/mcp.json")) {
      Path file = root.resolve(name);
      Files.createDirectories(file.getParent());
      pipe(file);
      assertThat(problems()).as(name).contains(name + ":1: cannot be read (it is no regular file");
      Files.delete(file);
      Files.createSymbolicLink(file, Path.of("/dev/zero"));
      assertThat(problems()).as(name).contains(name + ":1: ");
      Files.delete(file);
    }
    pipe(root.resolve("pipe"));
    write("opencode.json", "{\"agent\": {\"a\": {\"prompt\": \"{file:./pipe}\"}}}");
    assertThat(OtherContent.read(root, Set.of()).problems().toString())
        .contains("'./pipe', which cannot be read: it is no regular file");
  }

  private String problems() {
    return read().problems() + " " + OtherPermissions.read(root, Set.of()).problems();
  }

  private static void pipe(Path path) throws Exception {
    assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor()).isZero();
  }
}
