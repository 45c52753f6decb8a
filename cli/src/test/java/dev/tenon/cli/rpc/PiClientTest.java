package dev.tenon.cli.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.harness.NodePeers;
import dev.tenon.harness.TestPrograms;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// pi's own client drives the program through a starter of a few lines, with each of its methods.
class PiClientTest {
  @TempDir Path temporary;

  @Test
  void everyMethodOfTheClientWorks() throws Exception {
    Path pi =
        NodePeers.packed(
            "@mariozechner/pi-coding-agent",
            "0.73.1",
            "sha512-gXQh3SaZmWTfVMc4Ao5+LGbVeKvzyO7tolok0nLsZgq9nGjZx/EEU3NM8C+qUnB4Nvs2rswG5qOVgLzQkq0fHQ==");
    Path folder = temporary.toRealPath();
    Path project = Files.createDirectory(folder.resolve("project"));
    Files.writeString(project.resolve("a.txt"), "one\n");
    Path script = folder.resolve("script.json");
    Files.writeString(
        script,
        "{\"steps\": [{\"thinking\": \"Look.\", \"text\": \"I look.\", \"usage\": {\"input\": 10,"
            + " \"output\": 5}, \"calls\": [{\"name\": \"read_file\", \"arguments\": {\"path\":"
            + " \"a.txt\"}}]}, {\"text\": \"It says one.\"}, {\"text\": \"Waiting\", \"hang\":"
            + " true}]}");
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    var builder =
        new ProcessBuilder(
                "node",
                TestPrograms.house().resolve("protocols/src/test/peers/rpc-client.mjs").toString(),
                pi.resolve("dist/modes/rpc/rpc-client.js").toString(),
                folder.resolve("starter.mjs").toString(),
                project.toString())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("TENON_HOME", folder.resolve("home").toString());
    builder.environment().put("OPENAI_API_KEY", "canary");
    builder.environment().put("TENON_MODEL_NAME", "scripted:" + script);
    builder
        .environment()
        .put("TENON_JAVA", Path.of(System.getProperty("java.home"), "bin", "java").toString());
    builder
        .environment()
        .put(
            "TENON_WORDS",
            Json.strings(
                    List.of(
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.tenon.cli.Main"))
                .compact());
    Process process = builder.start();
    boolean ended = process.waitFor(120, TimeUnit.SECONDS);
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    String said = Files.readString(out, StandardCharsets.UTF_8);
    assertThat(ended).as(said + Files.readString(err)).isTrue();
    assertThat(said).as(Files.readString(err)).isNotBlank();
    Json.Obj result = Json.parseObject(said.strip());
    assertThat(result.string("last")).isEqualTo("agent_end");
    assertThat(result.get("ended"))
        .isEqualTo(Json.strings(List.of("user", "assistant", "toolResult", "assistant")));
    assertThat(result.get("roles")).isEqualTo(result.get("ended"));
    assertThat(result.string("text")).isEqualTo("It says one.");
    assertThat(result.string("streamed")).startsWith("I look.It says one.");
    assertThat(result.string("name")).isEqualTo("Named by a program");
    assertThat(result.objectOrEmpty("stats").number("toolCalls", 0)).isOne();
    assertThat(result.objectOrEmpty("stats").objectOrEmpty("tokens").number("input", 0))
        .isEqualTo(10);
    assertThat(result.objectOrEmpty("bash").string("output")).contains("from the program");
    assertThat(Path.of(result.string("html", ""))).hasParent(project).exists();
    assertThat(result.get("forks")).isEqualTo(Json.strings(List.of("Read and answer")));
    assertThat(result.bool("copied", false)).isTrue();
    assertThat(result.objectOrEmpty("forked").string("text")).isEqualTo("Read and answer");
    assertThat(result.number("afterFork", -1)).isZero();
    assertThat(result.number("back", 0)).isEqualTo(5);
    assertThat(result.number("empty", -1)).isZero();
    assertThat(result.number("pending", 0)).isEqualTo(2);
    assertThat(result.bool("streaming", true)).isFalse();
    assertThat(result.string("refused")).startsWith("Model not found: nobody/nothing");
    assertThat(result.string("compacted")).isEqualTo("string");
    assertThat(result.string("set")).isEqualTo("gpt-4o");
    assertThat(result.string("chosen")).isEqualTo("gpt-4o");
    Json.Obj cycle = result.objectOrEmpty("cycle");
    assertThat(cycle.objectOrEmpty("model").string("id"))
        .isNotEqualTo("gpt-4o")
        .isEqualTo(result.string("next"));
    assertThat(cycle.string("thinkingLevel")).isNotEmpty();
    assertThat(cycle.bool("isScoped", true)).isFalse();
    assertThat(Files.readString(err)).doesNotContain("bug");
  }
}
