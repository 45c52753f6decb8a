package dev.tenon.cli.acp;

import static dev.tenon.cli.acp.AcpFixture.arguments;
import static dev.tenon.cli.acp.AcpFixture.calls;
import static dev.tenon.cli.acp.AcpFixture.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.harness.NodePeers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The protocol's official client drives the program, and every message fits the schema that it
/// ships.
class OfficialClientTest {
  @TempDir Path temporary;

  @Test
  void everyMessageFitsTheSchema() throws Exception {
    Path peers = NodePeers.folder();
    var fixture = new AcpFixture(temporary);
    Path script = fixture.folder.resolve("script.json");
    String look =
        "{\"thinking\": \"Look.\", \"text\": \"I look.\", \"usage\": {\"input\": 10, \"output\":"
            + " 5}, \"calls\": [{\"name\": \"read_file\", \"arguments\": {\"path\": \"a.txt\"}},"
            + " {\"name\": \"todo_write\", \"arguments\": {\"ops\": [{\"op\": \"init\", \"list\":"
            + " [{\"phase\": \"Work\", \"items\": [\"Look\"]}]}]}}]}";
    String edit =
        calls("edit_file", arguments("path", "a.txt", "old_string", "two", "new_string", "zwei"));
    String wait = calls("bash", arguments("command", "echo begun; sleep 60"));
    Files.writeString(
        script, "{\"steps\": [" + String.join(",", look, edit, says("Done."), wait) + "]}");
    var words =
        new ArrayList<>(
            List.of(
                "node",
                peers.resolve("acp-client.mjs").toString(),
                fixture.project.toString(),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.tenon.cli.Main",
                "acp",
                "--model=scripted:" + script,
                "--permission-mode=ask"));
    Path out = fixture.folder.resolve("out");
    Path err = fixture.folder.resolve("err");
    var builder =
        new ProcessBuilder(words).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().put("TENON_HOME", fixture.home.toString());
    Process process = builder.start();
    boolean ended = process.waitFor(120, TimeUnit.SECONDS);
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    String said = Files.readString(out, StandardCharsets.UTF_8);
    assertThat(ended).as(said + Files.readString(err)).isTrue();
    assertThat(said).as(Files.readString(err)).isNotBlank();
    Json.Obj result = Json.parseObject(said.strip());
    assertThat(result.array("wrong")).isEmpty();
    assertThat(result.number("count", 0)).isGreaterThan(40);
    assertThat(result.get("stops")).isEqualTo(Json.strings(List.of("end_turn", "cancelled")));
    assertThat(result.get("options")).isEqualTo(Json.strings(List.of("mode", "model", "effort")));
    assertThat(result.string("mode")).isEqualTo("ask");
    assertThat(result.number("permissions", 0)).isOne();
    assertThat(result.number("writes", 0)).isOne();
    assertThat(result.number("listed", 0)).isOne();
    assertThat(result.number("refused", 0)).isEqualTo(-32002);
    assertThat(result.number("code", -1)).isZero();
    assertThat(result.string("text")).startsWith("I look.Done.");
    assertThat(Files.readString(fixture.project.resolve("a.txt"))).contains("zwei");
    assertThat(result.objectOrEmpty("kinds").members().keySet())
        .contains(
            "agent_thought_chunk",
            "tool_call",
            "tool_call_update",
            "plan",
            "usage_update",
            "session_info_update",
            "available_commands_update",
            "current_mode_update",
            "config_option_update",
            "user_message_chunk");
  }
}
